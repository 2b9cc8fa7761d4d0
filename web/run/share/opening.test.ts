import { describe, expect, it } from 'vitest';
import { scenarioText } from '../../../scripts/engine.mjs';
import { toBase64Url } from '../../base/bytes';
import { shortened } from '../../base/shortened';
import { read } from '../../engine/nodeEngine';
import { changesOf, LONGEST_LINK, MOST_CHANGES, markOf } from './address';
import { openingOf } from './opening';

const open = (query: string) => openingOf(new URLSearchParams(query));

it('an address without a scenario opens the one on which Reno stalls', async () => {
  expect(await open('')).toMatchObject({ name: 'ahn-fig1-rr', notes: [], exact: true });
});

it('an address with a misspelled scenario opens the similar one, with a note', async () => {
  const opening = await open('scenario=ahn-fig-vr');
  expect(opening).toMatchObject({ name: 'ahn-fig1-vr', exact: false });
  expect(opening.unknown).toBeUndefined();
  expect(opening.notes).toEqual([
    "There's no scenario called ahn-fig-vr. Here is the one with the most similar name, ahn-fig1-vr.",
  ]);
});

it('an address with a name like no other says so, and suggests none', async () => {
  for (const name of ['__proto__', 'constructor', 'x'.repeat(9000)]) {
    const opening = await open(`scenario=${name}`);
    expect(opening, name).toMatchObject({ name: 'ahn-fig1-rr', exact: false, unknown: true });
    expect(opening.notes, name).toEqual([
      `There's no scenario called ${shortened(name)}, and none with a similar name.`,
    ]);
  }
  expect(await open('experiment=low-2000/nowhere')).toMatchObject({ unknown: true, exact: false });
});

it('the run of an experiment has a title of its own, unless it is the scenario as it is', async () => {
  const title = async (query: string) => JSON.parse((await open(query)).text ?? '').title;
  expect(await title('experiment=ahn-1995/figure-1/vr')).toBe('2 MiB alone on the path (vr)');
  expect(await title('experiment=low-2000/factorial/4%2Bcam')).toBe(
    'Which part of Vegas does it: three flows and no other (4+cam)',
  );
  expect(await title('experiment=ahn-1995/figure-1/rr')).toBe('R-R: Reno sender, Reno receiver');
  expect(await title('experiment=ahn-1995/figure-2')).toBe(JSON.parse(scenarioText('ahn-fig2')).title);
});

it('a link that was made when an experiment had the title of its scenario opens without a note', async () => {
  const { text } = await open('experiment=ahn-1995/figure-1/vr');
  const { title } = JSON.parse(scenarioText('ahn-fig1-rr'));
  const former = JSON.stringify({ ...JSON.parse(text ?? ''), title }, null, 2);
  for (const then of [text ?? '', former])
    expect(await open(`experiment=ahn-1995/figure-1/vr&of=${markOf(then)}`)).toMatchObject({
      text,
      notes: [],
      exact: true,
    });
  expect((await open('experiment=ahn-1995/figure-1/vr&of=olo6020w')).notes).toHaveLength(1);
});

