// npm run notices: writes the notices of the crates in the products: engine-wasm/bindings/THIRD-PARTY.txt for the browser's engine,
// cli/ for the command line, python/ for Python's module. They are in the repository, so a build needs neither cargo nor a network for
// them. The notices of npm packages are written at build time, because only the bundler knows which ones a bundle contains.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, outputOf, ROOT, Stop } from '../child.mjs';
import { WASM_TARGET } from '../setup.mjs';

/** The name of a file with notices. */
export const NOTICES = 'THIRD-PARTY.txt';

/**
 * Something by others that we ship.
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version may be empty
 * @property {string} license an SPDX expression
 * @property {string[]} texts of its license files
 * @property {string[]} authors named where a license's text names no holder
 */

/** The licenses that what we ship may have; of alternatives, the first one is taken. Their texts are in licenses/. */
export const ALLOWED = [
  ...['MIT', 'ISC', '0BSD', 'Zlib', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['Unicode-3.0', 'OFL-1.1', 'Apache-2.0'],
];

/** Words that only the text of a license has. @type {Record<string, RegExp>} */
const SIGNS = {
  MIT: /Permission is hereby granted, free of charge/,
  ISC: /Permission to use, copy, modify,? and(?:\/or)? distribute[^.]*provided that the above copyright/,
  '0BSD': /Permission to use, copy, modify,? and(?:\/or)? distribute(?![^.]*provided that)/,
  Zlib: /provided 'as-is', without any express or implied/,
  'BSD-2-Clause':
    /Redistribution and use in source and binary forms(?!.*(?:Neither the name|to endorse or promote))/,
  'BSD-3-Clause':
    /Redistribution and use in source and binary forms.*(?:Neither the name|to endorse or promote)/,
  'Unicode-3.0': /UNICODE LICENSE V3/,
  'OFL-1.1': /SIL OPEN FONT LICENSE Version 1\.1/,
  'Apache-2.0': /Apache License Version 2\.0, January 2004/,
  Unlicense: /released into the public domain/,
};

const oneLine = (/** @type {string} */ text) => text.replace(/\s+/g, ' ');

/**
 * The licenses under which we use something: of alternatives the one that we prefer.
 * @param {string} expression SPDX, or the older form `MIT/Apache-2.0`
 * @returns {string[] | null} null if none of the alternatives is allowed
 */
export function chosenLicenses(expression) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? [];
  const any = () => {
    const choices = [all()];
    while (tokens[0] === 'OR') {
      tokens.shift();
      choices.push(all());
    }
    const rank = (/** @type {string[]} */ ids) => Math.max(...ids.map((id) => ALLOWED.indexOf(id)));
    const allowed = choices.flatMap((ids) => (ids === null ? [] : [ids]));
    return allowed.sort((a, b) => rank(a) - rank(b))[0] ?? null;
  };
  /** @returns {string[] | null} */
  const all = () => {
    const parts = [one()];
    while (tokens[0] === 'AND') {
      tokens.shift();
      parts.push(one());
    }
    return parts.some((part) => part === null) ? null : [...new Set(parts.flatMap((part) => part ?? []))];
  };
  /** @returns {string[] | null} */
  const one = () => {
    const token = tokens.shift();
    if (token === '(') {
      const inside = any();
      return tokens.shift() === ')' ? inside : null;
    }
    if (tokens[0] === 'WITH') {
      // An exception only permits more.
      tokens.shift();
      tokens.shift();
    }
    return token !== undefined && ALLOWED.includes(token) ? [token] : null;
  };
  const chosen = any();
  return tokens.length === 0 ? chosen : null;
}

/** The standard text of a license. @param {string} id */
function standardText(id) {
  return readFileSync(
    id === 'Apache-2.0' ? `${ROOT}LICENSE` : `${ROOT}scripts/build/licenses/${id}.txt`,
    'utf8',
  );
}

/**
 * The texts to give along with a part: its own files of the chosen licenses, and its notices. A license without a file of its own
 * is given in its standard text.
 * @param {Part} part
 */
function textsOf({ name, version, license, texts }) {
  const chosen = chosenLicenses(license);
  if (chosen === null)
    throw new Stop(
      `${name} ${version} is in what we ship, but its license (${license || 'none named'}) isn't among those allowed: ${ALLOWED.join(', ')}. ` +
        'Use another package.',
    );
  const has = (/** @type {string} */ text, /** @type {string} */ id) =>
    SIGNS[id]?.test(oneLine(text)) === true;
  const own = texts.filter(
    (text) => chosen.some((id) => has(text, id)) || !Object.keys(SIGNS).some((id) => has(text, id)),
  );
  const missing = chosen.filter((id) => !own.some((text) => has(text, id)));
  return [...own, ...missing.map(standardText)];
}

