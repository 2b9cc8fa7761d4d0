/** Tests that no mark, heading or time in a pasted text hides a code, changes whose row it's in, or makes up a student. */
import { expect, it } from 'vitest';
import { Random } from '../../base/fuzz/random';
import { BitWriter } from './bits';
import { codesCsv, EMPTY } from './collection';
import { encodePacked } from './decode';
import { parseSubmissions, type Submissions } from './submissions';

function codeNumber(number: number): string {
  const bits = new BitWriter();
  bits.bit(number, 31);
  return `VL3-${encodePacked(bits.bytes(), '3')}`;
}

function found(text: string): Submissions {
  const read = parseSubmissions(text);
  if ('problem' in read) throw new Error(`${read.problem}\n${text}`);
  return read;
}

const CODES = Array.from({ length: 8 }, (_, at) => codeNumber(1000 + at));
const [A = '', B = '', C = '', D = ''] = CODES;

const cellsIn = (text: string) =>
  found(text).entries.map(({ line, otherCells, code }) => [line, ...otherCells, code]);

const rows = [`Ann Lee,a@x,${A}`, `Bob Ray,b@x,${B}`, `"Mo, Cy",c@x,${C}`, `Di Fu,d@x,${D}`];
const HEAD = 'Name,Mail,Code';

it('a quotation mark that never closes spoils its own row only', () => {
  const text = [HEAD, rows[0], `"${rows[1]}`, ...rows.slice(2)].join('\n');
  expect(cellsIn(text)).toEqual([
    [2, 'Ann Lee', 'a@x', A],
    [3, '"Bob Ray', 'b@x', B],
    [4, 'Mo, Cy', 'c@x', C],
    [5, 'Di Fu', 'd@x', D],
  ]);
  expect(found(text)).toMatchObject({ misquoted: [3], joined: [] });
});

it('a quotation mark that closes in the row of another is reported', () => {
  const text = [HEAD, `"${rows[0]}`, rows[1]?.replace('Ray', 'Ray"'), ...rows.slice(2)].join('\n');
  const read = found(text);
  expect([...read.misquoted, ...read.joined]).toContain(2);
});

it('a quotation mark in the words of a student is a letter', () => {
  const text = [HEAD, `Ann Lee,5" disk,${A}`, `Bob Ray,"so-called" mail,${B}`, `Cy,"a ""b""",${C}`].join(
    '\n',
  );
  expect(cellsIn(text)).toEqual([
    [2, 'Ann Lee', '5" disk', A],
    [3, 'Bob Ray', '"so-called" mail', B],
    [4, 'Cy', 'a "b"', C],
  ]);
});

it('a quotation mark at the beginning of a cell with several lines keeps the lines together', () => {
  const text = `${HEAD}\nAnn Lee,a@x,"My code, it is\n\n${A}\n\nThanks, Ann"\nBob Ray,b@x,"${B}"\n`;
  expect(cellsIn(text)).toEqual([
    [2, 'Ann Lee', 'a@x', A],
    [7, 'Bob Ray', 'b@x', B],
  ]);
  expect(found(text)).toMatchObject({ misquoted: [], joined: [] });
  expect(cellsIn(text.replaceAll('\n', '\r\n'))).toEqual(cellsIn(text));
  expect(cellsIn(text.replaceAll('\n', '\r'))).toEqual(cellsIn(text));
});

