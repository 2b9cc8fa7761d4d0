/** Saves a file with the browser's download function, and formats messages about it. */
import { t } from '../../base/words/words';

/** Lifetime of the file's address: enough for any browser to start the download. */
const KEEP_MS = 60_000;

export function save(name: string, type: string, parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}

export function savedMessage(name: string): string {
  return t('Your browser is saving {name}.', { name });
}

export function failureMessage(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return t('The file couldn’t be made: {why}', { why });
}