/** Lines before a license that say nothing that the list doesn't. */
const TITLE = /^[#\s]*(?:\(?(?:the )?(?:MIT|ISC)(?: licen[cs]e)?\)?(?: \((?:MIT|ISC)\))?:?|=+|-+)?$/i;

/**
 * Splits a text into what names the holders and what's the same for all of them. Many texts name nobody; then the authors are named.
 * @param {string} text @param {string[]} authors
 */
function split(text, authors) {
  const lines = text.replaceAll('\r\n', '\n').trim().split('\n');
  const start = lines.findIndex((line) =>
    /^\s*(?:Permission (?:is hereby granted|to use)|Redistribution and use|This software is provided 'as-is')/.test(
      line,
    ),
  );
  // Something longer before it is a text of its own.
  const at = start > 12 ? 0 : Math.max(0, start);
  const holders = lines.slice(0, at).filter((line) => !TITLE.test(line.trim()));
  if (at === start && holders.length === 0) holders.push(`by ${authors.join(', ') || 'its contributors'}`);
  return { holders: holders.map((line) => line.trim()), body: lines.slice(at).join('\n') };
}

const LINE = '-'.repeat(80);

/** The notices of parts. Each text is there once, after everything that it's for. @param {Part[]} parts */
export function noticesOf(parts) {
  /** @type {Map<string, { body: string, uses: Map<string, string[]> }>} */
  const groups = new Map();
  for (const part of [...parts].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)))
    for (const text of textsOf(part)) {
      const { holders, body } = split(text, part.authors);
      const key = oneLine(body).replace(/[“”]/g, '"').toLowerCase();
      const group = groups.get(key) ?? { body, uses: new Map() };
      groups.set(key, group);
      const who = holders.map((line) => `    ${line}\n`).join('');
      const name = `${part.name} ${part.version} (${part.license})`.replace('  ', ' ');
      group.uses.set(who, [...(group.uses.get(who) ?? []), name]);
    }
  return [...groups.values()]
    .map(({ body, uses }) => {
      const list = [...uses].map(([who, names]) => `${[...new Set(names)].join('\n')}\n${who}`).join('');
      return `${LINE}\n${list}\n${body}\n`;
    })
    .join('\n');
}

/** The license files in a package's folder. @param {string} folder */
function licenseFiles(folder) {
  return readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|copyright|notice|unlicense)/i.test(file))
    .sort()
    .flatMap((file) => {
      try {
        // Of Vite and others that have their dependencies inside, which only the tool needs.
        return [
          readFileSync(join(folder, file), 'utf8').split('\n# Licenses of bundled dependencies')[0] ?? '',
        ];
      } catch {
        return [];
      }
    });
}

/** Manifests name authors as `Name <address>` or `Name (address)`. @param {string} author */
const withoutAddress = (author) => author.replace(/\s*[<(].*$/, '');

/** An npm package. @param {string} folder @returns {Part} */
export function npmPart(folder) {
  const {
    name,
    version,
    license,
    author,
    contributors = [],
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const authors = [author, ...contributors].flatMap((one) => one?.name ?? one ?? []).map(withoutAddress);
  return { name, version, license: license?.type ?? license ?? '', texts: licenseFiles(folder), authors };
}

const FONT = `${ROOT}web/ui/fonts/LICENSE.txt`;

/** The packages by others in a bundle. Its plugin looks into the bundle, and into those of its workers. */
export class Bundled {
  /** Folders of npm packages. @type {Set<string>} */
  packages = new Set();
  font = false;

  /** @returns {import('vite').Plugin} */
  plugin() {
    const contained = this;
    return {
      name: 'bundled',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          contained.add(Object.values(bundle));
          // Chunks that only had styles are gone by now.
          contained.addModules([...this.getModuleIds()].filter((id) => /\.css(?:\?|$)/.test(id)));
        },
      },
    };
  }

  /** @param {readonly any[]} files of a bundle */
  add(files) {
    for (const { fileName, moduleIds = [], originalFileNames = [], code, source } of files) {
      this.addModules([...moduleIds, ...originalFileNames.map((/** @type {string} */ file) => ROOT + file)]);
      if (fileName.endsWith('.woff2') || /data:font\//.test(source ?? code ?? '')) this.font = true;
    }
    return this;
  }

  /** @param {readonly string[]} ids */
  addModules(ids) {
    for (const id of ids) {
      const folder = packageOf(id);
      if (folder !== null) this.packages.add(folder);
    }
  }

  /** Of npm packages and the font. @returns {Part[]} */
  parts() {
    const font = { name: 'Bricolage Grotesque', version: '', license: 'OFL-1.1', authors: [] };
    return [
      ...[...this.packages].map(npmPart),
      ...(this.font ? [{ ...font, texts: [readFileSync(FONT, 'utf8')] }] : []),
    ];
  }

  /** The notices of a bundle with the engine inside. */
  notices() {
    return `${intro('These pages and scripts contain')}${noticesOf(this.parts())}\n${readFileSync(`${ROOT}engine-wasm/bindings/${NOTICES}`, 'utf8')}`;
  }

  /** Fails if a file has a part whose license it can't name. @param {string} file */
  mustBeEmpty(file) {
    if (this.packages.size > 0)
      throw new Error(`${file} contains ${[...this.packages].join(', ')}, but has no room for notices.`);
  }
}

/** The folder of the package that a module is from; null if it's ours. @param {string} id */
function packageOf(id) {
  // Functions that the bundler adds.
  const [, tool] = /^\0(vite|rolldown)\//.exec(id) ?? [];
  if (tool !== undefined) return `${ROOT}node_modules/${tool}`;
  return /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1] ?? null;
}

