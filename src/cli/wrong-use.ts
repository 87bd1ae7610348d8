/** The one error that commands throw: what the person at the keyboard has to change. Exit code 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
  /** Every problem, when there may be several; the message then names the first ones. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  /** @param message one sentence without a full stop, naming the option or argument. */
  constructor(message: string, issues: WrongUse['issues'] = []) {
    super(message);
    this.issues = issues;
  }
}
