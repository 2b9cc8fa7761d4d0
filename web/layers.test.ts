/**
 * The rooms (folders) of web/ import only downwards: each imports only from rooms that come before it in `LAYERS`. A new room needs a
 * place there. Tests may import anything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/child.mjs';

/** Lowest first, within a layer too. */
const LAYERS = [
  { about: 'knows nothing of scenarios', rooms: ['base', 'storage', 'words'] },
  {
    about: 'scenarios, the engine that runs them, and what their runs hold; draws nothing',
    rooms: ['engine', 'scenario', 'content', 'run', 'share'],
  },
  { about: 'widgets and plots that any page may use', rooms: ['ui', 'plot'] },
  {
    about: 'one way each to change, show, compare, take or check runs',
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
        'compare',
        'sound',
      ],
      ...['import', 'sweep', 'evidence', 'offline'],
    ],
  },
  {
    about: 'whole pages, and the lessons, presentations, embeds and assignments made of all that',
    rooms: [
      ...['lessons', 'packages', 'presenting', 'sdk', 'embed', 'course', 'assignments', 'privacy', 'pages'],
      'web',
    ],
  },
];

const ORDER = LAYERS.flatMap(({ rooms }) => rooms);

const WEB = join(ROOT, 'web');

/** Text and components of a lesson are part of it. */
const LESSONS = join(ROOT, 'content/lessons');

/** The room of a file; files outside of any folder belong to the last, `web`. Null for files outside web/. */
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

/** Relative paths that a file imports: values and types, at once and later, modules, workers and style sheets. */
function importsOf(text: string): string[] {
  const forms = [
    /\b(?:from|import)\s*\(?\s*(['"])(?<path>\.[^'"]+)\1/g,
    /\bnew URL\(\s*(['"])(?<path>\.[^'"]+)\1/g,
    /@import\s+url\(\s*(['"]?)(?<path>\.[^'")]+)\1/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map(({ groups }) => groups?.path ?? ''));
}

/** A file's imports that break the order, a sentence each. */
function upwardImports(file: string, text: string): string[] {
  const room = roomOf(file) ?? '';
  return importsOf(text).flatMap((path) => {
    const other = roomOf(resolve(dirname(file), path));
    if (other === null || ORDER.indexOf(other) <= ORDER.indexOf(room)) return [];
    const allowed = ORDER.slice(0, ORDER.indexOf(room)).join(', ');
    return [`${relative(ROOT, file)} imports '${path}', but ${room} may import only from ${allowed}`];
  });
}

/** Files that only some others may import: the indexes behind `run/series.ts`. */
const INNER = { folder: 'web/run/series/', behind: ['web/run/series.ts', 'web/run/trace.ts'] };

/** A sentence for each import of an inner file by a file that should use the module before it. */
function innerImports(file: string, text: string): string[] {
  const name = relative(ROOT, file);
  if (name.startsWith(INNER.folder) || INNER.behind.includes(name)) return [];
  return importsOf(text).flatMap((path) =>
    relative(ROOT, resolve(dirname(file), path)).startsWith(INNER.folder)
      ? [
          `${name} imports '${path}', but the files of ${INNER.folder} are only for ${INNER.behind.join(' and ')}`,
        ]
      : [],
  );
}

describe('the rooms of web/', () => {
  it('have a place in the order, once', () => {
    const rooms = new Set(sources().map(roomOf));
    expect([...rooms].sort()).toEqual([...ORDER].sort());
  });

  it('import only from rooms before them', () => {
    expect(sources().flatMap((file) => upwardImports(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('have their cascade layers in the same order', () => {
    const sheets = sources().filter((file) =>
      /@layer \w+ \{/.test(file.endsWith('.css') ? readFileSync(file, 'utf8') : ''),
    );
    const styled = new Set(sheets.map(roomOf));
    const [, layers = ''] = /@layer ([^;{]+);/.exec(readFileSync(join(WEB, 'ui/layers.css'), 'utf8')) ?? [];
    expect(layers.split(/,\s*/)).toEqual(ORDER.filter((room) => styled.has(room)));
  });

  it('ask run/series.ts for rows, not the indexes behind it', () => {
    expect(sources().flatMap((file) => innerImports(file, readFileSync(file, 'utf8')))).toEqual([]);
    const direct = "import { m4 } from '../run/series/reduce'";
    expect(innerImports(join(WEB, 'panels/queue.tsx'), direct)).toEqual([
      "web/panels/queue.tsx imports '../run/series/reduce', but the files of web/run/series/ are only for web/run/series.ts and web/run/trace.ts",
    ]);
    expect(innerImports(join(WEB, 'run/series.ts'), "import './series/reduce'")).toEqual([]);
  });

  it('are found in every form of import', () => {
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
