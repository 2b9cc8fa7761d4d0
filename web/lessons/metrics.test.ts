/** Tests that tables of lessons name the seconds that their numbers are over. */
import { expect, it } from 'vitest';
import { COURSE, openLesson } from './course';
import type { RunExperiment } from './lesson';
import { commonInterval, metricRows } from './metrics';
import { scenarioOf } from './simulatedLesson';

async function tablesOf(name: string) {
  const opened = await openLesson(name);
  if (opened === null) throw new Error(`${name} is not a complete lesson`);
  const experiments = Object.entries(opened.lesson.experiments);
  return await Promise.all(
    experiments.flatMap(([id, experiment]) => (experiment.kind === 'runs' ? [tableOf(id, experiment)] : [])),
  );
}

async function tableOf(id: string, experiment: RunExperiment) {
  const [arm] = Object.values(experiment.arms);
  if (arm === undefined) throw new Error(`${id} has no arms`);
  return { id, rows: metricRows(experiment, await scenarioOf(arm)) };
}

it.each(COURSE.map(({ name }) => name))('each row of a table in %s names its seconds', async (name) => {
  for (const { id, rows } of await tablesOf(name))
    for (const { name: metric, label, own, interval } of rows) {
      if (own) expect(label, id).toMatch(/\bseconds\b/);
      else expect(interval === '', `${id}: ${metric}`).toBe(/_at_s$|time_to_bytes/.test(metric));
    }
});

it('a table names the seconds once if all of its rows are over the same', async () => {
  const [tables, mixed] = await Promise.all([
    tablesOf('in-a-real-kernel'),
    tablesOf('listening-to-the-queue'),
  ]);
  const common = Object.fromEntries(
    [...tables, ...mixed].map(({ id, rows }) => [
      id,
      [commonInterval(rows), rows.map((row) => row.interval)],
    ]),
  );
  expect(common.fack).toEqual(['whole run', ['whole run', 'whole run']]);
  // The lesson's own row is over the seconds after the first twenty.
  expect(common.netperf).toEqual([null, ['whole run', 'whole run', '']]);
  // A moment, the mean of a transfer that ends, and the link's drops.
  expect(common.alone).toEqual([null, ['', 'whole transfer', 'whole run']]);
});
