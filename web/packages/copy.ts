/**
 * Adapts a page of the lab for a package: names the package, removes links to pages outside it and, for cmi5, allows
 * connections to the platform's statement store.
 */
import type { ReportingKind } from '../ui/package';
import { t } from '../words/words';

export interface Copied {
  kind: ReportingKind | 'zip';
  lesson: string;
  /** Paths of all files in the package, relative to its root. */
  files: ReadonlySet<string>;
}

/** A placeholder base address: only relative addresses between files matter. */
const NOWHERE = 'https://package.invalid/';

/** Adapts the page `file`, a path relative to the package's root. */
export function copied(html: string, file: string, { kind, lesson, files }: Copied): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.documentElement.dataset.package = kind;
  page.documentElement.dataset.packageLesson = lesson;
  const isThere = (address: string) => {
    const { origin, pathname } = new URL(address, NOWHERE + file);
    const path = decodeURIComponent(pathname.slice(1));
    return (
      `${origin}/` !== NOWHERE || files.has(path === '' || path.endsWith('/') ? `${path}index.html` : path)
    );
  };
  for (const link of page.querySelectorAll('a[href]'))
    if (!isThere(link.getAttribute('href') ?? '')) titleOf(link);
  for (const link of page.querySelectorAll('link[href]'))
    if (!isThere(link.getAttribute('href') ?? '')) link.remove();
  // A package has no neighboring lessons and can't be packaged again.
  for (const part of page.querySelectorAll('.neighbours, .take-home')) part.remove();
  if (kind === 'cmi5' && file === pageOf(lesson)) openConnections(page);
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

export function pageOf(lesson: string): string {
  return `lessons/${lesson}/index.html`;
}

/** Replaces a link to a missing page by its text. */
function titleOf(link: Element): void {
  const words = link.ownerDocument.createElement('span');
  words.append(...link.childNodes);
  link.replaceWith(words);
}

/**
 * Lets this page connect to any host, because a cmi5 platform names its statement store only at launch. Scripts still
 * load from the package only.
 */
function openConnections(page: Document): void {
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]');
  const words = policy?.getAttribute('content') ?? '';
  if (!words.includes("connect-src 'self'"))
    throw new Error(t('The page has no policy for connections that could be opened for cmi5.'));
  policy?.setAttribute('content', words.replace("connect-src 'self'", "connect-src 'self' https: http:"));
}
