import { expect, it } from 'vitest';
import { scenarioOf } from '../../engine/nodeEngine';
import { measuresOf } from '../../run/measures';
import { simulated } from '../../run/simulated';
import { readAnswer } from './BenchTaskView';
import { checkInWords, inDisplayUnit, judgeCheck, readingUnitOf } from './examine';

const measures = measuresOf(scenarioOf('ahn-fig1-rr'));
const goal = (measure: string, value: number) => ({
  kind: 'reach' as const,
  measure,
  relation: 'at_least' as const,
  value,
  points: 1,
});

it('a goal is said in the units of the bench, and compared in those that are stored', async () => {
  const rate = goal('flows.0.goodput_bytes_per_s', 75_000);
  expect(checkInWords(rate, measures)).toBe('transfer: goodput (kbit/s) at least 600');
  const share = goal('links.R1>R2.utilization', 0.9);
  expect(checkInWords(share, measures)).toBe('R1 → R2: utilization (%) at least 90');
  expect(checkInWords(goal('flows.0.completed_at_s', 20), measures)).toBe(
    'transfer: completion time (s) at least 20',
  );
  const { summary } = await simulated('ahn-fig1-rr');
  if (summary === null) throw new Error('there is no run');
  const mark = judgeCheck(rate, null, summary, measures);
  expect(mark.passed).toBe((summary.flows[0]?.goodput_bytes_per_s ?? 0) >= 75_000);
  expect(mark.words()).toMatch(/^the run has 60[34]\.\d+ kbit\/s$/);
});

it('a value has no digits that come from a division', () => {
  const utilization = measures.find(({ name }) => name === 'links.R1>R2.utilization');
  for (const percent of [0.7, 7, 57, 90]) expect(inDisplayUnit(percent / 100, utilization)).toBe(percent);
  expect(inDisplayUnit(12, undefined)).toBe(12);
});

it('a reading is asked for, typed and reported in the units of the bench', async () => {
  const check = {
    kind: 'read' as const,
    measure: 'flows.0.goodput_bytes_per_s',
    points: 1,
    question: '',
    within: 125,
  };
  expect(checkInWords(check, measures)).toBe('Read: transfer: goodput (kbit/s)');
  const measure = measures.find(({ name }) => name === check.measure);
  const answer = readAnswer('604', readingUnitOf('', measure, false));
  expect(answer).toBe(75_500);
  const { summary } = await simulated('ahn-fig1-rr');
  if (summary === null) throw new Error('there is no run');
  const mark = judgeCheck(check, answer, summary, measures);
  expect(mark.passed).toBe(true);
  expect(mark.words()).toMatch(/^answered 604; the run has 60[34]\.\d+ kbit\/s$/);
});

it('a question may ask for bytes, and a sealed answer is compared as it was typed', () => {
  const measure = measures.find(({ name }) => name === 'flows.0.goodput_bytes_per_s');
  expect(readingUnitOf('How many bytes per second?', measure, false)).toEqual({ unit: 'bytes/s', size: 1 });
  expect(readingUnitOf('How fast is it?', measure, false).unit).toBe('kbit/s');
  expect(readingUnitOf('How fast is it?', measure, true).size).toBe(1);
  expect(readingUnitOf('', undefined, false)).toEqual({ unit: '', size: 1 });
});
