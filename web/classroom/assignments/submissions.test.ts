/** Tests finding codes in tables, lists and messages, and collecting them. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BitWriter } from './bits';
import { type Collection, EMPTY, type Source, withRestored, withSubmissions } from './collection';
import { encodeLetters, encodePacked } from './decode';
import { decode } from './result';
import { MAX_CODES, MAX_ROW_CODES, parseSubmissions, type Submissions } from './submissions';

/** A code as the lab makes it; the bytes in it don't matter here. */
const CODE = `VL2-${await encodeLetters('["abcdefgh",17,"1.0.0","","0123456789abcdef",[true,null]]')}`;

function packedCode(number: number): string {
  const bits = new BitWriter();
  bits.bit(number, 31);
  return `VL2-${encodePacked(bits.bytes(), '2')}`;
}

function found(text: string): Submissions {
  const read = parseSubmissions(text);
  if ('problem' in read) throw new Error(read.problem);
  return read;
}

const NO_DOUBTS = { full: [], misquoted: [], joined: [], heading: null };

const codesIn = (text: string) => found(text).entries.map(({ code }) => code);

it('codes are found in a CSV with a header row and other columns', () => {
  const csv = `\ufeffNumber;Name;Code;Remark\r\n7;"Hopper; Grace";${CODE};"a ""b"""\r\n8;Nobody;;\r\n9;X;VL1-AAAAA-BBBBB;\r\n`;
  expect(parseSubmissions(csv)).toEqual({
    columns: ['Number', 'Name', 'Remark'],
    entries: [
      { line: 2, code: CODE, otherCells: ['7', 'Hopper; Grace', 'a "b"'], nearby: '' },
      { line: 3, code: '', otherCells: ['8', 'Nobody', ''], nearby: '' },
      { line: 4, code: 'VL1-AAAAA-BBBBB', otherCells: ['9', 'X', ''], nearby: '' },
    ],
    ...NO_DOUBTS,
  });
});

it('codes are found in lists, in spreadsheet rows and in wrapped lines', () => {
  const entry = { line: 1, code: CODE, otherCells: [], nearby: '' };
  expect(parseSubmissions(CODE)).toEqual({ columns: [], entries: [entry], ...NO_DOUBTS });
  expect(parseSubmissions(`\n${CODE}\n\n${CODE}`)).toMatchObject({ entries: [{ line: 2 }, { line: 4 }] });
  expect(parseSubmissions(`A\t${CODE}\nB\t${CODE}`)).toMatchObject({
    columns: [''],
    entries: [{ otherCells: ['A'] }, { otherCells: ['B'] }],
  });
  const at = Math.floor(CODE.length / 2);
  expect(codesIn(`${CODE.slice(0, at)}\n> ${CODE.slice(at)}\n${CODE}\n`)).toEqual([CODE, CODE]);
});

