import { expect, it } from 'vitest';
import { simulateText } from '../../scripts/check/simulated.mjs';
import { scenarioText } from '../../scripts/engine.mjs';
import { TRACE_TABLES } from '../engine/schema';
import { DEFAULT_SCENARIO } from '../scenario/content/scenarios';
import { decodeRun, encodeRun, textHashOf } from './storedRun';
import { type Column, TABLES, Trace } from './trace';

/** The first row that differs; -1 if there is none. A message with whole columns would take minutes. */
function firstDifference(values: Column, others: Column | undefined): number {
  if (values.constructor !== others?.constructor || values.length !== others.length) return 0;
  return values.findIndex((value, row) => !Object.is(value, others[row]));
}

// The bench's default, Vegas with its decisions and checks, and SACK.
for (const name of [DEFAULT_SCENARIO, 'ahn-fig1-vt', 'fall-floyd-4'])
  it(`a stored run of ${name} has every row, to the last bit`, async () => {
    const text = scenarioText(name);
    const { scenario, chunks, summary } = await simulateText(text);
    const whole = new Trace(scenario);
    const bytes = encodeRun(text, { scenario, chunks, summary });
    const recorded = chunks.reduce(
      (sum, chunk) => sum + TABLES.reduce((part, table) => part + chunk[table].time_s.length, 0),
      0,
    );
    for (const chunk of chunks) whole.append(chunk);
    const { run, textHash } = decodeRun(bytes);
    expect(textHash).toBe(textHashOf(text));
    expect(run.scenario).toEqual(scenario);
    expect(run.summary).toEqual(summary);
    expect(run.now_s).toBe(summary.ended_at_s);
    const sources = Math.max(whole.links.length, scenario.flows.length + scenario.datagrams.length);
    let rows = 0;
    for (const table of TABLES)
      for (let key = 0; key < sources; key += 1) {
        const stored = run.trace.rows(table, key);
        const engine = whole.rows(table, key) as Record<string, Column>;
        expect(Object.keys(stored)).toHaveLength(TRACE_TABLES[table].length - 1);
        for (const [column, values] of Object.entries<Column>(stored))
          expect(firstDifference(values, engine[column]), `${table} ${key} ${column}`).toBe(-1);
        rows += stored.time_s.length;
      }
    expect(rows).toBe(recorded);
  });

it('a stored run that ends early is refused', async () => {
  const text = scenarioText(DEFAULT_SCENARIO);
  const bytes = encodeRun(text, await simulateText(text));
  const { run } = decodeRun(bytes.subarray(0, -1));
  expect(() => run.trace.rows('limits', 0)).toThrow('ends early');
});
