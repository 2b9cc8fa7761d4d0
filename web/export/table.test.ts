/** Tests that exported tables are quoted correctly and complete. */
import { expect, it } from 'vitest';
import { fileName, type Provenance } from './provenance';
import { csvOf, jsonOf } from './table';

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
  const cells = ['=1', '+1', '-1', '@A1', '\t=1', '\r=1', '=a,b', 'a;=1', '"=1', 'a=b', -1];
  const lines = csvOf({ columns: [{ name: '=x' }], rows: cells.map((cell) => [cell]) }, ABOUT).join('');
  const [head, ...rows] = lines.split('\r\n').slice(3, -1);
  expect(head).toBe("'=x");
  expect(rows).toEqual([
    ...["'=1", "'+1", "'-1", "'@A1", "'\t=1", '"\'\r=1"', '"\'=a,b"', '"a;=1"', '"""=1"', 'a=b', '-1'],
  ]);
  const about = { ...ABOUT, title: 'a,=1; "@b,\t+c', differs: () => ['x = -1', 'y = 2'] };
  expect(csvOf({ columns: [], rows: [] }, about).join('').split('\r\n').slice(0, 2)).toEqual([
    `# a,'=1; "'@b,\t'+c · seed 7 · Vegas Lab, engine 1.2`,
    '# Changed: x = -1; y = 2',
  ]);
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
