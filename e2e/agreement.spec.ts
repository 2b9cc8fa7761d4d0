import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildCli, CLI } from '../scripts/engine.mjs';
import { digest, expect, figure, openBench, test } from './lab';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = readdirSync(`${root}content/scenarios`).map((file) => file.replace(/\.json$/, ''));

/** Bytes: thousands of transfers have a line each. */
const LARGEST_SUMMARY = 1 << 26;

interface NativeSummary {
  digest: string;
  flows: {
    segments_sent: number;
    coarse_timeouts: number;
    fast_retransmits: number;
    completed_at_s: number | null;
  }[];
}

/** The same engine without a browser. */
function native(name: string): NativeSummary {
  const output = execFileSync(CLI, ['run', `${root}content/scenarios/${name}.json`, '--json'], {
    encoding: 'utf8',
    maxBuffer: LARGEST_SUMMARY,
  });
  return JSON.parse(output) as NativeSummary;
}

expect(names.length, 'scenarios to compare').toBeGreaterThan(0);

test.beforeAll(buildCli);

// One page goes through them all, as a reader does, so that a browser compiles the engine once.
test('every scenario is the same run in the browser and on the command line', async ({ page }) => {
  test.setTimeout(30_000 * names.length);
  for (const name of names)
    await test.step(name, async () => {
      const expected = native(name);
      const [flow] = expected.flows;
      const completed = flow?.completed_at_s;
      await openBench(page, name);
      await expect.soft(digest(page), name).toHaveText(expected.digest);
      const figures = {
        segments_sent: (flow?.segments_sent ?? -1).toLocaleString('en-US'),
        coarse_timeouts: String(flow?.coarse_timeouts),
        fast_retransmits: String(flow?.fast_retransmits),
        completed_at_s:
          typeof completed === 'number'
            ? `${completed.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })} s`
            : '–',
      };
      for (const [field, text] of Object.entries(figures))
        await expect.soft(figure(page, field), `${name}: ${field}`).toHaveText(text);
    });
});
