import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import checks from '../../content/findings.json?checks';
import { type Finding, findingsOf, type Paper } from '../scenario/content/papers';
import { claimsOf, countOfPapers, entriesOf } from './claims';
import { countOf } from './count';
import { exportedTable } from './exported';
import { kindOf, kindsIn } from './kinds';
import { momentOf } from './moments';
import { runAddress } from './RowCells';
import { blocksOf, readings } from './readings';
import { filtered, filterIn, NO_FILTER, queryOf, referenceOf, rowsOf, signedDistance } from './rows';

const content = new URL('../../content/', import.meta.url);
const list: Finding[] = JSON.parse(readFileSync(new URL('findings.json', content), 'utf8'));
const findings = findingsOf(list);
const papers: Paper[] = readdirSync(new URL('papers/', content)).map((file) =>
  JSON.parse(readFileSync(new URL(`papers/${file}`, content), 'utf8')),
);
const rows = rowsOf(papers, findings);

it('filters show what counts at first', () => {
  expect(filtered(rows, NO_FILTER)).toHaveLength(list.filter(({ verdict }) => verdict !== 'ours').length);
  expect(filtered(rows, { ...NO_FILTER, shown: 'all' })).toHaveLength(list.length);
});

it('filters select by verdict, quantity and cause', () => {
  const deviating = filtered(rows, { ...NO_FILTER, shown: 'deviates' });
  expect(deviating).toHaveLength(countOf(list).deviates);
  const queues = filtered(rows, { ...NO_FILTER, kind: 'queue' });
  expect(queues.length).toBeGreaterThan(0);
  expect(new Set(queues.map(({ kind }) => kind))).toEqual(new Set(['queue']));
  const causes = filtered(rows, { ...NO_FILTER, cause: 'low-2000/phases' });
  expect(causes.map(({ entry }) => entry.cause)).toEqual(causes.map(() => 'phases'));
  expect(causes.length).toBeGreaterThan(0);
});

it('filters search all words, in any case', () => {
  const found = filtered(rows, { ...NO_FILTER, search: 'TABLE-1  20t ' });
  expect(found.length).toBeGreaterThan(3);
  for (const { text } of found) expect(text).toMatch(/table-1.*20t|20t.*table-1/);
  expect(filtered(rows, { ...NO_FILTER, search: 'no such words' })).toEqual([]);
});

it('filters sort by distance, with rows without one last', () => {
  const distances = filtered(rows, { ...NO_FILTER, sort: 'farthest' }).map(({ distance }) => distance);
  const known = distances.filter((distance) => distance !== null);
  expect(known).toEqual(known.toSorted((a, b) => b - a));
  expect(distances.slice(0, known.length)).toEqual(known);
  expect(filtered(rows, { ...NO_FILTER, sort: 'nearest' })[0]?.distance).toBe(0);
});

it('filters return from an address as they were', () => {
  const filter = {
    shown: 'fails',
    kind: 'rtt',
    cause: 'a/b',
    search: 'x y',
    sort: 'nearest',
  } as const;
  const kinds = kindsIn(rows.map(({ kind }) => kind));
  expect(filterIn(new URLSearchParams(queryOf(filter)), kinds)).toEqual(filter);
  expect(queryOf(NO_FILTER)).toEqual({});
  expect(filterIn(new URLSearchParams('show=nothing&kind=nothing'), kinds)).toEqual(NO_FILTER);
});

describe('distances', () => {
  const entry = { published: { value: 100 } } as Paper['entries'][number];
  const found = (ours: number, allowed?: number): Finding => ({
    paper: 'p',
    item: 'i',
    ours,
    ci95: null,
    verdict: 'agrees',
    ...(allowed !== undefined && { allowed }),
  });

  it('distances are in units of the largest difference that agrees', () => {
    expect(signedDistance(entry, found(105, 10))).toBe(0.5);
    expect(signedDistance(entry, found(80, 10))).toBe(-2);
    expect(signedDistance(entry, found(100, 0))).toBe(0);
    expect(signedDistance(entry, found(105))).toBeNull();
  });

  it('distances are above 1 exactly for numbers that deviate', () => {
    for (const { entry: one, distance, verdict } of rows) {
      if (one.expect.kind !== 'number') expect(distance, one.item).toBeNull();
      else expect((distance ?? 0) > 1 + 1e-4 ? 'deviates' : 'agrees', one.item).toBe(verdict);
    }
  });

  it('distances compare with the model, the number, or the middle of a range', () => {
    const of = (published: object) => referenceOf({ ...entry, published });
    expect([of({ model: 3, value: 4 }), of({ value: 4 }), of({ interval: [1, 3] }), of({})]).toEqual([
      3,
      4,
      2,
      null,
    ]);
  });
});

it('a measure has the kind of its first metric', () => {
  expect(kindOf({ kind: 'flow', flow: 'a', figure: 'goodput_bytes_per_s' })).toBe('throughput');
  const rate = { kind: 'flow', flow: 'a', figure: 'fast_retransmits' } as const;
  expect(kindOf({ kind: 'ratio', of: rate, to: rate })).toBe('retransmissions');
  expect(kindOf(undefined)).toBe('other');
});

