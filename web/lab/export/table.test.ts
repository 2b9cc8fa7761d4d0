/** Tests that exported tables are quoted correctly and complete. */
import { expect, it } from 'vitest';
import { Random } from '../../base/fuzz/random';
import type { Provenance } from './origin';
import { fileName } from './provenance';
import { type BareTable, csvLine, textOf, WRITERS } from './table';

const csvOf = (table: BareTable, about: Provenance) => textOf(WRITERS.csv, table, about);
const jsonOf = (table: BareTable, about: Provenance) => textOf(WRITERS.json, table, about);

const ABOUT: Provenance = {
  scenario: 'low buffer/2',
  title: 'A "test",\nof two lines',
  seed: 7,
  engine_version: '1.2',
  link: 'http://localhost/#/bench?scenario=x',
  flows: [],
  differs: () => ['links.1.rate_bps = 8'],
};

const TABLE = {
  columns: [{ name: 'time (s)', digits: 2 }, { name: 'flow, name' }],
  rows: [
    [0.1 + 0.2, 'a "b"'],
    [Number.NaN, '=1+1'],
    [Number.POSITIVE_INFINITY, 'two\nlines'],
  ],
};

it('writes CSV quoted as in RFC 4180, with all digits', () => {
  expect(csvOf(TABLE, ABOUT).join('').split('\r\n')).toEqual([
    '# A "test", of two lines · seed 7 · Vegas Lab, engine 1.2',
    '# Changed: links.1.rate_bps = 8',
    '# http://localhost/#/bench?scenario=x',
    'time (s),"flow, name"',
    '0.30000000000000004,"a ""b"""',
    ",'=1+1",
    'Infinity,"two\nlines"',
    '',
  ]);
});

it('writes nothing that a spreadsheet evaluates as a formula', () => {
  const cells = ['=1', '+1', '-1', '@A1', '\t=1', '\r=1', '=a,b', 'a;=1', '"=1', 'a=b', '＝1', -1];
  const lines = csvOf({ columns: [{ name: '=x' }], rows: cells.map((cell) => [cell]) }, ABOUT).join('');
  const [head, ...rows] = lines.split('\r\n').slice(3, -1);
  expect(head).toBe("'=x");
  expect(rows).toEqual([
    ...["'=1", "'+1", "'-1", "'@A1", '"\'\t\'=1"', '"\'\r\'=1"', '"\'=a,b"', '"a;\'=1"', '"""\'=1"', 'a=b'],
    ...["'＝1", '-1'],
  ]);
  const about = { ...ABOUT, title: 'a,=1; "@b,\t+c', differs: () => ['x = -1', 'y = 2'] };
  expect(csvOf({ columns: [], rows: [] }, about).join('').split('\r\n').slice(0, 2)).toEqual([
    `# a,'=1; "'@b,\t'+c · seed 7 · Vegas Lab, engine 1.2`,
    '# Changed: x = -1; y = 2',
  ]);
});

/**
 * The cells of a text as a spreadsheet reads them with a separator. With `quotes`, a quote at the beginning of a cell opens it, and
 * what follows the closing quote belongs to the cell too; without, quotes are letters.
 */
function cellsOf(text: string, separator: string, quotes: boolean): string[] {
  const cells: string[] = [];
  let [cell, open, started] = ['', false, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (open && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (open && letter === '"') open = false;
    else if (open) cell += letter;
    else if (quotes && letter === '"' && !started) [open, started] = [true, true];
    else if (letter === separator || letter === '\n' || letter === '\r') {
      cells.push(cell);
      [cell, started] = ['', false];
    } else {
      cell += letter;
      started ||= letter.trim() !== '';
    }
  }
  return [...cells, cell];
}

it('writes no formula, whichever separator a spreadsheet reads', () => {
  const seed = Number(process.env.VEGASLAB_SEED ?? Date.now() % 1e9);
  const random = new Random(seed);
  const pieces = [
    'a',
    'b c',
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    ',',
    ';',
    '\t',
    '|',
    '"',
    '""',
    "'",
    ' ',
    '\n',
    '\r\n',
  ];
  const hostile = [
    "'a;=1+1'",
    'a;=1+1',
    'a\n=1',
    '";=1',
    'a";"=1',
    ';;=1',
    ';"" =1',
    'a,\u200b=1',
    '\t=1',
    '\ufeff=1',
  ];
  const isFormula = (cell: string) => /^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u.test(cell);
  for (let round = 0; round < 5000; round += 1) {
    const cell = () =>
      random.chance(0.2)
        ? random.of(hostile)
        : Array.from({ length: random.below(7) }, () => random.of(pieces)).join('');
    const cells = round < hostile.length ? [hostile[round] ?? '', 'x'] : Array.from({ length: 3 }, cell);
    const line = csvLine(cells);
    for (const separator of [',', ';', '\t', '|'])
      for (const quotes of [true, false])
        expect(
          cellsOf(line, separator, quotes).filter(isFormula),
          `seed ${seed}, round ${round}: ${JSON.stringify(cells)} as ${JSON.stringify(line)} by ${separator}`,
        ).toEqual([]);
    // Nothing else is lost.
    const read = cellsOf(line, ',', true).slice(0, 3).join('');
    const letters = (text: string) => text.replaceAll(/['\s]/g, '');
    expect(letters(read)).toBe(letters(cells.join('')));
  }
});

it('writes JSON with its provenance', () => {
  expect(JSON.parse(jsonOf(TABLE, ABOUT).join(''))).toEqual({
    ...ABOUT,
    differs: ABOUT.differs(),
    columns: ['time (s)', 'flow, name'],
    rows: [
      [0.1 + 0.2, 'a "b"'],
      [null, '=1+1'],
      ['Infinity', 'two\nlines'],
    ],
  });
  expect(JSON.parse(jsonOf({ columns: [], rows: [] }, ABOUT).join('')).rows).toEqual([]);
});

it('makes file names that every file system accepts', () => {
  expect(fileName(ABOUT, 'queue', 'csv')).toBe('low-buffer-2-seed-7-queue.csv');
  expect(fileName({ ...ABOUT, scenario: '../…', seed: null }, '', 'svg')).toBe('vegas-lab.svg');
});
