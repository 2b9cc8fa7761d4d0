// Google's Lighthouse on the production build: the lab as on a desktop, the lessons as on a phone with a slow connection.
import { readdirSync } from 'node:fs';
import { launchOptions } from './browser.mjs';
import { ROOT, Stop } from './child.mjs';
import { serveDist } from './serve-static.mjs';
import { stolenFrom } from './stolen.mjs';

/** What each category must reach, of 100. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };

/** When the largest of the first screen must stand on a lesson's page, ms, and how much script may have come, bytes compressed. */
const LESSON = { paint_ms: 1500, script: 150_000 };

/** Runs of each page; the one in the middle counts, as Lighthouse's authors advise, for a machine has other things to do. */
const RUNS = 3;
/** A run counts if others on the same host took no more than this share of the time, as long as there are enough of these among so many. */
const UNDISTURBED = 0.03;
const MOST = 6;

/** @typedef {{ page: string, phone: boolean }} Target */

/** @returns {Target[]} */
function targets() {
  const lessons = readdirSync(`${ROOT}content/lessons`).map((name) => `lessons/${name}/`);
  return [
    ...['#/bench', '#/papers', '#/evidence'].map((page) => ({ page, phone: false })),
    ...['lessons/', ...lessons].map((page) => ({ page, phone: true })),
  ];
}

/**
 * @typedef {object} Scores
 * @property {string} page
 * @property {Record<string, number>} scores of 100
 * @property {boolean} phone whether it is held to what a lesson must reach
 * @property {number} paint_ms when the largest of the first screen is painted
 * @property {number} script bytes of script as they come over the net
 * @property {string[]} findings what costs points, in Lighthouse's words
 * @property {number | null} stolen share of the processors' time that the host took for others during the most disturbed of the runs that
 *   count; null where the system does not say
 */

/** @param {Target[]} pages @returns {Promise<Scores[]>} */
export async function lighthouse(pages = targets()) {
  const { default: run, desktopConfig } = await import('lighthouse');
  const { computeMedianRun } = await import('lighthouse/core/lib/median-run.js');
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serveDist({ base: '/lab/', compressed: true });
  const port = 9_300 + (process.pid % 500);
  const { args = [], ...options } = await launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const measured = [];
    for (const { page, phone } of pages) {
      const flags = { port, onlyCategories: Object.keys(LEAST), logLevel: /** @type {const} */ ('error') };
      /** @type {{ lhr: import('lighthouse').Result, stolen: number | null }[]} */
      const runs = [];
      const calm = () => runs.filter(({ stolen }) => (stolen ?? 0) <= UNDISTURBED);
      while (calm().length < RUNS && runs.length < MOST) {
        const stolen = stolenFrom();
        const result = await run(address + page, flags, phone ? undefined : desktopConfig);
        if (!result) throw new Stop('Lighthouse gave no result');
        runs.push({ lhr: result.lhr, stolen: stolen() });
      }
      const counted = runs.sort((a, b) => (a.stolen ?? 0) - (b.stolen ?? 0)).slice(0, RUNS);
      const { stolen = null } = counted.at(-1) ?? {};
      measured.push({ page, phone, stolen, ...summed(computeMedianRun(counted.map(({ lhr }) => lhr))) });
    }
    return measured;
  } finally {
    await browser.close();
    close();
  }
}

/** @param {import('lighthouse').Result} result */
function summed({ categories, audits }) {
  const scores = Object.fromEntries(
    Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
  );
  const weighty = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  const findings = weighty.flatMap((id) => {
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
  return { scores, paint_ms, script, findings: [...new Set(findings)] };
}

/** @param {Scores} measured */
export function enough({ scores, phone, paint_ms, script }) {
  if (phone)
    return (
      paint_ms <= LESSON.paint_ms && script <= LESSON.script && scores.accessibility === LEAST.accessibility
    );
  return Object.entries(LEAST).every(([category, least]) => (scores[category] ?? 0) >= least);
}

/** @param {Scores} measured */
export function lighthouseInWords({ page, phone, scores, paint_ms, script, findings, stolen }) {
  const said = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
  const weight = `largest paint ${(paint_ms / 1000).toFixed(2)} s, ${Math.round(script / 1000)} KB of script`;
  const disturbed = stolen === null ? '' : `; ${(100 * stolen).toFixed(0)} % of the time taken by the host`;
  return [
    `Lighthouse on ${page}${phone ? ' (phone)' : ''}: ${said.join(', ')}; ${weight}${disturbed}`,
    ...findings.map((finding) => `  ${finding}`),
  ].join('\n');
}