it('codes are found in messages, however they are spelled', async () => {
  const spellings = [
    `Dear teacher, my code is ${CODE}. Best, Ada`,
    `https://lab.example/#/grade?code=${CODE}&x=1`,
    CODE.toLowerCase(),
    `Here: ${CODE.replaceAll('-', ' ')} and thanks for 1 more day`,
    CODE.replaceAll('-', '\u2013'),
    `my code: ${CODE.slice(4)}`,
    CODE.replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
  for (const text of spellings) expect(codesIn(text), text).toEqual([CODE]);
  expect(codesIn(spellings.join('\n'))).toEqual(spellings.map(() => CODE));
  expect('result' in (await decode(CODE))).toBe(true);
});

it('codes come with their line and what is next to them', () => {
  const read = found(`Class 7b\nAda: ${CODE} (late)\n\nBo ${packedCode(3)}`);
  expect(read.entries).toMatchObject([
    { line: 2, nearby: 'Ada: \t (late)' },
    { line: 4, nearby: 'Bo' },
  ]);
  const sentence = found(`Hello, my code is ${CODE} – Ada`);
  expect(sentence).toMatchObject({
    columns: [],
    entries: [{ otherCells: [], nearby: 'Hello, my code is \t – Ada' }],
  });
});

it('codes are listed if they are damaged, with all that is left', () => {
  const wrong = CODE.replace(/.$/, CODE.endsWith('Z') ? 'Y' : 'Z');
  expect(codesIn(`Ada ${wrong}, Bo ${CODE}`)).toEqual([wrong, CODE]);
  expect(codesIn('VL2-AAAAA-BBBBB-CCCCC')).toEqual(['VL2-AAAAA-BBBBB-CCCCC']);
  expect(codesIn('abcd1-fghij-klmno-pqrst-uv')).toEqual(['abcd1-fghij-klmno-pqrst-uv']);
});

it('codes are reported missing if the text has none, or is a link to the assignment', () => {
  for (const text of ['', 'a,b\n1,2', 'a well-known, state-owned VL2 company; vl2'])
    expect(parseSubmissions(text)).toEqual({ problem: expect.stringContaining('no codes') });
  expect(parseSubmissions('https://lab.example/#/task?v=1&of=abcdefgh&packed=xyz')).toEqual({
    problem: expect.stringContaining('link of an assignment'),
  });
});

it('codes are not searched for without end in a hostile text', () => {
  const counts = [
    'VL2-',
    'VL2 AAAA1 ',
    'VL2-AAAA1-',
    'AAAA1-BBBBB-CCCCC-DDDDD ',
    'VL2-A\n',
    '- > ',
    '-',
    'AAAAA-',
  ].map((piece) => {
    const read = parseSubmissions(piece.repeat(500_000 / piece.length));
    return 'problem' in read ? 0 : read.entries.length;
  });
  // From one line some, from many one more than a collection takes, which then says so.
  expect(counts).toEqual([1, 0, 1, MAX_ROW_CODES, MAX_CODES + 1, 0, 0, 0]);
  expect(parseSubmissions(' '.repeat(2_000_001))).toEqual({ problem: expect.stringContaining('too long') });
});

const PASTE: Source = { way: 'paste', file: '' };

describe('a collection', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('a collection leaves out codes that are there already, unless something else is next to them', () => {
    const first = withSubmissions(EMPTY, found(`Ada,${CODE}\nBo,${packedCode(1)}`), PASTE);
    expect(first.added.map(({ number }) => number)).toEqual([1, 2]);
    const again = withSubmissions(first.collection, found(`${CODE}\n${packedCode(2)}`), {
      way: 'scan',
      file: '',
    });
    expect(again).toMatchObject({ known: 1, added: [{ number: 3, code: packedCode(2) }] });
    const other = withSubmissions(again.collection, found(`Cy,${CODE}\nAda,${CODE}`), PASTE);
    expect(other).toMatchObject({ known: 1, added: [{ number: 4, otherCells: ['Cy'] }] });
  });

  it('a collection joins the columns of tables by name', () => {
    const first = withSubmissions(EMPTY, found(`Name,Code\nAda,${CODE}`), PASTE);
    const table = found(`Number,Code,Name\n7,${packedCode(1)},Bo`);
    const { collection } = withSubmissions(first.collection, table, PASTE);
    expect(collection.columns).toEqual(['Name', 'Number']);
    expect(collection.entries.map(({ otherCells }) => otherCells)).toEqual([['Ada'], ['Bo', '7']]);
  });

  it('a collection refuses more codes than it can keep, and keeps the others', () => {
    const codes = Array.from({ length: MAX_CODES + 1 }, (_, place) => packedCode(place + 1));
    expect(() => withSubmissions(EMPTY, found(codes.join('\n')), PASTE)).toThrow('at most 2000');
    const { collection } = withSubmissions(EMPTY, found(codes.slice(1).join('\n')), PASTE);
    expect(collection.entries).toHaveLength(MAX_CODES);
  });

  it('a collection lists a code once that arrived again before all were restored', () => {
    const { collection } = withSubmissions(EMPTY, found(`Ada,${CODE}\nBo,${packedCode(1)}`), PASTE);
    const emptied = { ...collection, entries: [] };
    const since = withSubmissions(emptied, found(`${CODE}\n${packedCode(2)}`), PASTE).collection;
    const restored = withRestored(since, collection.entries);
    expect(restored.entries.map(({ number, code }) => [number, code])).toEqual([
      [1, CODE],
      [2, packedCode(1)],
      [3, packedCode(2)],
    ]);
    const codes = Array.from({ length: MAX_CODES }, (_, place) => packedCode(place + 3));
    const full = withSubmissions(EMPTY, found(codes.join('\n')), PASTE).collection;
    expect(() => withRestored(since, full.entries)).toThrow('at most 2000');
  });

  it('a collection keeps a choice with its code', () => {
    const texts = [1, 2, 3].map((number) => `s${number},${packedCode(number)}\nx,`);
    const add = (before: Collection, text = '') => withSubmissions(before, found(text), PASTE).collection;
    const two = add(EMPTY, `${texts[0]}\n${texts[1]}`);
    const chosen = { ...two, chosen: [1] };
    expect(add(chosen, texts[2]).chosen).toEqual([1]);
    // A number that comes again isn't that of the removed code.
    const emptied = { ...chosen, entries: [] };
    expect(add(emptied, texts[2]).chosen).toEqual([]);
    expect(withRestored(emptied, chosen.entries).chosen).toEqual([1]);
    const since = { ...add(emptied, texts[2]), chosen: [1] };
    const restored = withRestored(since, chosen.entries);
    const names = restored.entries.filter(({ number }) => restored.chosen.includes(number));
    expect(names.map(({ otherCells }) => otherCells)).toEqual([['s3']]);
  });
});

it.each([
  [400_000, 1],
  [200_000, 1_000],
  [2, 100_000],
])('a table with one wide row of %d cells before %d others is read', (width, rows) => {
  const wide = Array.from({ length: width }, () => 'x').join(',');
  const others = Array.from({ length: rows }, (_, row) => `s${row},${row === 0 ? CODE : ''}`).join('\n');
  expect(codesIn(`${wide}\n${others}`)).toContain(CODE);
});
