/** A setting that the browser keeps: true if controls show the names that fields have in JSON. Researchers need them, most people don't. */
import { Observable } from '../../base/observable';
import { onStoredElsewhere, readStored, writeStored } from '../../base/storage/browserStorage';

const STORAGE_KEY = 'code-names';

const stored = () => readStored(STORAGE_KEY) === 'on';

export const codeNames = new Observable(stored());

onStoredElsewhere((key) => (key === null || key === STORAGE_KEY) && codeNames.set(stored()));

export function showCodeNames(on: boolean): void {
  writeStored(STORAGE_KEY, on ? 'on' : 'off');
  codeNames.set(on);
}
