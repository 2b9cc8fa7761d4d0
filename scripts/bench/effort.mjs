// How much each part of the bench measures, and whether it has measured everything.

/**
 * @typedef {object} Effort
 * @property {{ rounds: number, others: boolean, growthRounds: number, durations_s: number[], shortened: number, reads: number }} engine `others`: other
 *   simulators, too; `shortened` divides the simulated times of the dumbbells with many flows
 * @property {{ changes: number, drags: number, cancels: number, codes: number, frames: number, pan_s: number }} page `drags` of each
 *   scenario, at most; `pan_s` is the simulated time of the run that's panned
 * @property {{ lessons: number }} lessons
 * @property {{ pages: number, runs: number, maxRuns: number }} lighthouse
 * @property {{ minutes: number, samples: number, actionsPerSample: number }} soak `samples` of each area, at least
 */

/** @type {Effort} */
export const FULL = {
  engine: {
    rounds: 5,
    others: true,
    growthRounds: 3,
    durations_s: [1, 10, 100, 1_000],
    shortened: 1,
    reads: 60,
  },
  // Ten million rows.
  page: { changes: 60, drags: 20, cancels: 20, codes: 300, frames: 120, pan_s: 3450 },
  lessons: { lessons: Number.POSITIVE_INFINITY },
  lighthouse: { pages: Number.POSITIVE_INFINITY, runs: 3, maxRuns: 6 },
  soak: { minutes: 60, samples: 0, actionsPerSample: 20 },
};

/** Each part takes about a minute. It shows that the part can measure; its times say little. @type {Effort} */
export const BRIEF = {
  engine: { rounds: 1, others: false, growthRounds: 1, durations_s: [1, 10], shortened: 20, reads: 10 },
  page: { changes: 6, drags: 2, cancels: 3, codes: 20, frames: 30, pan_s: 100 },
  lessons: { lessons: 3 },
  lighthouse: { pages: 3, runs: 1, maxRuns: 1 },
  // The fewest from which a growth is computed.
  soak: { minutes: 0, samples: 5, actionsPerSample: 1 },
};

/** Lists of remarks, which may be empty. */
const REMARKS = ['findings', 'stuck'];

/**
 * Says what a part hasn't measured: numbers that are none, lists without a figure, or everything.
 * @param {unknown} result null means that this machine can't measure it
 * @returns {string[]} with the place of each
 */
export function unmeasured(result) {
  /** @type {string[]} */
  const problems = [];
  let figures = 0;
  const visit = (/** @type {unknown} */ value, /** @type {string} */ place) => {
    if (typeof value === 'number') {
      if (Number.isFinite(value)) figures += 1;
      else problems.push(`${place} is ${value}`);
    } else if (value === undefined) problems.push(`${place} is missing`);
    else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value);
      const isRemark = REMARKS.includes(place.split('.').at(-1) ?? '');
      if (entries.length === 0 && !isRemark) problems.push(`${place || 'the result'} is empty`);
      for (const [key, inner] of entries) visit(inner, place === '' ? key : `${place}.${key}`);
    }
  };
  visit(result, '');
  return figures === 0 && problems.length === 0 ? ['it gave no figure'] : problems;
}