it('an address that would block the page is refused if it has too many values, and opens the default scenario', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}.b=1`).join('&');
  expect((await open(many(MOST_CHANGES))).notes).toEqual([]);
  expect(await open(`scenario=ahn-fig1-vr&${many(80_000)}`)).toMatchObject({
    name: 'ahn-fig1-rr',
    link: null,
    exact: false,
    notes: ['This link has too many values: 80,000. The lab opens links with up to 4,000.'],
  });
});

it('an address that would block the page is refused if it is too long, and leaves the bench alone', async () => {
  const link = new URLSearchParams({ title: 'x'.repeat(LONGEST_LINK) });
  expect(await openingOf(link, 'low-buffer')).toEqual({
    name: 'low-buffer',
    text: null,
    link: null,
    exact: false,
    notes: ['This link is too long: 2,097,157 characters. The lab opens links of up to 2,097,152.'],
  });
  expect(await open(`view.x=${'x'.repeat(1000)}&title=short`)).toMatchObject({ notes: [] });
});

it('an address that would block the page repeats only the beginning of a long name', async () => {
  const long = 'x'.repeat(900_000);
  for (const query of [`scenario=${long}`, `experiment=${long}`, `experiment=evidence/${long}`, `${long}={`])
    for (const note of (await open(query)).notes) expect(note.length, note.slice(0, 50)).toBeLessThan(250);
  const base = JSON.parse(scenarioText('ahn-fig1-vr'));
  const { changes } = changesOf(new URLSearchParams(`links.${'x'.repeat(450)}.rate_bps=1`));
  expect(() => read(base, changes)).toThrow(/^.{1,300}$/);
});

describe('an address with a whole scenario', () => {
  const link = (text: string, rest = '') =>
    open(`scenario=ahn-fig1-vr&plain=${toBase64Url(new TextEncoder().encode(text))}${rest}`);

  it('an address with a whole scenario has its text and its changes', async () => {
    expect((await link('{"seed": 1}', '&seed=2')).link).toEqual({
      text: '{"seed": 1}',
      changes: [['seed', 2]],
    });
  });

  it.each(['{"seed": 1', 'null', ''])(
    'an address with a whole scenario has the text %j as it is, so that the engine names the place of the problem',
    async (text) => expect((await link(text)).link).toEqual({ text, changes: [] }),
  );
});

it('paths in an address that are longer than any of a scenario are not read', () => {
  const path = 'a.'.repeat(500_000);
  const { changes, unread } = changesOf(new URLSearchParams({ [path]: '1', seed: '2' }));
  expect(changes).toEqual([['seed', 2]]);
  expect(unread).toEqual([path]);
});

it('paths in an address with * may not change more values than a page can apply', () => {
  const name = 'martin-asu';
  const changes = (count: number) =>
    Array.from({ length: count }, () => ['flows.*.rwnd_bytes', 30_000] as const);
  expect(read(scenarioText(name), changes(42)).flows[9]?.rwnd_bytes).toBe(30_000);
  expect(() => read(scenarioText(name), changes(43))).toThrow('the link changes too many values');
});

describe('names in the paths of an address', () => {
  const base = scenarioText('ahn-fig2');
  const applied = (query: string) => read(base, changesOf(new URLSearchParams(query)).changes);

  it('names in the paths of an address stand for entries of lists, as on the command line', () => {
    expect(applied('links.R1-R2.rate_bps=500000').links.find(({ name }) => name === 'R1-R2')?.rate_bps).toBe(
      500_000,
    );
    expect(applied('flows.transfer.start_s=1').flows[0]?.start_s).toBe(1);
    expect(new Set(applied('links.*.rate_bps=700000').links.map(({ rate_bps }) => rate_bps))).toEqual(
      new Set([700_000]),
    );
  });

  it('names in the paths of an address leave numbers what they were, even if a flow has a number for a name', () => {
    const { flows } = applied('flows.1.name="0"&flows.0.start_s=1');
    expect(flows.map(({ start_s }) => start_s)).toEqual([1, read(base).flows[1]?.start_s]);
  });

  it('names in the paths of an address find flows that the same address adds', () => {
    const { flows } = applied('flows.2=flows.0&flows.2.name="late"&flows.late.start_s=2');
    expect(flows[2]).toEqual({ ...flows[0], name: 'late', start_s: 2 });
  });

  it('names in the paths of an address are reported if no entry has them, with a similar one', () => {
    expect(() => applied('links.R1-R9.rate_bps=5')).toThrow('the list has no entry "R1-R9"; did you mean');
    expect(() => applied('links.__proto__.rate_bps=5')).toThrow('the list has no entry "__proto__"; allowed');
  });
});
