// Google's Lighthouse on the production build, as it looks at a desktop.
import { launchOptions } from './browser.mjs';
import { Stop } from './child.mjs';
import { serveDist } from './serve-static.mjs';

/** What each category must reach, of 100. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };

const PAGES = ['#/bench', '#/papers'];

/**
 * @typedef {object} Scores
 * @property {string} page
 * @property {Record<string, number>} scores of 100
 * @property {string[]} findings what costs points, in Lighthouse's words
 */

/** @returns {Promise<Scores[]>} */
export async function lighthouse() {
  const { default: run, desktopConfig } = await import('lighthouse');
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serveDist({ base: '/lab/' });
  const port = 9_300 + (process.pid % 500);
  const { args = [], ...options } = await launchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const measured = [];
    for (const page of PAGES) {
      const flags = { port, onlyCategories: Object.keys(LEAST), logLevel: /** @type {const} */ ('error') };
      const result = await run(address + page, flags, desktopConfig);
      if (!result) throw new Stop('Lighthouse gave no result');
      measured.push({ page, ...summed(result.lhr) });
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
  return { scores, findings: [...new Set(findings)] };
}

/** @param {Scores} measured */
export function enough({ scores }) {
  return Object.entries(LEAST).every(([category, least]) => (scores[category] ?? 0) >= least);
}

/** @param {Scores} measured */
export function lighthouseInWords({ page, scores, findings }) {
  const said = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
  return [`Lighthouse on ${page}: ${said.join(', ')}`, ...findings.map((finding) => `  ${finding}`)].join(
    '\n',
  );
}
