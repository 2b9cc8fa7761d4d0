// npm run archive: keeps earlier versions of changed scenario files, so that old links still open the same scenario.
// content/marks.json lists the marks of all versions of each scenario; content/archive/ has the text of every earlier
// version, taken from the git history.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { runnerImport } from 'vite';
import { main, ROOT, run } from '../child.mjs';

const MARKS = `${ROOT}content/marks.json`;
const ARCHIVE = `${ROOT}content/archive/`;

await main(async () => {
  /** @type {{ module: { markOf(text: string): string } }} */
  const { module } = await runnerImport(`${ROOT}web/run/share/address.ts`);
  const known = existsSync(MARKS) ? JSON.parse(await readFile(MARKS, 'utf8')) : {};
  await mkdir(ARCHIVE, { recursive: true });
  for (const file of await readdir(`${ROOT}content/scenarios`)) {
    const name = file.replace(/\.json$/, '');
    const current = module.markOf(await readFile(`${ROOT}content/scenarios/${file}`, 'utf8'));
    const earlier = await textsInHistory(`content/scenarios/${file}`, module.markOf);
    earlier.delete(current);
    const marks = new Set([...(known[name] ?? []), ...earlier.keys(), current]);
    known[name] = [...marks].sort();
    for (const [mark, text] of earlier) {
      if (existsSync(`${ARCHIVE}${mark}.json`)) continue;
      await writeFile(`${ARCHIVE}${mark}.json`, text);
      console.log(`${name}: archived version ${mark}`);
    }
  }
  const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(MARKS, `${JSON.stringify(sorted, null, 2)}\n`);
});

/**
 * All committed versions of a file, by their marks.
 * @param {string} file
 * @param {(text: string) => string} markOf
 */
async function textsInHistory(file, markOf) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  const commits = await git('log', '--format=%H', '--diff-filter=AM', '--', file);
  for (const commit of commits.split('\n').filter((line) => line !== '')) {
    const text = await git('show', `${commit}:${file}`);
    texts.set(markOf(text), text);
  }
  return texts;
}

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await run('git', ['-C', ROOT, ...args]);
  return code === 0 ? output : '';
}
