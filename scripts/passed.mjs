// Steps that passed on this machine, each with a hash of every file it depends on. A fresh clone remembers nothing.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ROOT, run, Stop } from './child.mjs';

/** @typedef {{ mark: string, at: string, passed: number }} Passed `at` in ISO 8601 */

/**
 * A hash of files and of all files in folders, with their names; files that git ignores don't count.
 * @param {readonly string[]} places relative to the project's top folder
 */
export async function markOf(places) {
  const hash = createHash('sha256');
  for (const file of await filesIn(places)) {
    const bytes = bytesOf(file);
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** @param {readonly string[]} places @returns {Promise<string[]>} sorted */
export async function filesIn(places) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...places];
  const { code, output } = await run('git', args);
  if (code !== 0) throw new Stop(`git could not list the files: ${output.trim()}`);
  return [...new Set(output.split('\0').filter(Boolean))].sort();
}

/** Empty for a file that was deleted and is still in git's index. @param {string} file */
function bytesOf(file) {
  try {
    return readFileSync(`${ROOT}${file}`);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Null unless the step passed with this very mark.
 * @param {string} record the step's file
 * @param {string} mark
 * @returns {Passed | null}
 */
export function recall(record, mark) {
  try {
    const last = JSON.parse(readFileSync(record, 'utf8'));
    return last.mark === mark && last.passed > 0 ? last : null;
  } catch {
    return null; // the step never passed here, or writing the record was interrupted
  }
}

/** @param {string} record @param {Passed} passed */
export function remember(record, passed) {
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(passed));
}
