import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Measure } from '../engine/generated/papers';
import { loadExperiment } from '../scenario/content/experiments';
import { armOf, armsOf, type Finding } from '../scenario/content/papers';
import { intervalOf, plusMinus } from './words';

const textOf = (name: string) =>
  readFile(new URL(`../../content/scenarios/${name}.json`, import.meta.url), 'utf8');

it('an arm can replace a whole list', async () => {
  const { links } = JSON.parse(await loadExperiment('fu-2003/judgement/none', textOf)) as {
    links: { name: string }[];
  };
  expect(links.map(({ name }) => name)).toEqual(['far-r1']);
});

const load = async (arm: string) =>
  JSON.parse(await loadExperiment(`low-2000/factorial/${arm}`, textOf)) as {
    links: { name: string; queue: { limit_packets: number } }[];
    flows: { sender: Record<string, { kind?: string }> }[];
  };

it("factors apply on top of the arm's settings", async () => {
  const { links, flows } = await load('4+cam+cut');
  expect(links.find(({ name }) => name === 'bottleneck')?.queue.limit_packets).toBe(4);
  for (const { sender } of flows) {
    expect(sender.preset).toBe('reno');
    expect(sender.avoidance?.kind).toBe('cam');
    expect(sender.decrease?.kind).toBe('three_quarters');
    expect(sender.slow_start).toBeUndefined();
  }
  expect((await load('4')).flows[0]?.sender.avoidance?.kind).toBeUndefined();
});

it('factors must belong to the experiment', async () => {
  await expect(load('4+cwm')).rejects.toThrow('low-2000/factorial/4+cwm');
  await expect(load('cam')).rejects.toThrow('No paper');
});

it('factors of an effect are on in the runs that show it', () => {
  const response: Measure = { kind: 'flow', flow: 'one', figure: 'sent' };
  const design = { arm: '10', factors: ['cam', 'cut'], response };
  expect(armOf({ kind: 'effect', design, by: ['cam'] })).toBe('10+cam');
  expect(armOf({ kind: 'variation', design, terms: [['cam', 'cut']] })).toBe('10+cam+cut');
  expect(armOf({ kind: 'variation', design })).toBe('10');
  expect(armsOf({ kind: 'effect', design, by: ['cam'] })).toEqual(['10+cam', '10', '10+cut', '10+cam+cut']);
});

const found: Finding = { paper: 'p', item: 'i', ours: 24, ci95: 14.27, verdict: 'agrees' };

it('our interval is 95 % by default', () => {
  expect(plusMinus(found)).toBe(' ± 14.27');
  expect(intervalOf(found)).toEqual({ percent: 95, half: 14.27 });
});

it("our interval has the paper's confidence if the experiment states one, with a label", () => {
  expect(plusMinus({ ...found, ci: { percent: 90, half: 11.8 } })).toBe(' ± 11.8 (90 %)');
});

it('our interval is absent for numbers without one and for unmeasured entries', () => {
  expect(plusMinus({ ...found, ci95: null })).toBe('');
  expect(intervalOf(undefined)).toBeNull();
});
