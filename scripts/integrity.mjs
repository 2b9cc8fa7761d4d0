// `import integrity from './file?integrity'`: the digest of a file as it is, for whoever fetches it to hand to the browser.
import { readFileSync } from 'node:fs';
import { integrityOf } from './seal.mjs';

const QUERY = '?integrity';

/** @returns {import('vite').Plugin} */
export function integrity() {
  return {
    name: 'integrity',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(QUERY)) return null;
      const file = id.slice(0, -QUERY.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(integrityOf(readFileSync(file)))};`;
    },
  };
}
