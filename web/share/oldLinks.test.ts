/**
 * A link opens the same for ever. content/links.json holds links as they were made, and what each opened on that day with nothing left
 * out; no line of it is ever changed. All that a link said then must hold today; a field that has come since must stand at its
 * default. What a scenario's file was before it changed is in content/archive, by the marks that links carry.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/child.mjs';
import { loadEngine, readerOf } from '../../scripts/engine.mjs';
import type { Scenario } from '../engine/schema';
import { markOf } from './address';
import { openingOf } from './opening';
import { parseRoute } from './route';

interface OldLink {
  made: string;
  link: string;
  opens: Scenario;
}

const oldLinks: OldLink[] = JSON.parse(readFileSync(`${ROOT}content/links.json`, 'utf8'));

let { read } = {} as ReturnType<typeof readerOf>;

beforeAll(async () => {
  ({ read } = readerOf((await loadEngine()).engine));
}, 600_000);

async function opened(link: string): Promise<{ scenario: Scenario; notes: string[] }> {
  const { text, make, notes } = await openingOf(parseRoute(link).query);
  const origin = read(text ?? '');
  const made = make === null ? '' : make(origin);
  if (typeof made !== 'string') throw new Error(JSON.stringify(made));
  return { scenario: made === '' ? origin : read(made), notes };
}

/** Paths at which `now` differs from `then`. Descriptions may change, because they don't affect the run. */
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

describe('a link of an earlier day', () => {
  it.each(oldLinks)('opens as it did: $link', async ({ link, opens }) => {
    const { scenario } = await opened(link);
    expect(differing(opens, scenario)).toEqual([]);
    // A field added since has its default, so the old scenario equals today's once today's engine has read it.
    const { title, about, source } = scenario;
    expect(read(JSON.stringify({ ...opens, title, about, source }))).toEqual(scenario);
  });

  it('is distinguished from one that opens something else', () => {
    const [first] = oldLinks;
    const other = { ...first?.opens, seed: 99 };
    expect(differing(other, first?.opens)).toEqual(['.seed']);
    expect(differing({ flows: [{ name: 'a' }] }, { flows: [] })).toEqual(['.flows']);
  });

  it('says when it opens an older scenario', async () => {
    const { notes, scenario } = await opened('#/bench?scenario=ahn-fig1-vr&of=gzt387wa&seed=4');
    expect(notes).toEqual(['The scenario has changed since this link was made. Here it is as it was then.']);
    expect(scenario.seed).toBe(4);
    const unknown = await opened('#/bench?scenario=ahn-fig1-vr&of=00000000&seed=4');
    expect(unknown.notes[0]).toContain('was made when the scenario was another');
  });
});

const marks: Record<string, string[]> = JSON.parse(readFileSync(`${ROOT}content/marks.json`, 'utf8'));

describe('an older form of a scenario', () => {
  it.each(Object.entries(marks))('is kept: %s', (name, known) => {
    const file = readFileSync(`${ROOT}content/scenarios/${name}.json`, 'utf8');
    const today = markOf(file);
    expect(known, 'npm run archive notes what is new').toContain(today);
    for (const mark of known.filter((one) => one !== today)) {
      const kept = `${ROOT}content/archive/${mark}.json`;
      expect(existsSync(kept), `npm run archive keeps ${mark}`).toBe(true);
      expect(markOf(readFileSync(kept, 'utf8'))).toBe(mark);
    }
  });

  it('is kept of every scenario there is', () => {
    const names = readdirSync(`${ROOT}content/scenarios`).map((file) => file.replace(/\.json$/, ''));
    expect(Object.keys(marks)).toEqual(expect.arrayContaining(names));
  });
});
