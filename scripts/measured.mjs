// What was measured on this machine and cannot come out otherwise: kept with a mark of all that it follows from, byte by byte. A fresh
// clone knows nothing, and measures.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @typedef {{ mark: string, at: string, passed: number }} Measured `at` in ISO 8601 */

/**
 * The mark of files, and of all files in folders, with their names.
 * @param {readonly string[]} places
 */
export function markOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn)) {
    const bytes = readFileSync(file);
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** @param {string} place @returns {string[]} */
function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(`${place}/${name}`));
}

/**
 * Null unless something with just this mark was measured.
 * @param {string} file
 * @param {string} mark
 * @returns {Measured | null}
 */
export function recall(file, mark) {
  try {
    const measured = JSON.parse(readFileSync(file, 'utf8'));
    return measured.mark === mark && measured.passed > 0 ? measured : null;
  } catch {
    return null; // never measured here, or broken off while it was written down
  }
}

/** @param {string} file @param {Measured} measured */
export function remember(file, measured) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(measured));
}
