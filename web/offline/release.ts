/** The files of a release, and the meaning of an address in it. */

export interface Release {
  /** Made from all its files: another file, another version. */
  version: string;
  /** By path below the lab's folder: the file's digest, as `integrity` takes it, and its size in bytes. */
  files: Readonly<Record<string, readonly [integrity: string, bytes: number]>>;
}

export type Meaning =
  /** A file of this release. */
  | { kind: 'file'; file: string }
  /** A folder with a page, named without the slash at the end, from which the page's own links would lead astray. */
  | { kind: 'folder'; to: string }
  /** Below the lab's folder, but not of this release: perhaps of an earlier one. */
  | { kind: 'unlisted' };

/** Null for addresses outside the lab. Ignores query and fragment. `root` is the lab's folder, with a slash at the end. */
export function meaningOf(address: string, root: string, { files }: Release): Meaning | null {
  const url = new URL(address);
  const base = new URL(root);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const path = pathIn(url.pathname.slice(base.pathname.length));
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (Object.hasOwn(files, file)) return { kind: 'file', file };
  if (Object.hasOwn(files, `${file}/index.html`)) {
    url.pathname += '/';
    return { kind: 'folder', to: url.href };
  }
  return { kind: 'unlisted' };
}

function pathIn(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A stray per cent sign: no file of ours has one.
    return path;
  }
}

/** Under which address a file is asked for: some hosts send who asks for `index.html` to the folder. */
export function addressOf(file: string, root: string): string {
  return new URL(file.replace(/(^|\/)index\.html$/, '$1') || './', root).href;
}

/** True for files that the bundler names by a hash of their content: the same name is the same file in every release. */
export function isNamedByContent(file: string): boolean {
  return file.startsWith('assets/');
}

/** Caches are named by lab, as one host may have several, and by version. */
export function cachePrefix(root: string): string {
  return `vegaslab-files:${new URL(root).pathname}:`;
}
