// Runs Google's Lighthouse on the production build: the lab as on a desktop, the lessons as on a phone with a slow
// connection, the home page and the bench on both.
import { readdirSync } from 'node:fs';
import { launchOptions } from '../browser.mjs';
import { serveDist } from '../check/serve-static.mjs';
import { ROOT, Stop } from '../child.mjs';
import { stolenFrom } from './statistics.mjs';

/**
 * @typedef {object} Limits
 * @property {Record<string, number>} [scores] the least score of a category, out of 100
 * @property {number} [paint_ms] largest contentful paint
 * @property {number} [shift] cumulative layout shift
 */

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

/** @type {Limits} */
const DESKTOP = { scores: { performance: 95, accessibility: 100, 'best-practices': 100 } };

/** e2e/weight.spec.ts limits the script before a page works, which Lighthouse doesn't tell from later script. @type {Limits} */
const PHONE = { scores: { accessibility: 100 }, paint_ms: 1200, shift: 0.02 };

/** @type {Limits} */
const BENCH_PHONE = { paint_ms: 2500, shift: 0.02 };

/** @type {Limits} */
const HOME_DESKTOP = { scores: { ...DESKTOP.scores, performance: 98 }, shift: 0.02 };

/** Runs in which the host took more than this share of the CPU time are repeated, up to a maximum number of runs. */
const MAX_STOLEN = 0.03;

/** @typedef {{ page: string, phone: boolean, limits: Limits }} Target */

/** @returns {Target[]} */
function targets() {
  const lessons = readdirSync(`${ROOT}content/lessons`).map((name) => `lessons/${name}/`);
  return [
    { page: '', phone: true, limits: PHONE },
    { page: '', phone: false, limits: HOME_DESKTOP },
    { page: '#/bench', phone: true, limits: BENCH_PHONE },
    ...['#/bench', '#/papers', '#/evidence'].map((page) => ({ page, phone: false, limits: DESKTOP })),
    ...['lessons/', ...lessons].map((page) => ({ page, phone: true, limits: PHONE })),
  ];
}

/**
 * @typedef {object} Scores
 * @property {string} page
 * @property {Record<string, number>} scores out of 100
 * @property {boolean} phone
 * @property {Limits} limits
 * @property {number} paint_ms largest contentful paint
 * @property {number} shift cumulative layout shift
 * @property {number} script compressed bytes of script
 * @property {string[]} findings audits that cost points, in Lighthouse's words
 * @property {number | null} stolen share of the CPU time that the host gave to other machines during the most disturbed of the counted
 *   runs; null if the system doesn't report it
 */

/**
 * Measures pages. The median of their runs counts, as Lighthouse's authors advise, because other load on the machine affects single
 * runs.
 * @param {import('./effort.mjs').Effort['lighthouse']} effort
 * @returns {Promise<Scores[]>}
 */
export async function lighthouse({ pages, runs: wanted, maxRuns }) {
  const { default: run, desktopConfig } = await import('lighthouse');
  const { computeMedianRun } = await import('lighthouse/core/lib/median-run.js');
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serveDist({ base: '/lab/', compressed: true });
  const port = 9_300 + (process.pid % 500);
  const { args = [], ...options } = await launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const measured = [];
    for (const { page, phone, limits } of targets().slice(0, pages)) {
      const flags = {
        port,
        onlyCategories: CATEGORIES,
        logLevel: /** @type {const} */ ('error'),
      };
      /** @type {{ lhr: import('lighthouse').Result, stolen: number | null }[]} */
      const runs = [];
      const undisturbed = () => runs.filter(({ stolen }) => (stolen ?? 0) <= MAX_STOLEN);
      while (undisturbed().length < wanted && runs.length < maxRuns) {
        const stolen = stolenFrom();
        const result = await run(address + page, flags, phone ? undefined : desktopConfig);
        if (!result) throw new Stop(`Lighthouse gave no result for ${page}`);
        runs.push({ lhr: result.lhr, stolen: stolen() });
      }
      const counted = runs.sort((a, b) => (a.stolen ?? 0) - (b.stolen ?? 0)).slice(0, wanted);
      const { stolen = null } = counted.at(-1) ?? {};
      const median = computeMedianRun(counted.map(({ lhr }) => lhr));
      measured.push({ page, phone, limits, stolen, ...summarize(median) });
    }
    return measured;
  } finally {
    await browser.close();
    close();
  }
}

/** @param {import('lighthouse').Result} result */
function summarize({ categories, audits }) {
  const scores = Object.fromEntries(
    Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? Number.NaN) * 100)]),
  );
  const weighted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  const findings = weighted.flatMap((id) => {
    const audit = audits[id];
    if (!audit || audit.score === null || audit.score >= 0.9) return [];
    return [`${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''}`];
  });
  const paint_ms = audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY;
  const requests = /** @type {{ items?: { resourceType?: string, transferSize?: number }[] }} */ (
    audits['network-requests']?.details ?? {}
  );
  const script = (requests.items ?? [])
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY;
  return { scores, paint_ms, shift, script, findings: [...new Set(findings)] };
}

/** Returns true if a page reaches the required scores and limits. @param {Scores} measured */
export function meetsLimits({ scores, limits, paint_ms, shift }) {
  const { scores: least = {}, paint_ms: latest = Infinity, shift: most = Infinity } = limits;
  return (
    Object.entries(least).every(([category, score]) => (scores[category] ?? 0) >= score) &&
    paint_ms <= latest &&
    shift <= most
  );
}

/** @param {Scores} measured */
export function describeScores({ page, phone, scores, paint_ms, shift, script, findings, stolen }) {
  const texts = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
  const weight = `largest paint ${(paint_ms / 1000).toFixed(2)} s, shift ${shift.toFixed(3)}, ${Math.round(script / 1000)} KB of script`;
  const disturbed =
    stolen === null ? '' : `; the VM was preempted for ${(100 * stolen).toFixed(0)} % of the time`;
  return [
    `Lighthouse on ${page === '' ? 'home' : page}${phone ? ' (phone)' : ''}: ${texts.join(', ')}; ${weight}${disturbed}`,
    ...findings.map((finding) => `  ${finding}`),
  ].join('\n');
}
