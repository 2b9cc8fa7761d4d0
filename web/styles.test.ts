/**
 * Style sheets stand beside what they style. Each is wrapped in the layer of its room, so that the order in which sheets load does not
 * matter; each class belongs to one sheet; and there is no sheet or class that nothing uses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../scripts/child.mjs';

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

/** The order of the layers has none itself, and what a frame shows before the lab loads has nothing to override. */
const WITHOUT_LAYER = ['web/ui/layers.css', 'web/embed/shell.css'];

const SHEETS = [...FILES].filter(([file]) => file.endsWith('.css') && !WITHOUT_LAYER.includes(file));

const SOURCES = [...FILES].filter(([file]) => !file.endsWith('.css'));

function roomOf(file: string): string {
  return file.startsWith('web/') ? (file.split('/')[1] ?? '') : 'lessons';
}

/** A sheet's text without comments and strings. */
function bare(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"/g, '""');
}

/** The layer that all rules of a sheet are in, or null if some are in none or in another. */
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

/** Selectors of a sheet, each alone. */
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
 * Classes that a sheet owns: its selectors begin with them. Selectors that begin with a state of the page, as
 * `[data-presenting="on"] .lesson`, adjust classes of other sheets, and names further inside are only known there.
 */
function ownedBy(css: string): Set<string> {
  return new Set(selectorsOf(css).flatMap((selector) => /^[a-z\d]*\.([\w-]+)/.exec(selector)?.[1] ?? []));
}

/** Owned classes with their sheets. */
function owners(sheets: readonly (readonly [file: string, css: string])[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [file, css] of sheets)
    for (const name of ownedBy(css)) found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

/** Words in the places of a source that match one of the forms. */
function wordsIn(text: string, forms: readonly RegExp[]): Set<string> {
  const places = forms.flatMap((form) => [...text.matchAll(form)].map(([place]) => place));
  return new Set(places.join(' ').match(/[\w-]+/g));
}

/** Classes of elements, as JSX writes them. */
const CLASS_NAMES = [/className="[^"]*"/g, /(?<=className=\{)`[^`]*`/g];

/** All lines that may name a class. */
const CLASS_LINES = [
  ...CLASS_NAMES,
  /className=\{(?:[^{}]|\{[^{}]*\})*\}/g,
  /class\w*(?:\s*[=:]|\.)[^\n]*/gi,
];

/** Files that a file imports at once. */
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

describe('style sheets', () => {
  it('are wrapped in the layer of their room', () => {
    expect(SHEETS.filter(([file, css]) => layerOf(css) !== roomOf(file)).map(([file]) => file)).toEqual([]);
    expect(layerOf('@layer ui {\n .a { color: red; }\n}\n')).toBe('ui');
    expect(layerOf('@layer ui { .a { color: red; } }\n.b { color: red; }')).toBe(null);
    expect(layerOf('@layer ui { } @layer plot { }')).toBe(null);
  });

  it('of the order of layers load first on every page', () => {
    for (const entry of ['web/main.tsx', 'web/course/main.tsx', 'web/embed/start.tsx'])
      expect(importsOf(entry)[0], entry).toBe('web/ui/styles.ts');
    expect(importsOf('web/ui/styles.ts')[0]).toBe('web/ui/layers.css');
  });

  it('own different classes', () => {
    expect([...owners(SHEETS)].filter(([, sheets]) => sheets.length > 1)).toEqual([]);
    const css =
      '@layer ui { a.b > .c, :is(.d, .e) .f { g: h } @media print { .i { j: k } } [data-l] .m { n: o } }';
    expect(selectorsOf(css)).toEqual(['a.b > .c', ':is(.d, .e) .f', '.i', '[data-l] .m']);
    expect([...ownedBy(css)]).toEqual(['b', 'i']);
  });

  it('style only classes that something has', () => {
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

  it('are imported by what they style in their room', () => {
    const everywhere = reachedFrom('web/ui/styles.ts');
    const owned = owners(SHEETS);
    const missing = SOURCES.flatMap(([file, text]) => {
      const reached = reachedFrom(file);
      return [...wordsIn(text, CLASS_NAMES)].flatMap((name) =>
        (owned.get(name) ?? [])
          .filter((sheet) => roomOf(sheet) === roomOf(file) && !everywhere.has(sheet) && !reached.has(sheet))
          .map((sheet) => `${file} uses .${name} without ${sheet}`),
      );
    });
    expect([...new Set(missing)]).toEqual([]);
  });
});
