import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/child.mjs';
import { loadText, SCENARIO_NAMES, TITLES } from '../../scenario/content/scenarios';
import { gallery, neighbor, searched } from './groups';

const groups = gallery();

function namesIn(some: typeof groups): string[] {
  return some.flatMap(({ entries }) => entries.map(({ name }) => name));
}

it('the gallery has every scenario in exactly one group', () => {
  expect(namesIn(groups).sort()).toEqual([...SCENARIO_NAMES].sort());
});

it('the gallery puts new files under "More", or with the lessons’ variants', () => {
  const grown = gallery([...SCENARIO_NAMES, 'brand-new', 'rem.brand-new']);
  const groupOf = (name: string) => grown.find(({ entries }) => entries.some((one) => one.name === name));
  expect(groupOf('brand-new')).toMatchObject({ name: 'more', folded: false });
  expect(groupOf('rem.brand-new')).toMatchObject({ name: 'lessons', folded: true });
});

it('the gallery says of each scenario of a question what it shows', () => {
  for (const { name, entries } of groups)
    for (const { name: scenario, line, title, source } of entries) {
      expect(TITLES.get(scenario), scenario).toBe(title);
      expect(source, scenario).not.toBe('');
      if (!['more', 'lessons'].includes(name)) expect(line, scenario).toMatch(/^[A-Z0-9].*\.$/);
    }
});

it('the gallery names the senders that are in the files', async () => {
  interface File {
    presets?: { name: string; sender: { preset: string } }[];
    flows: { sender: string | { preset: string } }[];
  }
  for (const { name, entries } of groups) {
    if (['more', 'lessons'].includes(name)) continue;
    for (const entry of entries) {
      const { flows, presets = [] } = JSON.parse((await loadText(entry.name)) ?? '') as File;
      const built = (preset: string) => presets.find((own) => own.name === preset)?.sender.preset ?? preset;
      const senders = flows.map(({ sender }) => built(typeof sender === 'string' ? sender : sender.preset));
      expect([...entry.senders].sort(), entry.name).toEqual([...new Set(senders)].sort());
    }
  }
});

it('the gallery finds scenarios by name, title, paper, author and sender', () => {
  const found = (search: string) => namesIn(searched(groups, search));
  expect(found('ahn-fig1-rr')).toEqual(['ahn-fig1-rr']);
  expect(found('latecomers marks')).toEqual(['low-rem']);
  expect(found('fu liew')).toEqual(['veno-fig5', 'veno-side-by-side', 'veno-reverse-path']);
  expect(found('FLOYD')).toHaveLength(4);
  expect(found('bbr')).toContain('since-then.pair');
  expect(found('')).toHaveLength(SCENARIO_NAMES.length);
  expect(found('no such thing')).toEqual([]);
});

it('the gallery unfolds the lessons’ variants that a search finds', () => {
  expect(searched(groups, 'detour of half')).toMatchObject([{ name: 'lessons', folded: false }]);
});

it('the gallery goes from scenario to scenario in its order, and around at the ends', () => {
  expect(neighbor('ahn-fig1-rr', 1)).toBe('ahn-fig1-vr');
  expect(neighbor('ahn-fig1-vr', -1)).toBe('ahn-fig1-rr');
  const last = neighbor('ahn-fig1-rr', -1) ?? '';
  expect(neighbor(last, 1)).toBe('ahn-fig1-rr');
  expect(neighbor('ahn-1995/figure-1/vr', 1)).toBeNull();
});

it('the gallery has a default scenario that is in the repository', async () => {
  const { DEFAULT_SCENARIO } = await import('../../scenario/content/scenarios');
  expect(readFileSync(`${ROOT}content/scenarios/${DEFAULT_SCENARIO}.json`, 'utf8')).toContain('"flows"');
});
