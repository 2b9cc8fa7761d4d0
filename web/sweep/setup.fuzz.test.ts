/** Addresses of sweeps with random changes. */
import { expect, test } from 'vitest';
import { AS_TEXT, fuzz, refused, type Verdict } from '../base/fuzz/fuzz';
import { mutateQuery } from '../base/fuzz/mutate';
import { catalogue, scenarioOf } from '../engine/nodeEngine';
import { fieldsOf } from '../scenario/fields';
import { indexedPath } from '../scenario/path';
import { blankAxis, MOST_STEPS, putSetup, readAxis, readCount, type Setup, setupOf } from './setup';

const scenario = scenarioOf('ahn-fig1-vr');
const INITIAL: Setup = {
  kind: 'sweep',
  axes: [blankAxis()],
  factors: [],
  presets: [],
  flow: 'all',
  seeds: '3',
  metrics: [],
};

const FIELDS = fieldsOf(scenario, catalogue);

function check(query: string): Verdict {
  const setup = setupOf(new URLSearchParams(query), INITIAL);
  const written = new URLSearchParams();
  putSetup(written, setup);
  expect(setup.axes.length).toBeLessThanOrEqual(2);
  const problems: (string | null)[] = [readCount(setup.seeds, 1, 100).problem];
  for (const axis of setup.axes) {
    const path = indexedPath(axis.path, scenario);
    const shape = FIELDS.find((field) => field.path === path)?.shape ?? null;
    if (shape === null) problems.push('unknown field');
    else {
      const { value, problem } = readAxis(axis, shape);
      problems.push(problem);
      if (value !== null) expect(value.length).toBeLessThanOrEqual(MOST_STEPS);
    }
  }
  const found = problems.filter((problem) => problem !== null);
  for (const problem of found) refused(problem);
  return found.length > 0 ? 'refused' : 'accepted';
}

test('changed addresses of sweeps are read, and their values checked', async () => {
  const seeds = [
    'sweep.kind=sweep&sweep.field=links.1.queue.limit_bytes~log~4096~32768~9&sweep.seeds=3',
    'sweep.kind=sweep&sweep.field=links.1.delay_ms~list~10,20,30&sweep.field=links.1.queue.limit_bytes~linear~4000~9000~9&sweep.presets=reno~vegas&sweep.flow=0&sweep.seeds=5&sweep.show=flows.0.goodput_bytes_per_s',
    'sweep.kind=sweep&sweep.field=links.1.rate_bps~linear~100000~900000~5&sweep.seeds=1',
  ];
  await fuzz({ name: 'sweeps', folder: import.meta.dirname, seeds, mutate: mutateQuery, check, ...AS_TEXT });
});
