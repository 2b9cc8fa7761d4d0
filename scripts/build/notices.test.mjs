import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../child.mjs';
import { bundle } from './element.mjs';
import { Bundled, chosenLicenses, crateNotices, NOTICES, noticesOf, npmPart, PRODUCTS } from './notices.mjs';

mkdirSync(`${ROOT}.cache`, { recursive: true });
const FOLDER = mkdtempSync(`${ROOT}.cache/notices-`);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(FOLDER, { recursive: true });
});

/** @type {Record<string, { version: string }>} */
const LOCKED = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')).packages;

/** Makes a package. @param {string} name @param {Record<string, string>} files */
function folderOf(name, files) {
  const folder = join(FOLDER, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

/** @param {string} name @param {object} manifest @param {Record<string, string>} files */
function partOf(name, manifest, files = {}) {
  return npmPart(
    folderOf(name, { 'package.json': JSON.stringify({ name, version: '1.2.3', ...manifest }), ...files }),
  );
}

const MIT = readFileSync(`${ROOT}scripts/build/licenses/MIT.txt`, 'utf8');

it.each([
  ['MIT', ['MIT']],
  ['MIT OR Apache-2.0', ['MIT']],
  ['Apache-2.0 OR MIT', ['MIT']],
  ['MIT/Apache-2.0', ['MIT']],
  ['Apache-2.0 OR BSL-1.0', ['Apache-2.0']],
  ['Unlicense OR MIT', ['MIT']],
  ['(MIT OR Apache-2.0) AND Unicode-3.0', ['MIT', 'Unicode-3.0']],
  ['Apache-2.0 WITH LLVM-exception OR GPL-2.0-only', ['Apache-2.0']],
  ['MIT OR GPL-3.0-or-later', ['MIT']],
  ['GPL-3.0-or-later', null],
  ['GPL-2.0-only WITH Classpath-exception-2.0', null],
  ['MIT AND LGPL-2.1-or-later', null],
  ['(MIT AND MPL-2.0) OR AGPL-3.0-only', null],
  ['SEE LICENSE IN LICENSE.md', null],
  ['UNLICENSED', null],
  ['(MIT', null],
  ['', null],
])('the license that we use something under of %j is %j', (expression, ids) =>
  expect(chosenLicenses(expression)).toEqual(ids),
);

it('the license that we use something under is asked for by the name of the package', () => {
  for (const license of ['GPL-3.0-only', 'SSPL-1.0', undefined])
    expect(() =>
      noticesOf([partOf('copyleft', { license }, { LICENSE: 'GNU GENERAL PUBLIC LICENSE' })]),
    ).toThrow(/^copyleft 1\.2\.3 is in what we ship, but its license/);
});

it('the notices have a text once, with all holders', () => {
  const text = noticesOf([
    partOf('one', { license: 'MIT' }, { LICENSE: `MIT License\n\nCopyright (c) 2001 Ada\n\n${MIT}` }),
    // Other line ends and wrapping.
    partOf(
      'two',
      { license: 'MIT' },
      { 'license.md': `Copyright 2002 Bob\r\n\r\n${MIT.replace(/ to /g, '\r\nto ')}` },
    ),
    partOf(
      'three',
      { license: 'ISC' },
      {
        LICENCE:
          'Copyright 2003 Eve\n\nPermission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.\n',
      },
    ),
  ]);
  expect(text.match(/Permission is hereby granted/g)).toHaveLength(1);
  for (const words of ['one 1.2.3 (MIT)', 'Ada', 'two 1.2.3 (MIT)', 'Bob', 'three 1.2.3 (ISC)', 'Eve'])
    expect(text).toContain(words);
});

it('the notices have the standard text and the authors if a package has no text', () => {
  const manifest = {
    license: 'MIT',
    author: { name: 'Ada' },
    contributors: ['Bob <bob@example.com> (https://b.example)'],
  };
  const text = noticesOf([partOf('bare', manifest)]);
  expect(text).toContain('bare 1.2.3 (MIT)\n    by Ada, Bob\n\nPermission is hereby granted');
  expect(noticesOf([partOf('apache', { license: 'Apache-2.0' })])).toContain(
    '2. Grant of Copyright License.',
  );
  expect(noticesOf([partOf('font', { license: 'Zlib' })])).toContain("provided 'as-is'");
});

it('the notices have all texts of a package that are more than the license we chose not', () => {
  const text = noticesOf([
    partOf(
      'mixed',
      { license: 'MIT OR Apache-2.0' },
      {
        'LICENSE-MIT': `Copyright (c) Ada\n\n${MIT}`,
        'LICENSE-APACHE': readFileSync(`${ROOT}LICENSE`, 'utf8'),
        NOTICE: 'This product includes software developed at Example University.',
      },
    ),
  ]);
  expect(text).toContain('developed at Example University');
  expect(text).toContain('Copyright (c) Ada');
  expect(text).not.toContain('2. Grant of Copyright License.');
  // Its file has a second license, of the colors.
  const colors = noticesOf([npmPart(`${ROOT}node_modules/d3-scale-chromatic`)]);
  expect(colors).toContain('Mike Bostock');
  expect(colors).toContain('Cynthia Brewer');
});

it('name every package that a bundle and its workers contain, also those inside others', async () => {
  folderOf('bundle', {
    'main.js': `import { parse } from 'yaml'; import { fromMarkdown } from 'mdast-util-from-markdown'; import Ajv from 'ajv';
      const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
      console.log(parse, fromMarkdown, Ajv, worker, import('./later.js'));`,
    'later.js': `export { html } from 'htl';`,
    'worker.js': `import { gzipSync } from 'fflate'; import { scaleLinear } from 'd3-scale';
      postMessage(gzipSync(new Uint8Array(scaleLinear()(1))));`,
  });
  // In production `devlop` has only empty functions: the bundler lists its module, but leaves nothing to map.
  vi.stubEnv('NODE_ENV', 'development');
  const contained = new Bundled();
  const output = await bundle({
    plugins: [contained.plugin()],
    worker: { format: 'es', plugins: () => [contained.plugin()] },
    build: { minify: false, sourcemap: true, rollupOptions: { input: join(FOLDER, 'bundle/main.js') } },
  });
  // The source maps say the same by another way.
  const maps = output.flatMap((file) =>
    file.type === 'chunk'
      ? [file.map]
      : file.fileName.endsWith('.map')
        ? [JSON.parse(String(file.source))]
        : [],
  );
  const folders = maps.flatMap((map) =>
    (map?.sources ?? []).flatMap(
      (/** @type {string} */ source) => /(node_modules\/.*)/.exec(source)?.[1] ?? [],
    ),
  );
  const installed = Object.keys(LOCKED);
  const packages = new Set(
    folders.map(
      (file) => installed.filter((one) => file.startsWith(`${one}/`)).sort((a, b) => b.length - a.length)[0],
    ),
  );
  const text = noticesOf(contained.parts());
  expect([...packages]).toEqual(
    expect.arrayContaining(
      ['yaml', 'fast-uri', 'unist-util-stringify-position', 'htl', 'd3-interpolate'].map(
        (one) => `node_modules/${one}`,
      ),
    ),
  );
  for (const folder of packages) {
    const name = folder?.split('node_modules/').at(-1);
    expect(text).toContain(`\n${name} ${LOCKED[folder ?? '']?.version} (`);
  }
  // Nothing else is named, besides the bundler's own functions.
  const named = [...text.matchAll(/^(\S+) \d\S* \(/gm)].map(([, name = '']) => name);
  expect(
    named.filter((name) => !packages.has(`node_modules/${name}`) && !['vite', 'rolldown'].includes(name)),
  ).toEqual([]);
  expect(contained.font).toBe(false);
});

/** Crates that no program contains: they build and test. What they depend on isn't in it either, unless something else does. */
const TOOLS = new Set([
  ...['autocfg', 'cfg_aliases', 'pyo3-build-config', 'rustversion'],
  ...['proptest', 'ts-rs', 'vegaslab-proof', 'vt100'],
]);

/**
 * Crates that a crate uses only in its tests or, in the browser's engine, only on other systems: lock files don't separate them.
 * @type {Record<string, string[]>}
 */
const NOT_THERE = { 'vegaslab-capture': ['cpu-time'], dlmalloc: ['libc', 'windows-sys'] };

/** The crates that these packages depend on, by a lock file alone. @param {string} lock @param {string[]} roots */
function lockedCrates(lock, roots) {
  const packages = readFileSync(`${ROOT}${lock}`, 'utf8')
    .split('[[package]]')
    .slice(1)
    .map((entry) => {
      const field = (/** @type {string} */ name) => new RegExp(`^${name} = "(.*)"`, 'm').exec(entry)?.[1];
      const [, list = ''] = /^dependencies = \[([^\]]*)\]/m.exec(entry) ?? [];
      const needs = [...list.matchAll(/"([^"]+)"/g)].map(([, one = '']) => one.split(' '));
      return { name: field('name') ?? '', version: field('version'), source: field('source'), needs };
    });
  const found = new Set();
  const waiting = roots.map((name) => [name]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, version] = next;
    const one = packages.find(
      (some) => some.name === name && (version === undefined || some.version === version),
    );
    if (one === undefined) throw new Error(`${lock} has no ${name}`);
    if (found.has(one) || TOOLS.has(one.name)) continue;
    found.add(one);
    waiting.push(...one.needs.filter(([need = '']) => !NOT_THERE[one.name]?.includes(need)));
  }
  return [...found].filter(({ source }) => source !== undefined).map((one) => `${one.name} ${one.version}`);
}

describe.each(PRODUCTS)('engine-wasm/$folder', ({ folder, packages }) => {
  const text = readFileSync(`${ROOT}engine-wasm/${folder}/${NOTICES}`, 'utf8');

  it('names all crates of the lock file that are in the program, and no other (npm run notices)', () => {
    const lock = folder === 'python' ? 'engine-wasm/python/Cargo.lock' : 'engine-wasm/Cargo.lock';
    const named = [...text.matchAll(/^([\w-]+ \d\S*) \(/gm)].map(([, one = '']) => one);
    expect([...new Set(named)].sort()).toEqual(lockedCrates(lock, packages).sort());
  });

  it('has the licenses and holders', () => {
    for (const words of [
      "Rust's standard library",
      'Permission is hereby granted',
      'Rich Felker',
      'UNICODE LICENSE V3',
      'David Tolnay',
    ])
      expect(text).toContain(words);
  });
});

it("the notices of the browser's engine are those that npm run notices writes", async () => {
  const [engine] = PRODUCTS.filter(({ folder }) => folder === 'bindings');
  if (engine === undefined) throw new Error('the engine has no notices');
  expect(await crateNotices(engine)).toBe(readFileSync(`${ROOT}engine-wasm/bindings/${NOTICES}`, 'utf8'));
});
