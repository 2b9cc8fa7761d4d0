// npm run archive: after a scenario's file has changed, keeps what it was, so that links made before open as they did.
// The marks of all texts that a scenario ever had stand in content/marks.json; each that is not today's has its text in
// content/archive/, taken from the history.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { runnerImport } from 'vite';
import { main, ROOT, run } from './child.mjs';

const MARKS = `${ROOT}content/marks.json`;
const ARCHIVE = `${ROOT}content/archive/`;

await main(async () => {
  /** @type {{ module: { markOf(text: string): string } }} */
  const { module } = await runnerImport(`${ROOT}web/share/address.ts`);
  const known = existsSync(MARKS) ? JSON.parse(await readFile(MARKS, 'utf8')) : {};
  await mkdir(ARCHIVE, { recursive: true });
  for (const file of await readdir(`${ROOT}content/scenarios`)) {
    const name = file.replace(/\.json$/, '');
    const today = module.markOf(await readFile(`${ROOT}content/scenarios/${file}`, 'utf8'));
    const earlier = await textsInHistory(`content/scenarios/${file}`, module.markOf);
    earlier.delete(today);
    const marks = new Set([...(known[name] ?? []), ...earlier.keys(), today]);
    known[name] = [...marks].sort();
    for (const [mark, text] of earlier) {
      if (existsSync(`${ARCHIVE}${mark}.json`)) continue;
      await writeFile(`${ARCHIVE}${mark}.json`, text);
      console.log(`${name}: ${mark} is kept`);
    }
  }
  const sorted = Object.fromEntries(Object.entries(known).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(MARKS, `${JSON.stringify(sorted, null, 2)}\n`);
});

/**
 * Every text that a file had in a commit, by its mark.
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
