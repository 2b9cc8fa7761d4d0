// Remembers which test steps passed on this machine, with a hash of all files that each depends on.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ROOT, run, Stop } from '../child.mjs';

/** @typedef {{ hash: string, at: string, passed: number }} PassRecord `at` in ISO 8601 */

/**
 * Hashes the names and contents of files and of all files in folders, without files that git ignores.
 * @param {readonly string[]} paths relative to the project's root folder
 */
export async function hashOf(paths) {
  const hash = createHash('sha256');
  for (const file of await filesIn(paths)) {
    const bytes = bytesOf(file);
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Lists files and all files in folders, without files that git ignores. @param {readonly string[]} paths @returns {Promise<string[]>} sorted */
export async function filesIn(paths) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const { code, output } = await run('git', args);
  if (code !== 0) throw new Stop(`git could not list the files: ${output.trim()}`);
  return [...new Set(output.split('\0').filter(Boolean))].sort();
}

/** Returns no bytes for a file that was deleted but is still in git's index. @param {string} file */
function bytesOf(file) {
  try {
    return readFileSync(`${ROOT}${file}`);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Loads the record of a step, or returns null unless the step passed with this hash.
 * @param {string} record the step's file
 * @param {string} hash
 * @returns {PassRecord | null}
 */
export function loadPass(record, hash) {
  try {
    const last = JSON.parse(readFileSync(record, 'utf8'));
    return last.hash === hash && last.passed > 0 ? last : null;
  } catch {
    return null; // there is no record yet, or writing it was interrupted
  }
}

/** @param {string} record @param {PassRecord} passed */
export function savePass(record, passed) {
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(passed));
}
