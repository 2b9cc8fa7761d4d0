/** CITATION.cff: valid by the Citation File Format 1.2.0, with the version, date and license of the other files. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { releaseDate } from '../build/release-version.mjs';
import { ROOT } from '../child.mjs';

/** The keys of the format's version 1.2.0. */
const REQUIRED = ['authors', 'cff-version', 'message', 'title'];
const KNOWN = [
  ...REQUIRED,
  ...[
    'abstract',
    'commit',
    'contact',
    'date-released',
    'doi',
    'identifiers',
    'keywords',
    'license',
    'license-url',
  ],
  ...[
    'preferred-citation',
    'references',
    'repository',
    'repository-artifact',
    'repository-code',
    'type',
    'url',
  ],
  'version',
];

/** The SPDX identifiers of licenses, by the first words of their texts. @type {Record<string, string>} */
const LICENSES = { 'Apache License Version 2.0': 'Apache-2.0', 'MIT License': 'MIT' };

/** @param {string} file */
const read = (file) => readFileSync(ROOT + file, 'utf8');

const citation = parse(read('CITATION.cff'), { strict: true, uniqueKeys: true });

it('the citation has the keys that the format requires, and no others', () => {
  expect(citation['cff-version']).toBe('1.2.0');
  for (const key of REQUIRED) expect(citation, key).toHaveProperty([key]);
  for (const key of Object.keys(citation)) expect(KNOWN).toContain(key);
  expect(citation.type).toBe('software');
  for (const key of ['title', 'message', 'abstract']) expect(citation[key]).toMatch(/\S/);
});

it('the citation names its authors and keywords', () => {
  expect(citation.authors.length).toBeGreaterThan(0);
  // A group has a name; a person has a family name.
  for (const author of citation.authors) expect(author.name ?? author['family-names']).toMatch(/\S/);
  expect(new Set(citation.keywords).size).toBe(citation.keywords.length);
  for (const keyword of citation.keywords) expect(keyword).toMatch(/\S/);
});

it('the citation has the license of the files', () => {
  const [words = ''] = /[A-Z][^\n]*(?:\n\s*Version [\d.]+)?/.exec(read('LICENSE')) ?? [];
  const license = LICENSES[words.replaceAll(/\s+/g, ' ')];
  expect(license, words).toBeDefined();
  expect(citation.license).toBe(license);
  expect(JSON.parse(read('package.json')).license).toBe(license);
  for (const file of ['engine-wasm/Cargo.toml', 'engine-wasm/python/Cargo.toml'])
    expect(/^license = "([^"]+)"$/m.exec(read(file))?.[1], file).toBe(license);
});

it('the citation has the version of the package, as text, and the date of its release', () => {
  // Unquoted, 1.10 would be the number 1.1.
  expect(citation.version).toBe(JSON.parse(read('package.json')).version);
  expect(citation['date-released']).toBe(releaseDate(read('docs/CHANGELOG.md')));
});

it.each([
  ['## 0.1.0, not released yet', undefined],
  ['# Changelog\n\n## 0.2.0, 2027-01-31\n\n## 0.1.0, 2026-12-01', '2027-01-31'],
])('the date of a release comes from the changelog: %s', (changelog, date) => {
  expect(releaseDate(changelog)).toBe(date);
});
