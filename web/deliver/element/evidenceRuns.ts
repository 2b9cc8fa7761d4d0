/** Empty replacement for the evidence runs: their data would double the bundle. */
import { t } from '../../base/words/words';

export function loadRun(name: string): Promise<string> {
  return Promise.reject(new Error(t('{name} can be opened only in the lab itself.', { name })));
}
