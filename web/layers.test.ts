/**
 * Checks the imports between rooms (the folders of web/). Each room imports only from rooms before it in `LAYERS`. Add
 * new rooms there. Tests may import anything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/child.mjs';

/** The lowest layer first, and within a layer the lowest room first. `about` describes the layer. */
const LAYERS = [
  { about: 'independent of scenarios', rooms: ['base', 'storage', 'words'] },
  {
    about: 'scenarios, the engine that runs them, and the data of runs; no drawing',
    rooms: ['engine', 'scenario', 'content', 'run', 'share'],
  },
  { about: 'widgets and plots for all pages', rooms: ['ui', 'plot'] },
  {
    about: 'ways to change, show, compare, export and check runs',
    rooms: [
      ...[
        'keys',
        'export',
        'panels',
        'topology',
        'time',
        'papers',
        'figures',
        'controls',
        'builder',
        'compare',
        'results',
        'sound',
      ],
      ...['import', 'sweep', 'evidence', 'offline'],
    ],
  },
  {
    about: 'pages, lessons, presentations, embeds and assignments',
    rooms: [
      ...['lessons', 'packages', 'presenting', 'sdk', 'embed', 'element', 'gallery', 'palette', 'home'],
      ...['course', 'assignments', 'author', 'teach', 'privacy', 'tour', 'pages'],
      'web',
    ],
  },
];

const ORDER = LAYERS.flatMap(({ rooms }) => rooms);

const WEB = join(ROOT, 'web');

/** The lessons' texts and components belong to the room `lessons`. */
const LESSONS = join(ROOT, 'content/lessons');

/** The room of a file. Files directly in web/ belong to the room `web`. Null for files outside web/ and the lessons. */
function roomOf(file: string): string | null {
  if (file.startsWith(`${LESSONS}/`)) return 'lessons';
  if (!file.startsWith(`${WEB}/`)) return null;
  const [folder = '', inside] = relative(WEB, file).split('/');
  return inside === undefined ? 'web' : folder;
}

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
  const room = roomOf(file) ?? '';
  return importsOf(text).flatMap((path) => {
    const other = roomOf(resolve(dirname(file), path));
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

describe('the rooms of web/', () => {
  it('are each listed once in the order', () => {
    const rooms = new Set(sources().map(roomOf));
    expect([...rooms].sort()).toEqual([...ORDER].sort());
  });

  it('import only from rooms before them', () => {
    expect(sources().flatMap((file) => upwardImports(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('have cascade layers in the same order', () => {
    const sheets = sources().filter((file) =>
      /@layer \w+ \{/.test(file.endsWith('.css') ? readFileSync(file, 'utf8') : ''),
    );
    const styled = new Set(sheets.map(roomOf));
    const [, layers = ''] = /@layer ([^;{]+);/.exec(readFileSync(join(WEB, 'ui/layers.css'), 'utf8')) ?? [];
    expect(layers.split(/,\s*/)).toEqual(ORDER.filter((room) => styled.has(room)));
  });

  it('get rows from run/series.ts, not from its indexes', () => {
    expect(sources().flatMap((file) => innerImports(file, readFileSync(file, 'utf8')))).toEqual([]);
    const direct = "import { m4 } from '../run/series/reduce'";
    expect(innerImports(join(WEB, 'panels/queue.tsx'), direct)).toEqual([
      "web/panels/queue.tsx imports '../run/series/reduce', but only web/run/series.ts and web/run/trace.ts may import from web/run/series/",
    ]);
    expect(innerImports(join(WEB, 'run/series.ts'), "import './series/reduce'")).toEqual([]);
  });

  it('are recognized in every form of import', () => {
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
    expect(first).toMatch(
      /^web\/ui\/theme\.ts imports '\.\.\/plot\/Plot', but ui may import only from base, /,
    );
    expect(upwardImports(join(WEB, 'plot/Plot.tsx'), "import '../ui/theme'")).toEqual([]);
  });
});
