import { describe, expect, it } from 'vitest';
import { toBase64Url } from '../../base/bytes';
import { shortened } from '../../base/shortened';
import type { Scenario } from '../../engine/schema';
import { changeProblems, numbered, withChanges } from '../../scenario/changes';
import { changesOf, LONGEST_LINK, MOST_CHANGES } from './address';
import { openingOf } from './opening';

const open = (query: string) => openingOf(new URLSearchParams(query));

describe('an address', () => {
  it('without a scenario opens the one on which Reno stalls', async () => {
    expect(await open('')).toMatchObject({ name: 'ahn-fig1-rr', notes: [], exact: true });
  });

  it('with a misspelled scenario opens the similar one, with a note', async () => {
    const opening = await open('scenario=ahn-fig-vr');
    expect(opening).toMatchObject({ name: 'ahn-fig1-vr', exact: false });
    expect(opening.unknown).toBeUndefined();
    expect(opening.notes).toEqual([
      "There's no scenario called ahn-fig-vr. Here is the one with the most similar name, ahn-fig1-vr.",
    ]);
  });

  it('with a name like no other says so, and suggests none', async () => {
    for (const name of ['__proto__', 'constructor', 'x'.repeat(9000)]) {
      const opening = await open(`scenario=${name}`);
      expect(opening, name).toMatchObject({ name: 'ahn-fig1-rr', exact: false, unknown: true });
      expect(opening.notes, name).toEqual([
        `There's no scenario called ${shortened(name)}, and none with a similar name.`,
      ]);
    }
    expect(await open('experiment=low-2000/nowhere')).toMatchObject({ unknown: true, exact: false });
  });
});

describe('an address that would block the page', () => {
  it('is refused if it has too many values, and opens the default scenario', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}.b=1`).join('&');
    expect((await open(many(MOST_CHANGES))).notes).toEqual([]);
    expect(await open(`scenario=ahn-fig1-vr&${many(80_000)}`)).toMatchObject({
      name: 'ahn-fig1-rr',
      make: null,
      exact: false,
      notes: ['This link has too many values: 80,000. The lab opens links with up to 4,000.'],
    });
  });

  it('is refused if it is too long, and leaves the bench alone', async () => {
    const link = new URLSearchParams({ title: 'x'.repeat(LONGEST_LINK) });
    expect(await openingOf(link, 'low-buffer')).toEqual({
      name: 'low-buffer',
      text: null,
      make: null,
      exact: false,
      notes: ['This link is too long: 2,097,157 characters. The lab opens links of up to 2,097,152.'],
    });
    expect(await open(`view.x=${'x'.repeat(1000)}&title=short`)).toMatchObject({ notes: [] });
  });

  it('repeats only the beginning of a long name', async () => {
    const long = 'x'.repeat(900_000);
    for (const query of [
      `scenario=${long}`,
      `experiment=${long}`,
      `experiment=evidence/${long}`,
      `${long}={`,
    ])
      for (const note of (await open(query)).notes) expect(note.length, note.slice(0, 50)).toBeLessThan(250);
    const { changes } = changesOf(new URLSearchParams(`links.${long}.rate_bps=1`));
    for (const { path, problem } of changeProblems({ links: [] } as unknown as Scenario, changes))
      expect(path.length + problem.length).toBeLessThan(300);
  });
});

describe('an address with a whole scenario', () => {
  const link = (text: string, rest = '') =>
    open(`scenario=ahn-fig1-vr&plain=${toBase64Url(new TextEncoder().encode(text))}${rest}`);
  const origin = {} as Scenario;

  it('applies its changes to that scenario', async () => {
    const { make } = await link('{"seed": 1}', '&seed=2');
    expect(JSON.parse(String(make?.(origin)))).toEqual({ seed: 2 });
  });

  it.each(['{"seed": 1', 'null', ''])(
    'opens %j as it is, so that the engine names the place of the problem',
    async (text) => {
      expect((await link(text, '&seed=2')).make?.(origin)).toBe(text);
    },
  );
});

describe('paths in an address', () => {
  it('that are longer than any of a scenario are not read', () => {
    const path = 'a.'.repeat(500_000);
    const { changes, unread } = changesOf(new URLSearchParams({ [path]: '1', seed: '2' }));
    expect(changes).toEqual([['seed', 2]]);
    expect(unread).toEqual([path]);
  });

  it('with * may not change more values than a page can apply', () => {
    const base = { flows: Array.from({ length: 1000 }, () => ({})) } as unknown as Scenario;
    const changes = (count: number) =>
      numbered(
        base,
        Array.from({ length: count }, (_, index) => [`flows.*.a${index}`, 1] as const),
      );
    expect(changeProblems(base, changes(20))).toEqual([]);
    const many = changes(4000);
    expect(many.length).toBeLessThan(22_000);
    expect(changeProblems(base, many)).toEqual([
      { path: 'flows.0.a20', problem: 'the link changes too many values', allowed: 'up to 20,000 values' },
    ]);
  });
});

describe('names in the paths of an address', () => {
  const base = {
    links: [
      { name: 'sender-R1', rate_bps: 1 },
      { name: 'R1-R2', rate_bps: 2, queue: { limit_bytes: 3 } },
    ],
    flows: [
      { name: 'transfer', start_s: 0 },
      { name: '0', start_s: 5 },
    ],
  } as unknown as Scenario;
  const applied = (query: string) => {
    const { changes } = changesOf(new URLSearchParams(query));
    const made = numbered(base, changes);
    return { paths: made.map(([path]) => path), problems: changeProblems(base, made), changes: made };
  };

  it('stand for entries of lists, as on the command line', () => {
    expect(applied('links.R1-R2.rate_bps=5').paths).toEqual(['links.1.rate_bps']);
    expect(applied('links.R1-R2.queue.limit_bytes=5&flows.transfer.start_s=1').paths).toEqual([
      'links.1.queue.limit_bytes',
      'flows.0.start_s',
    ]);
    expect(applied('links.*.rate_bps=7').paths).toEqual(['links.0.rate_bps', 'links.1.rate_bps']);
  });

  it('leave numbers what they were, even if a flow has a number for a name', () => {
    expect(applied('flows.0.start_s=1&links.1.rate_bps=5').paths).toEqual([
      'flows.0.start_s',
      'links.1.rate_bps',
    ]);
  });

  it('find flows that the same address adds', () => {
    const { changes, problems } = applied('flows.2=flows.0&flows.2.name="late"&flows.late.start_s=9');
    expect(problems).toEqual([]);
    expect(withChanges(base, changes).flows[2]).toEqual({ name: 'late', start_s: 9 });
  });

  it('are reported if no entry has them, with a similar one', () => {
    expect(applied('links.R1-R3.rate_bps=5').problems).toEqual([
      {
        path: 'links.R1-R3.rate_bps',
        problem: 'the list has no entry R1-R3; did you mean R1-R2?',
        allowed: '0 to 1',
      },
    ]);
    expect(applied('links.__proto__.rate_bps=5').problems[0]?.problem).toBe(
      'the list has no entry __proto__',
    );
  });
});
