/** The same engine, three times compiled by three compilers, must give the bits of the native one. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { buildCli, CLI } from '../../scripts/engine.mjs';
import { digestIn, expect, test, until } from './engines';

/** Packets over links: what takes a page a second or two. */
const MOST_HOPS = 200_000;

/** Named scenarios that are quick enough for every engine; all of them are run by Chromium, in e2e/agreement.spec.ts. */
const NAMES = readdirSync('content/scenarios')
  .map((file) => file.replace(/\.json$/, ''))
  .filter((name) => hopsOf(name) <= MOST_HOPS);

/** As its golden trace says. */
function hopsOf(name: string): number {
  const golden = readFileSync(`engine-wasm/sim/tests/goldens/${name}.txt`, 'utf8');
  return Number(/"packet_hops": (\d+)/.exec(golden)?.[1]);
}

function native(name: string): string {
  const output = execFileSync(CLI, ['run', `content/scenarios/${name}.json`, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return JSON.parse(output).digest;
}

expect(NAMES.length, 'scenarios to compare').toBeGreaterThanOrEqual(10);

test(`the digests of ${NAMES.length} scenarios are those of the native engine`, async ({ tab }) => {
  await buildCli();
  let before = '';
  for (const name of NAMES) {
    const expected = native(name);
    // What stands there of the run before must not pass for this one's.
    if (expected === before) await tab.driver.goto('about:blank');
    await tab.open(`#/bench?scenario=${name}`);
    await until(name, () => digestIn(tab)).toBe(expected);
    before = expected;
  }
});
