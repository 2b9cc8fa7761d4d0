/**
 * Old links must keep opening the same scenario. content/links.json lists old links, each with the complete scenario that it opened when it
 * was made; its lines never change. Every old value must be the same today, and fields added since must have their defaults. Earlier
 * versions of scenario files are in content/archive, by the marks that links contain.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/child.mjs';
import { scenarioNames, scenarioText } from '../../../scripts/engine.mjs';
import { read } from '../../engine/nodeEngine';
import type { Scenario } from '../../engine/schema';
import { markOf } from './address';
import { openingOf } from './opening';
import { parseRoute } from './route';

interface OldLink {
  made: string;
  link: string;
  opens: Scenario;
}

const oldLinks: OldLink[] = JSON.parse(readFileSync(`${ROOT}content/links.json`, 'utf8'));

async function opened(link: string): Promise<{ scenario: Scenario; notes: string[] }> {
  const { text, link: made, notes } = await openingOf(parseRoute(link).query);
  return { scenario: read(made?.text ?? text, made?.changes), notes };
}

/** Paths at which `now` differs from `then`. Ignores descriptions, because they don't affect the run. */
function differing(then: unknown, now: unknown, path = ''): string[] {
  if (typeof then !== 'object' || then === null) return Object.is(then, now) ? [] : [path];
  if (typeof now !== 'object' || now === null) return [path];
  if (Array.isArray(then) && then.length !== (now as unknown[]).length) return [path];
  return Object.entries(then).flatMap(([key, value]) =>
    ['.title', '.about', '.source'].includes(`${path}.${key}`)
      ? []
      : differing(value, (now as Record<string, unknown>)[key], `${path}.${key}`),
  );
}

it.each(oldLinks)(
  'an old link opens the same scenario as when it was made: $link',
  async ({ link, opens }) => {
    const { scenario } = await opened(link);
    expect(differing(opens, scenario)).toEqual([]);
    // Fields added since have their defaults, so the old scenario equals today's once the engine has parsed it.
    const { title, about, source } = scenario;
    expect(read({ ...opens, title, about, source })).toEqual(scenario);
  },
);

it('an old link fails the comparison if it opens another scenario', () => {
  const [first] = oldLinks;
  const other = { ...first?.opens, seed: 99 };
  expect(differing(other, first?.opens)).toEqual(['.seed']);
  expect(differing({ flows: [{ name: 'a' }] }, { flows: [] })).toEqual(['.flows']);
});

it("an old link opens today's scenario if only its descriptions have changed", async () => {
  const { notes, scenario } = await opened('#/bench?scenario=ahn-fig1-vr&of=msv2nxbp&seed=4');
  expect(notes).toEqual([]);
  expect(scenario.seed).toBe(4);
  const earlier = JSON.parse(readFileSync(`${ROOT}content/archive/msv2nxbp.json`, 'utf8')) as Scenario;
  expect(scenario.about).not.toBe(earlier.about);
});

it('an old link shows a note when it opens an earlier version of a scenario', async () => {
  const { notes, scenario } = await opened('#/bench?scenario=ahn-fig1-vr&of=gzt387wa&seed=4');
  expect(notes).toEqual([
    'The scenario has changed since this link was made. You see the version from then.',
  ]);
  expect(scenario.seed).toBe(4);
  const unknown = await opened('#/bench?scenario=ahn-fig1-vr&of=00000000&seed=4');
  expect(unknown.notes[0]).toContain('was made for an earlier version of the scenario');
});

const marks: Record<string, string[]> = JSON.parse(readFileSync(`${ROOT}content/marks.json`, 'utf8'));

it.each(Object.entries(marks))('an earlier version of a scenario is archived: %s', (name, known) => {
  const today = markOf(scenarioText(name));
  expect(known, 'run npm run archive to add the mark to content/marks.json').toContain(today);
  for (const mark of known.filter((one) => one !== today)) {
    const kept = `${ROOT}content/archive/${mark}.json`;
    expect(existsSync(kept), `content/archive lacks ${mark}; run npm run archive`).toBe(true);
    expect(markOf(readFileSync(kept, 'utf8'))).toBe(mark);
  }
});

it('an earlier version of a scenario is tracked for every scenario', () => {
  expect(Object.keys(marks)).toEqual(expect.arrayContaining(scenarioNames()));
});