it('a quotation mark put anywhere keeps the row of every other student, or names the line', () => {
  const random = new Random(17);
  const NAMES = ['Ann Lee', 'Bob "Bo" Ray', 'Mo, Cy', 'Di\nFu', 'Eve; Ng', '', 'Gus', "O'Hara"];
  for (let round = 0; round < 4000; round += 1) {
    const separator = random.of([',', ';', '\t']);
    const lineEnd = random.of(['\n', '\r\n']);
    const quotesAll = random.chance(0.3);
    const column = random.below(3);
    const cell = (text: string) =>
      quotesAll || /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const count = 2 + random.below(6);
    const truth = new Map<string, string>();
    const written = CODES.slice(0, count).map((code, at) => {
      const text = random.of([code, code, `my code: ${code}`, `here,\n${code}\nthanks`, `"${code}"`]);
      const cells = [random.of(NAMES), random.of(['', 'x, "y"', `n${at}@x`, '5"'])];
      truth.set(code, JSON.stringify(cells));
      cells.splice(column, 0, text);
      return cells.map(cell).join(separator);
    });
    const head = ['Name', 'Note'];
    head.splice(column, 0, 'Code');
    const lines = [...(random.chance(0.7) ? [head.map(cell).join(separator)] : []), ...written];
    const text = lines.join(lineEnd);
    const at = random.below(text.length + 1);
    const stray = text.slice(0, at) + '"'.repeat(random.of([1, 1, 1, 2, 3])) + text.slice(at);
    const read = found(stray);
    const doubtful = [...read.misquoted, ...read.joined];
    // A code with a quote in it is damaged, and listed as such.
    const whole = CODES.slice(0, count).filter((code) => stray.includes(code));
    expect(read.entries.length, JSON.stringify(stray)).toBeGreaterThanOrEqual(whole.length);
    const missing = whole.filter((code) => !read.entries.some((entry) => entry.code === code));
    // The line of each doubtful row is in the row of a missing code.
    for (const code of missing) {
      const line = stray.slice(0, stray.indexOf(code)).split(/\r?\n/).length;
      const isNamed = doubtful.some((one) => one <= line && one >= line - 6);
      expect(isNamed, `${JSON.stringify(stray)}\n${JSON.stringify(read)}`).toBe(true);
    }
    // Without a doubt, each code but the one in the changed row has its own cells.
    if (doubtful.length > 0 || read.columns.length === 0) continue;
    const changed = read.entries.filter(
      ({ code, otherCells }) => truth.get(code) !== JSON.stringify(otherCells),
    );
    expect(changed.length, `${JSON.stringify(stray)}\n${JSON.stringify(read)}`).toBeLessThanOrEqual(1);
  }
});

it.each([
  ['"a\n', 100_000],
  ['"""a,', 100_000],
  ['"a","b\n', 80_000],
  ['a","b\n', 80_000],
  ['"",\n', 100_000],
  ['" ', 200_000],
])('a quotation mark %j many times takes no time that grows with its square', (piece, count) => {
  const before = process.cpuUsage().user;
  parseSubmissions(`Name,Mail,Code\nAnn,a@x,${A}\n${piece.repeat(count)}`);
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(8);
});

it.each([
  'VL code',
  'VL3-Code',
  'VL3 codes',
  'VLab result',
  'Your result code from Vegas Lab, which begins with VL3- (paste it, whole)',
  'Please paste here the result code that the page showed to you at the end',
])('a heading %j is no student’s', (heading) => {
  const read = found(`Name,"${heading}",Remark\nAnn Lee,${A},x\nBob Ray,,y\n`);
  expect(read.columns).toEqual(['Name', 'Remark']);
  expect(read.entries.map(({ line, code }) => [line, code])).toEqual([
    [2, A],
    [3, ''],
  ]);
  expect(read.heading).toBe(1);
});

it.each(['VL3-', 'VL3-AB12', 'VL3-AAAA1-BBBBB-CC', 'VL2-7', A.slice(0, 14)])(
  'a heading isn’t seen in the damaged code %j of the first student',
  (damaged) => {
    const read = found(`Ann Lee,${damaged}\nBob Ray,${B}\n`);
    expect(read.entries).toMatchObject([{ otherCells: ['Ann Lee'] }, { otherCells: ['Bob Ray'], code: B }]);
  },
);

it('a heading of a usual length needs no remark', () => {
  expect(found(`Name,Code\nAnn Lee,${A}\n`).heading).toBeNull();
});

