/** The items that the user chose last, as the browser stores them. */
import { array, string } from 'valibot';
import { readJson } from '../../base/schema';
import { readStored, writeStored } from '../../base/storage/browserStorage';

const STORAGE_KEY = 'palette';

const IDS = array(string());

/** Most ids kept. */
const MOST = 8;

/** Ids of items, the latest first. */
export function recentIds(): string[] {
  return readJson(IDS, readStored(STORAGE_KEY) ?? '[]')?.slice(0, MOST) ?? [];
}

export function remember(id: string): void {
  const ids = [id, ...recentIds().filter((one) => one !== id)].slice(0, MOST);
  writeStored(STORAGE_KEY, JSON.stringify(ids));
}
