/** Checks the imports between the rooms of `scripts/rooms.mjs`. Each imports only from rooms before it. Tests may import anything. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../scripts/child.mjs';
import { partOf, ROOMS, roomOf } from '../scripts/rooms.mjs';

const ORDER = Object.keys(ROOMS);

const WEB = join(ROOT, 'web');

/** The lessons' texts and components. */
const LESSONS = join(ROOT, 'content/lessons');

function sources(): string[] {
  return [WEB, LESSONS]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(?:tsx?|css|mdx)$/.test(file) && !/\.test\.tsx?$|\/engine\/pkg\//.test(file));
}

/** The relative paths in all imports of a file: static, dynamic and type imports, workers, and style sheets. */
function importsOf(text: string): string[] {
  const forms = [
    /\b(?:from|import)\s*\(?\s*(['"])(?<path>\.[^'"]+)\1/g,
    /\bnew URL\(\s*(['"])(?<path>\.[^'"]+)\1/g,
    /@import\s+url\(\s*(['"]?)(?<path>\.[^'")]+)\1/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups?.path ?? ''));
}

/** A message for each import of a file that breaks the order. */
function upwardImports(file: string, text: string): string[] {
  const room = roomOf(relative(ROOT, file)) ?? '';
  return importsOf(text).flatMap((path) => {
    const other = roomOf(relative(ROOT, resolve(dirname(file), path)));
    if (other === null || ORDER.indexOf(other) <= ORDER.indexOf(room)) return [];
    const allowed = ORDER.slice(0, ORDER.indexOf(room)).join(', ');
    return [`${relative(ROOT, file)} imports '${path}', but ${room} may import only from ${allowed}`];
  });
}

/** A folder of files that only some modules may import: the indexes that `run/series.ts` uses. */
const INNER = { folder: 'web/run/series/', importers: ['web/run/series.ts', 'web/run/trace.ts'] };

/** A message for each import of an inner file by any other module. */
function innerImports(file: string, text: string): string[] {
  const name = relative(ROOT, file);
  if (name.startsWith(INNER.folder) || INNER.importers.includes(name)) return [];
  return importsOf(text).flatMap((path) =>
    relative(ROOT, resolve(dirname(file), path)).startsWith(INNER.folder)
      ? [
          `${name} imports '${path}', but only ${INNER.importers.join(' and ')} may import from ${INNER.folder}`,
        ]
      : [],
  );
}

it('the rooms of web/ are the folders of web/, and ARCHITECTURE lists them', () => {
  const folders = readdirSync(WEB, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...ORDER].sort());
  const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [, section = ''] = /^## The page: `web\/`$([\s\S]*?)^## /m.exec(text) ?? [];
  expect([...section.matchAll(/^ {4}(\w+)\/ /gm)].map(([, name]) => name)).toEqual(ORDER);
});

it('the rooms of web/ import only from rooms before them', () => {
  expect(sources().flatMap((file) => upwardImports(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it('the rooms of web/ have cascade layers in the same order', () => {
  const sheets = sources().filter((file) =>
    /@layer \w+ \{/.test(file.endsWith('.css') ? readFileSync(file, 'utf8') : ''),
  );
  const styled = new Set(sheets.map((file) => partOf(relative(ROOT, file))));
  const [, layers = ''] = /@layer ([^;{]+);/.exec(readFileSync(join(WEB, 'ui/layers.css'), 'utf8')) ?? [];
  expect(layers.split(/,\s*/)).toEqual(
    Object.values(ROOMS)
      .flat()
      .filter((part) => styled.has(part)),
  );
});

it('the rooms of web/ get rows from run/series.ts, not from its indexes', () => {
  expect(sources().flatMap((file) => innerImports(file, readFileSync(file, 'utf8')))).toEqual([]);
  const direct = "import { m4 } from '../../run/series/reduce'";
  expect(innerImports(join(WEB, 'lab/panels/queue.tsx'), direct)).toEqual([
    "web/lab/panels/queue.tsx imports '../../run/series/reduce', but only web/run/series.ts and web/run/trace.ts may import from web/run/series/",
  ]);
  expect(innerImports(join(WEB, 'run/series.ts'), "import './series/reduce'")).toEqual([]);
});

it('the rooms of web/ are recognized in every form of import', () => {
  const text = `
      import { a } from '../pages/a';
      import type { B } from '../pages/b';
      export * from '../pages/c';
      const D = lazy(async () => ({ default: (await import('../pages/D')).D }));
      type E = import('../pages/e').E;
      import '../pages/f.css';
      @import '../pages/g.css';
      @import url(../pages/h.css);
      const worker = new Worker(new URL('../pages/i.ts', import.meta.url));
    `;
  expect(
    importsOf(text)
      .map((path) => /\w(?=\.|$)/.exec(path)?.[0]?.toLowerCase())
      .sort(),
  ).toEqual([...'abcdefghi']);
  const [first] = upwardImports(join(WEB, 'ui/theme.ts'), "import '../plot/Plot'");
  expect(first).toMatch(/^web\/ui\/theme\.ts imports '\.\.\/plot\/Plot', but ui may import only from base, /);
  expect(upwardImports(join(WEB, 'plot/Plot.tsx'), "import '../ui/theme'")).toEqual([]);
});
