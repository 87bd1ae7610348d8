/** Tools of the Python pack that have no counterpart in the embedded one. */
export const pythonOnlyTools: readonly string[] = ['contract.break', 'contract.even'];