const SENDER = /Ann Lee/;
const CHATS: Record<string, string> = {
  'WhatsApp on iOS': `[27.11.26, 10:03:12] Ann Lee: ${A}\n[27.11.26, 10:04:00] Bob Ray: ${B}`,
  'WhatsApp on Android': `27.11.26, 10:03 - Ann Lee: ${A}\n27.11.26, 10:04 - Bob Ray: ${B}`,
  'WhatsApp in English': `11/27/26, 10:03\u202fAM - Ann Lee: hi, it’s ${A}\n11/27/26, 10:04\u202fAM - Bob Ray: ${B}`,
  'WhatsApp, several lines': `[27.11.26, 10:03] Ann Lee: hello, here\nit is:\n${A}\n[27.11.26, 10:04] Bob Ray: ${B}`,
  Telegram: `Ann Lee, [27.11.2026 10:03]\n${A}\n\nBob Ray, [27.11.2026 10:04]\n${B}`,
  'Words in front': `Here, the chat:\n[27.11.26, 10:03] Ann Lee: ${A}\n[27.11.26, 10:04] Bob Ray: ${B}`,
  Discord: `Ann Lee — Today at 10:03 AM\n${A}\nBob Ray — Today at 10:04 AM\n${B}`,
  Teams: `[27.11. 10:03] Ann Lee\n${A}\n[27.11. 10:04] Bob Ray\n${B}`,
  'Teams, last names first': `[10:03] Lee, Ann: ${A}\n[10:04] Ray, Bob: ${B}`,
  Slack: `Ann Lee  10:03 AM\n${A}\nBob Ray  10:04 AM\n${B}`,
  Zoom: `10:03:22\t From  Ann Lee : ${A}\n10:04:22\t From  Bob Ray : ${B}`,
  'Zoom to all': `10:03:22 From Ann Lee to Everyone:\n\t${A}\n10:04:22 From Bob Ray to Everyone:\n\t${B}`,
};

it.each(Object.entries(CHATS))(
  'a chat of %s is a list of messages, with the line of each sender',
  (_, text) => {
    const { entries, columns } = found(text);
    expect(columns).toEqual([]);
    expect(entries.map(({ code }) => code)).toEqual([A, B]);
    for (const { otherCells } of entries) expect(otherCells).toEqual([]);
    expect(entries[0]?.nearby).toMatch(/Ann Lee|Lee, Ann/);
    expect(entries[1]?.nearby).toMatch(/Bob Ray|Ray, Bob/);
    expect(entries[1]?.nearby).not.toMatch(SENDER);
  },
);

it.each([
  `2026/11/27 10:03:12 AM,Ann Lee,${A}\n2026/11/27 10:04:12 AM,Bob Ray,${B}`,
  `27.11.2026 10:03;Ann Lee;${A}\n27.11.2026 10:04;Bob Ray;${B}`,
  `10:03\tAnn Lee\t${A}\n10:04\tBob Ray\t${B}`,
])('a chat isn’t seen in a form’s table with times', (text) => {
  expect(found(text).entries.map(({ otherCells }) => otherCells[1])).toEqual(['Ann Lee', 'Bob Ray']);
});

it('the file of a collection that isn’t stored has the same codes, cells and words when it’s opened again', () => {
  const random = new Random(3);
  const TEXTS = [
    '',
    'Ann "Bo" Lee',
    'Lee, Ann',
    'a;b',
    'tab\tbed',
    'two\nlines',
    '=1+1',
    'x',
    '"',
    ' [10:03] Ann',
  ];
  for (let round = 0; round < 200; round += 1) {
    const columns = Array.from({ length: random.below(4) }, (_, at) =>
      random.of(['', `Column ${at}`, 'a, b']),
    );
    const entries = CODES.slice(0, 2 + random.below(5)).map((code, at) => ({
      number: at + 1,
      source: { way: 'paste', file: '' } as const,
      line: at + 1,
      code,
      otherCells: Array.from({ length: random.below(columns.length + 1) }, () => random.of(TEXTS)),
      nearby: columns.length === 0 ? random.of(TEXTS) : '',
    }));
    const csv = codesCsv({ ...EMPTY, columns, entries });
    const read = found(csv);
    const told = (cells: readonly string[]) => cells.map((cell) => cell.trim()).filter(Boolean);
    expect(
      read.entries.map(({ code, otherCells }) => [code, ...told(otherCells)]),
      csv,
    ).toEqual(entries.map(({ code, otherCells, nearby }) => [code, ...told([...otherCells, nearby])]));
    expect(read.misquoted, csv).toEqual([]);
    expect(read.columns.slice(0, columns.length)).toEqual(columns);
  }
});
