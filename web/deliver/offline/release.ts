/** The files of a release, and the file that an address refers to. */

export interface Release {
  /** A hash of all files: it changes when any file does. */
  version: string;
  /** By path below the lab's folder: a file's digest, in the format of `integrity` attributes, and its size in bytes. */
  files: Readonly<Record<string, readonly [integrity: string, bytes: number]>>;
}

export type Target =
  /** A file of this release. */
  | { kind: 'file'; file: string }
  /** A folder with a page, without its trailing slash. Redirect to it, because the page's relative links need the slash. */
  | { kind: 'folder'; to: string }
  /** In the lab's folder but not in this release; perhaps in an earlier one. */
  | { kind: 'unlisted' };

/** Null for addresses outside the lab. Ignores query and fragment. `root` is the lab's folder, with a slash at the end. */
export function resolveAddress(address: string, root: string, { files }: Release): Target | null {
  const url = new URL(address);
  const base = new URL(root);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
  const path = decodePath(url.pathname.slice(base.pathname.length));
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  if (Object.hasOwn(files, file)) return { kind: 'file', file };
  if (Object.hasOwn(files, `${file}/index.html`)) {
    url.pathname += '/';
    return { kind: 'folder', to: url.href };
  }
  return { kind: 'unlisted' };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // An invalid percent escape. Our file names don't contain percent signs, so the path matches no file.
    return path;
  }
}

/** The address to fetch a file from. For `index.html` it's the folder, because some hosts redirect `index.html` there. */
export function addressOf(file: string, root: string): string {
  return new URL(file.replace(/(^|\/)index\.html$/, '$1') || './', root).href;
}

/** True for files that the bundler names by a hash of their content. A name stands for the same content in every release. */
export function isNamedByContent(file: string): boolean {
  return file.startsWith('assets/');
}

/**
 * True for files that only some teachers and other sites load: the parts of lessons in one file, which are a third of all bytes, the
 * SDK for host pages, and the picture for link previews. They are cached once they have been used.
 */
export function isOnDemand(file: string): boolean {
  return /^(?:one-file|sdk)\/|^preview\.png$/.test(file);
}

/** True for the pages of lessons. */
export function isLesson(file: string): boolean {
  return /^lessons\/.*\.html$/.test(file);
}

/** A lab's cache names are this prefix and a version. The prefix contains the path, because a host may have several labs. */
export function cachePrefix(root: string): string {
  return `vegaslab-files:${new URL(root).pathname}:`;
}