it('an exported table has every digit, the test and the cause', () => {
  const row = rows.find(({ entry }) => entry.item === 'no-sack/newreno');
  if (row === undefined) throw new Error('no-sack/newreno is missing');
  const table = exportedTable([row], findings);
  const cell = (name: string) => table.rows[0]?.[table.columns.findIndex((column) => column.name === name)];
  expect([cell('test'), cell('published'), cell('verdict'), cell('ours')]).toEqual([
    'number',
    8.59,
    'deviates',
    row.finding?.ours,
  ]);
  expect(cell('cause')).toBe(row.cause?.title);
});

it('the counts of the checks are those of the findings', () => {
  const { agrees, deviates, holds, fails } = countOf(list);
  expect(checks.numbers).toEqual({ good: agrees, all: agrees + deviates });
  expect(checks.directions).toEqual({ good: holds, all: holds + fails });
  const claims = countOfPapers([...new Set(rows.map(({ paper }) => paper))], list);
  expect(checks.claims).toEqual({ good: claims.fully, all: claims.all });
  expect(checks.grid.good).toBeGreaterThan(0);
});

it('a claim holds fully, in part or not by its counted rows', () => {
  const paper = {
    name: 'p',
    entries: [{ item: 'a/1', cause: 'c' }, { item: 'a/2' }, { item: 'b/1', cause: 'c' }, { item: 'c/1' }],
    causes: [{ name: 'c' }, { name: 'd' }],
    coverage: [{ rows: ['a/'] }, { rows: ['a/2', 'c/'] }, { rows: ['b/'] }, { rows: ['c/'] }, {}],
  };
  const verdicts: Record<string, Finding['verdict']> = {
    'p/a/1': 'deviates',
    'p/a/2': 'holds',
    'p/b/1': 'fails',
    'p/c/1': 'ours',
  };
  const found = new Map(Object.entries(verdicts).map(([key, verdict]) => [key, { verdict } as Finding]));
  const claims = claimsOf(paper as unknown as Paper, found);
  expect(claims.map(({ holding }) => holding)).toEqual(['in_part', 'fully', 'not', null, null]);
  expect(claims.map(({ causes }) => causes.length)).toEqual([1, 0, 1, 0, 0]);
});

it('a line of the coverage lists an item by its name, and several by what they begin with', () => {
  const paper = {
    entries: [
      { item: 'table-1/a' },
      { item: 'table-1/b' },
      { item: 'table-1/a-late' },
      { item: 'table-10/a' },
    ],
  };
  expect(entriesOf(paper as Paper, { rows: ['table-1/a'] }).map(({ item }) => item)).toEqual(['table-1/a']);
  expect(entriesOf(paper as Paper, { rows: ['table-1/'] }).map(({ item }) => item)).toEqual([
    'table-1/a',
    'table-1/b',
    'table-1/a-late',
  ]);
});

it('every reading that a text about a paper names stands on the page', () => {
  const named = papers.flatMap((paper) => JSON.stringify(paper).match(/readings\.md, [A-Z]\d+/g) ?? []);
  const listed = readings.flatMap((block) => ('parts' in block ? block.parts.slice(0, 1) : []));
  expect(named.length).toBeGreaterThan(10);
  for (const name of new Set(named.map((text) => text.split(', ')[1])))
    expect(
      listed.some(({ words, strong }) => strong && words.startsWith(`${name}. `)),
      name,
    ).toBe(true);
});

it('readings keep headings, bold words and paragraphs', () => {
  expect(blocksOf('# Title\n\n## Part\n\n**A1.** One *word*\nmore\n')).toEqual([
    { kind: 'heading', parts: [{ words: 'Part', strong: false }] },
    {
      kind: 'paragraph',
      parts: [
        { words: 'A1.', strong: true },
        { words: ' One word more', strong: false },
      ],
    },
  ]);
});

it('readings keep lists and tables', () => {
  expect(blocksOf('1. One\nmore\n2. **Two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n')).toEqual([
    {
      kind: 'list',
      items: [[{ words: 'One more', strong: false }], [{ words: 'Two', strong: true }]],
    },
    {
      kind: 'table',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    },
  ]);
});

it('a number opens its run in the window that it is measured in, or in a minute of a run of hours', () => {
  const of = (item: string) => {
    const row = rows.find(({ entry }) => entry.item === item);
    if (row === undefined) throw new Error(item);
    return { moment: momentOf(row.paper, row.entry), address: runAddress(row.paper, row.entry) };
  };
  expect(of('figure-2/rate-2a-5').moment).toEqual([5, 10]);
  expect(of('figure-2/rate-2a-5').address).toBe(
    '#/bench?experiment=low-2000%2Fone-link%2Fpf&view.from=5&view.to=10',
  );
  expect(of('figure-1/queue').moment, 'a change has its windows within').toEqual([30, 400]);
  expect(of('figure-1/vr-second-700').moment).toBeNull();
  for (const { paper, entry } of rows) {
    const { scenario = '' } = paper.experiments.find(({ name }) => name === entry.experiment) ?? {};
    const moment = momentOf(paper, entry);
    if (/^ahn-(?:table1|live)/.test(scenario)) expect(moment, entry.item).not.toBeNull();
    if (moment !== null) expect(moment[1], entry.item).toBeGreaterThan(moment[0]);
  }
});
