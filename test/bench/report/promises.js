/**
 * What was promised and what came of it, as a table. Nothing fails when a promise is not kept: a bench run on a busy
 * machine says little, so a person has to look.
 */

/**
 * @param {readonly import('../sections.js').Promised[]} promises
 * @returns {import('../sections.js').Table}
 */
export function promisesTable(promises) {
  return {
    title: 'What is promised',
    head: ['', 'limit', 'measured', 'kept'],
    rows: promises.map(({ what, value, bound, unit = '' }) => {
      const [sign, limit] = 'atMost' in bound ? ['≤', bound.atMost] : ['≥', bound.atLeast];
      return [
        what,
        `${sign} ${limitText(limit)}${unit}`,
        `${valueText(value)}${unit}`,
        isKept(value, bound) ? 'yes' : 'no',
      ];
    }),
  };
}

/**
 * @param {number} value
 * @param {import('../sections.js').Promised['bound']} bound
 */
export function isKept(value, bound) {
  // As precise as it is printed: what reads 0.95 is 0.95.
  const rounded = Number(valueText(value));
  return 'atMost' in bound ? rounded <= bound.atMost : rounded >= bound.atLeast;
}

/** @param {number} value */
function valueText(value) {
  return Number.isFinite(value) ? value.toFixed(2) : String(value);
}

/** @param {number} value */
function limitText(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
