/**
 * Checks the style sheets. Each is in the folder of the components that it styles and is wrapped in the cascade layer
 * of that part, so the order in which sheets load doesn't matter. Each class belongs to one sheet, and none is unused.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../scripts/child.mjs';
import { partOf } from '../scripts/rooms.mjs';

const FOLDERS = ['web', 'content/lessons'];

const FILES = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      `${folder}/${file}`.replaceAll('\\', '/'),
    ),
  )
    .filter((file) => /\.(?:tsx?|css|mdx)$/.test(file) && !/\.test\.tsx?$|\/engine\/pkg\//.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
);

/** Sheets outside any layer: the one that orders the layers, and the one for frames before the lab has loaded. */
const WITHOUT_LAYER = ['web/ui/layers.css', 'web/deliver/embed/shell.css'];

const SHEETS = [...FILES].filter(([file]) => file.endsWith('.css') && !WITHOUT_LAYER.includes(file));

const SOURCES = [...FILES].filter(([file]) => !file.endsWith('.css'));

/** A sheet without comments and the content of strings. */
function bare(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '""');
}

/** The layer of all rules of a sheet, or null if some are outside it. */
function layerOf(css: string): string | null {
  const [, layer = null, inside = ''] = /^\s*@layer ([a-z]+) \{([\s\S]*)\}\s*$/.exec(bare(css)) ?? [];
  let depth = 0;
  for (const sign of inside) {
    if (sign === '{') depth++;
    if (sign === '}') depth--;
    if (depth < 0) return null;
  }
  return layer;
}

/** The selectors of a sheet, with lists of selectors split. */
function selectorsOf(css: string): string[] {
  return [...bare(css).matchAll(/([^{};]+)\{/g)].flatMap(([, prelude = '']) => {
    if (prelude.trim().startsWith('@')) return [];
    let depth = 0;
    const split = [...prelude].map((sign) => {
      if (sign === '(') depth++;
      if (sign === ')') depth--;
      return sign === ',' && depth === 0 ? '\n,' : sign;
    });
    return split
      .join('')
      .split('\n,')
      .map((selector) => selector.replace(/\s+/g, ' ').trim());
  });
}

/**
 * The classes that a sheet owns: those at the start of its selectors. Selectors that start with a state of the page,
 * for example `[data-presenting="on"] .lesson`, adjust classes of other sheets. Classes further inside a selector are
 * local.
 */
function ownedBy(css: string): Set<string> {
  return new Set(selectorsOf(css).flatMap((selector) => /^[a-z\d]*\.([\w-]+)/.exec(selector)?.[1] ?? []));
}

/** The sheets that own each class. */
function owners(sheets: readonly (readonly [file: string, css: string])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [file, css] of sheets)
    for (const name of ownedBy(css)) found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

/** The words in those parts of a source that match one of the expressions. */
function wordsIn(text: string, forms: readonly RegExp[]): Set<string> {
  const places = forms.flatMap((form) => [...text.matchAll(form)].map(([place]) => place));
  return new Set(places.join(' ').match(/[\w-]+/g));
}

/** Literal class names in JSX. */
const CLASS_NAMES = [/className="[^"]*"/g, /(?<=className=\{)`[^`]*`/g];

/** All code that may contain a class name. */
const CLASS_LINES = [
  ...CLASS_NAMES,
  /className=\{(?:[^{}]|\{[^{}]*\})*\}/g,
  /class\w*(?:\s*[=:]|\.)[^\n]*/gi,
];

/** The files that a file imports statically. */
function importsOf(file: string): string[] {
  const forms = /^(?:import|export)\b(?! type\b)(?:[^;]*?\bfrom)?\s*'(\.[^']+)'/gm;
  return [...(FILES.get(file) ?? '').matchAll(forms)].flatMap(([, path = '']) => {
    const other = relative(ROOT, resolve(ROOT, dirname(file), path)).replaceAll('\\', '/');
    return ['', '.ts', '.tsx'].map((end) => other + end).filter((one) => FILES.has(one));
  });
}

function reachedFrom(file: string): Set<string> {
  const found = new Set([file]);
  for (const one of found) for (const other of importsOf(one)) found.add(other);
  return found;
}

it('style sheets are wrapped in the layer of their part', () => {
  expect(SHEETS.filter(([file, css]) => layerOf(css) !== partOf(file)).map(([file]) => file)).toEqual([]);
  expect(layerOf('@layer ui {\n .a { color: red; }\n}\n')).toBe('ui');
  expect(layerOf('@layer ui { .a { color: red; } }\n.b { color: red; }')).toBe(null);
  expect(layerOf('@layer ui { } @layer plot { }')).toBe(null);
});

it('style sheets load the order of the layers first on every page', () => {
  for (const entry of [
    'web/site/start.ts',
    'web/site/front.tsx',
    'web/site/main.tsx',
    'web/site/course/main.tsx',
    'web/deliver/embed/start.tsx',
    'web/deliver/element/bundle.ts',
  ])
    expect(importsOf(entry)[0], entry).toBe('web/ui/styles.ts');
  expect(importsOf('web/ui/styles.ts')[0]).toBe('web/ui/layers.css');
});

it('style sheets share no classes', () => {
  expect([...owners(SHEETS)].filter(([, sheets]) => sheets.length > 1)).toEqual([]);
  const css =
    '@layer ui { a.b > .c, :is(.d, .e) .f { g: h } @media print { .i { j: k } } [data-l] .m { n: o } }';
  expect(selectorsOf(css)).toEqual(['a.b > .c', ':is(.d, .e) .f', '.i', '[data-l] .m']);
  expect([...ownedBy(css)]).toEqual(['b', 'i']);
});

it('style sheets style only classes that are used', () => {
  const used = wordsIn(SOURCES.map(([, text]) => text).join('\n'), CLASS_LINES);
  const dead = SHEETS.flatMap(([file, css]) =>
    [
      ...new Set(
        selectorsOf(css)
          .flatMap((one) => [...one.matchAll(/\.([a-z][\w-]*)/g)])
          .map((m) => m[1] ?? ''),
      ),
    ]
      .filter((name) => !used.has(name))
      .map((name) => `${file}: .${name}`),
  );
  expect(dead).toEqual([]);
});

it('style sheets use only custom properties that are set somewhere', () => {
  const texts = [...FILES.values()];
  const set = new Set(
    texts.flatMap((text) => [...text.matchAll(/(--[\w-]+)['"`]?\]?\s*[:,]/g)].map((m) => m[1])),
  );
  const unset = [...FILES].flatMap(([file, text]) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)]
      .filter(([, name]) => !set.has(name))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(unset).toEqual([]);
});

it('style sheets are imported by the components of their part that use them', () => {
  const everywhere = reachedFrom('web/ui/styles.ts');
  const owned = owners(SHEETS);
  const missing = SOURCES.flatMap(([file, text]) => {
    const reached = reachedFrom(file);
    return [...wordsIn(text, CLASS_NAMES)].flatMap((name) =>
      (owned.get(name) ?? [])
        .filter((sheet) => partOf(sheet) === partOf(file) && !everywhere.has(sheet) && !reached.has(sheet))
        .map((sheet) => `${file} uses .${name} without ${sheet}`),
    );
  });
  expect([...new Set(missing)]).toEqual([]);
});
