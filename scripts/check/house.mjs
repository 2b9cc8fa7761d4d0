// npm run -s house [FOLDER]: counts what a newcomer must know of the web's code: rooms, floors, pairs of rooms that know each other, imports
// that point up, ways to run a scenario and to start a page, and lines. FOLDER is another checkout, for a comparison.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { ROOT } from '../child.mjs';
import { ROOMS } from '../rooms.mjs';

const folder = resolve(process.argv[2] ?? ROOT);
const files = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(folder, file)));
const texts = new Map(
  files
    .filter((file) => /\.(?:tsx?|mjs|css|mdx|rs|py)$/.test(file) && !file.includes('/generated/'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
);

const isTest = (/** @type {string} */ file) =>
  /\.(?:test|spec)\.\w+$|^e2e\/|\/tests?\/|\/tests\.rs$|\/fuzz\//.test(file);
const sources = [...texts].filter(
  ([file]) => /^(?:web|content\/lessons)\//.test(file) && /\.(?:tsx?|css|mdx)$/.test(file) && !isTest(file),
);

/** The room of a file: its folder in web/. @param {string} file */
function roomOf(file) {
  if (file.startsWith('content/lessons/')) return 'lessons';
  return /^web\/(\w+)\//.exec(file)?.[1] ?? null;
}

/** The files that a file imports. @param {string} file @param {string} text */
function importsOf(file, text) {
  const forms = [
    /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g,
    /\bnew URL\(\s*['"](\.[^'"]+)['"]/g,
    /@import\s+(?:url\()?['"]?(\.[^'")]+)/g,
  ];
  return forms.flatMap((form) =>
    [...text.matchAll(form)].flatMap(([, path = '']) => {
      const base = posix.join(posix.dirname(file), path.replace(/\?.*$/, ''));
      return ['', '.ts', '.tsx'].map((end) => base + end).filter((one) => texts.has(one));
    }),
  );
}

/** Imports between rooms, by pair. @type {Map<string, number>} */
const pairs = new Map();
for (const [file, text] of sources)
  for (const other of importsOf(file, text)) {
    const pair = `${roomOf(file)} ${roomOf(other)}`;
    if (roomOf(file) !== roomOf(other) && !pair.includes('null')) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
const rooms = [...new Set(sources.map(([file]) => roomOf(file)))].filter((room) => room !== null);

/** @type {Map<string, number>} */
const floors = new Map();

/** Rooms of the longest chain of imports that begins in a room. A room that's in a circle counts once. @param {string} room @returns {number} */
function floorOf(room) {
  const known = floors.get(room);
  if (known !== undefined) return known;
  floors.set(room, 0);
  const below = [...pairs.keys()].map((pair) => pair.split(' ')).filter(([from]) => from === room);
  const floor = 1 + Math.max(0, ...below.map(([, to = '']) => floorOf(to)));
  floors.set(room, floor);
  return floor;
}

const known = Object.keys(ROOMS);
const up = [...pairs].filter(([pair]) => {
  const [from = '', to = ''] = pair.split(' ');
  return known.indexOf(to) > known.indexOf(from);
});
const containing = (/** @type {RegExp} */ form) =>
  sources.filter(([file, text]) => !file.endsWith('.css') && form.test(text)).length;
const lines = (/** @type {(file: string) => boolean} */ wanted) =>
  [...texts].reduce((sum, [file, text]) => sum + (wanted(file) ? text.split('\n').length - 1 : 0), 0);
const sum = (/** @type {number[]} */ counts) => counts.reduce((all, one) => all + one, 0);

const web = (/** @type {string} */ file) => file.startsWith('web/');
const rows = [
  ['rooms of web/', rooms.length],
  ['floors (the longest chain of imports between rooms)', Math.max(...rooms.map((room) => floorOf(room)))],
  ['pairs of rooms that know each other', pairs.size],
  ['imports between rooms', sum([...pairs.values()])],
  ...(rooms.every((room) => known.includes(room))
    ? [['imports that point up', sum(up.map(([, count]) => count))]]
    : []),
  ['files that start an engine', containing(/\bnew (?:EngineClient|Runner)\(/)],
  ['files that start a page', containing(/\bcreateRoot\(/)],
  ['lines: web, source', lines((file) => web(file) && /\.tsx?$/.test(file) && !isTest(file))],
  ['lines: web, styles', lines((file) => web(file) && file.endsWith('.css'))],
  ['lines: web, tests', lines((file) => web(file) && /\.tsx?$/.test(file) && isTest(file))],
  ['lines: browser tests', lines((file) => file.startsWith('e2e/'))],
  ['lines: lessons', lines((file) => file.startsWith('content/lessons/'))],
  ['lines: scripts', lines((file) => file.startsWith('scripts/'))],
  ['lines: engine, with tests', lines((file) => file.endsWith('.rs'))],
  ['lines: Python, with tests', lines((file) => file.endsWith('.py'))],
];
for (const [what, count] of rows) console.log(`${String(count).padStart(8)}  ${what}`);
