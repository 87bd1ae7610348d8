/** What the steps came to, as text: a line for each, and the sum of all tests as the last one. */
export function tableOf(taken) {
  const width = Math.max(...taken.map(({ name }) => name.length));
  const lines = taken.map(({ name, plays, passed, failed, seconds }) => {
    const tests = plays ? `  ${passed} passed, ${failed} failed` : '';
    return `${failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(width)}  ${seconds} s${tests}`;
  });
  const total = (key) => taken.reduce((sum, one) => sum + one[key], 0);
  const skipped = total('skipped') === 0 ? '' : `, ${total('skipped')} skipped`;
  return [...lines, `${total('passed')} passed, ${total('failed')} failed${skipped}`].join('\n');
}
