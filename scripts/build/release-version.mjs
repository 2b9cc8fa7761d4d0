// node scripts/build/release-version.mjs TAG: fails unless the files name the version of a release's tag, the changelog dates it, and the citation agrees.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { main, ROOT, Stop } from '../child.mjs';

/** The places that name the version. Each pattern's first group is the version. @type {readonly (readonly [string, RegExp])[]} */
const PLACES = [
  ['package.json', /"version": "([^"]+)"/],
  ['engine-wasm/Cargo.toml', /\[workspace\.package\]\nversion = "([^"]+)"/],
  ['engine-wasm/python/Cargo.toml', /^version = "([^"]+)"/m],
  ['CITATION.cff', /^version: (\S+)$/m],
  ['docs/CHANGELOG.md', /^## (\d+\.\d+\.\d+)/m],
];

/** The version in each file. @returns {Record<string, string>} */
export function versions() {
  return Object.fromEntries(
    PLACES.map(([file, pattern]) => [file, pattern.exec(readFileSync(ROOT + file, 'utf8'))?.[1] ?? 'none']),
  );
}

/** The date of the changelog's newest release, or undefined if it isn't released yet. @param {string} changelog */
export function releaseDate(changelog) {
  const [heading = ''] = /^## .*$/m.exec(changelog) ?? [];
  return /^## \S+, (\d{4}-\d\d-\d\d)$/.exec(heading)?.[1];
}

/** What's wrong with a tag, a line each. @param {string} tag */
export function problemsOf(tag) {
  const wrong = Object.entries(versions()).filter(([, version]) => tag !== `v${version}`);
  const changelog = readFileSync(`${ROOT}docs/CHANGELOG.md`, 'utf8');
  const date = releaseDate(changelog);
  const dated = /^date-released: (\S+)$/m.exec(readFileSync(`${ROOT}CITATION.cff`, 'utf8'))?.[1];
  return [
    ...wrong.map(([file, version]) => `${file} has version ${version}, not that of ${tag}`),
    ...(date === undefined ? ['docs/CHANGELOG.md has no date, as in "## 1.2.3, 2027-01-31"'] : []),
    ...(date === dated
      ? []
      : [`CITATION.cff is dated ${dated ?? 'nowhere'}, and docs/CHANGELOG.md ${date ?? 'nowhere'}`]),
  ];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    const problems = problemsOf(process.argv[2] ?? '');
    return problems.length > 0 ? Promise.reject(new Stop(problems.join('\n'))) : Promise.resolve();
  });
}