const intro = (/** @type {string} */ contain) =>
  `Vegas Lab is under the Apache License 2.0 (http://www.apache.org/licenses/LICENSE-2.0).
${contain} software by others, under the licenses below.

`;

/** @typedef {{ folder: string, packages: string[], target: string, contains: string }} Product */

/** Programs for several systems name the crates of all of them. @type {Product[]} */
export const PRODUCTS = [
  {
    folder: 'bindings',
    packages: ['', '-theory', '-capture', '-export'].map((name) => `vegaslab-bindings${name}`),
    target: WASM_TARGET,
    contains: 'The engine for browsers contains',
  },
  { folder: 'cli', packages: ['vegaslab-cli'], target: 'all', contains: 'The command line contains' },
  { folder: 'python', packages: ['vegaslab-python'], target: 'all', contains: 'The Python module contains' },
];

/** Every program has it. Its own notices are at https://doc.rust-lang.org and in each copy of Rust. @type {Part[]} */
const STANDARD_LIBRARY = [
  {
    name: "Rust's standard library",
    license: 'MIT OR Apache-2.0',
    holders: [
      'Copyright (c) The Rust Project Developers (see https://thanks.rust-lang.org)',
      'Copyright (c) 2014 Alex Crichton (backtrace, cfg-if, dlmalloc, rustc-demangle)',
      'Copyright (c) 2015 The Rust Project Developers (gimli, addr2line, object)',
      "Copyright (c) 2016 Amanieu d'Antras (hashbrown)",
      'Copyright (c) 2019 The Crossbeam Project Developers (mpmc)',
      'Copyright (c) 2005-2020 Rich Felker, et al. (libm, from musl)',
      'Copyright (c) Microsoft Corporation (windows-sys, windows-link)',
    ],
    id: 'MIT',
  },
  {
    name: "foldhash, in Rust's standard library",
    license: 'Zlib',
    holders: ['Copyright (c) 2024 Orson Peters'],
    id: 'Zlib',
  },
  {
    name: "Unicode's data, in Rust's standard library",
    license: 'Unicode-3.0',
    holders: [],
    id: 'Unicode-3.0',
  },
].map(({ name, license, holders, id }) => ({
  name,
  version: '',
  license,
  texts: [`${holders.join('\n')}\n${standardText(id)}`],
  authors: [],
}));

/** The notices of a product's crates. @param {Product} product */
export async function crateNotices({ folder, packages, target, contains }) {
  const manifest = `${ROOT}engine-wasm/${folder}/Cargo.toml`;
  const tree = await outputOf('cargo', [
    ...['tree', '--quiet', '--locked', '--manifest-path', manifest, '--target', target],
    ...['--edges', 'normal', '--prefix', 'none', '--format', '{p}|{l}'],
    ...packages.flatMap((name) => ['--package', name]),
  ]);
  /** @type {Map<string, Part>} */
  const parts = new Map();
  // Ours have a path.
  for (const [, name = '', version = '', where = '', license = ''] of tree.matchAll(
    /^(\S+) v(\S+)(.*)\|(.*?)(?: \(\*\))?$/gm,
  ))
    if (!/\([^)]*[/\\]/.test(where)) parts.set(`${name} ${version}`, cratePart(name, version, license));
  return `${intro(contains)}${noticesOf([...parts.values(), ...STANDARD_LIBRARY])}`;
}

/** @param {string} name @param {string} version @param {string} license @returns {Part} */
function cratePart(name, version, license) {
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry', 'src');
  const folder = readdirSync(sources)
    .map((registry) => join(sources, registry, `${name}-${version}`))
    .find((one) => existsSync(one));
  if (folder === undefined)
    throw new Stop(
      `The source of the crate ${name} ${version} isn't in ${sources}; type cargo fetch in engine-wasm`,
    );
  return { name, version, license, texts: licenseFiles(folder), authors: crateAuthors(folder) };
}

/** @param {string} folder @returns {string[]} */
export function crateAuthors(folder) {
  const [, list = ''] =
    /^authors = \[([^\]]*)\]/m.exec(readFileSync(join(folder, 'Cargo.toml'), 'utf8')) ?? [];
  return [...list.matchAll(/"([^"]*)"/g)].map(([, author = '']) => withoutAddress(author));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(async () => {
    for (const product of PRODUCTS) {
      const file = `${ROOT}engine-wasm/${product.folder}/${NOTICES}`;
      writeFileSync(file, await crateNotices(product));
      console.log(file);
    }
  });
