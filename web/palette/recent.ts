/** The items that the user chose last, as the browser stores them. */
import { readStored, writeStored } from '../storage/browserStorage';

const STORAGE_KEY = 'palette';

/** Most ids kept. */
const MOST = 8;

/** Ids of items, the latest first. */
export function recentIds(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function remember(id: string): void {
  const ids = [id, ...recentIds().filter((one) => one !== id)].slice(0, MOST);
  writeStored(STORAGE_KEY, JSON.stringify(ids));
}
