/** In each browser the engine gives the digests of the golden traces, which the native engine wrote. */
import { readdirSync } from 'node:fs';
import { goldenOf } from '../../scripts/engine.mjs';
import { digestIn, expect, test, until } from './engines';

/** Maximum packet-hops: more would take a page longer than a second or two. */
const MOST_HOPS = 200_000;

/** Named scenarios that are quick enough for every browser. `npm run check` runs all of them in Chromium (e2e/agreement.spec.ts). */
const QUICK = readdirSync('content/scenarios')
  .map((file) => file.replace(/\.json$/, ''))
  .filter((name) => goldenOf(name).packet_hops <= MOST_HOPS);

/** `npm test` runs every fourth: the unit tests have compared all of them under Node. */
const NAMES = QUICK.filter((_, place) => process.env.VEGASLAB_CHECK || place % 4 === 0);

expect(NAMES.length, 'scenarios to compare').toBeGreaterThanOrEqual(4);

test(`the digests of ${NAMES.length} scenarios are those of the golden traces`, async ({ tab }) => {
  let before = '';
  for (const name of NAMES) {
    const expected = goldenOf(name).digest;
    // Wait for the new digest, not the previous run's.
    if (expected === before) await tab.driver.goto('about:blank');
    await tab.open(`#/bench?scenario=${name}`);
    await until(name, () => digestIn(tab)).toBe(expected);
    before = expected;
  }
});
