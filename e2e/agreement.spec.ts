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

for (const name of names) {
  test(`${name} is the same run in the browser and on the command line`, async ({ page }) => {
    const [expected] = [native(name)];
    await openBench(page, name);
    await expect(digest(page)).toHaveText(expected.digest);
    const [flow] = expected.flows;
    await expect(figure(page, 'segments_sent')).toHaveText(
      (flow?.segments_sent ?? -1).toLocaleString('en-US'),
    );
    await expect(figure(page, 'coarse_timeouts')).toHaveText(String(flow?.coarse_timeouts));
    await expect(figure(page, 'fast_retransmits')).toHaveText(String(flow?.fast_retransmits));
    const completed = flow?.completed_at_s;
    await expect(figure(page, 'completed_at_s')).toHaveText(
      typeof completed === 'number'
        ? `${completed.toLocaleString('en-US', { minimumFractionDigits: 3, maximumFractionDigits: 3 })} s`
        : '–',
    );
  });
}
