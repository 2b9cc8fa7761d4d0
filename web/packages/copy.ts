/**
 * A page of the lab as it goes into a package: it says what it is in, knows of no page that is not there, and, where a learning platform
 * keeps its statements elsewhere, may ask for them.
 */
import type { ReportingKind } from '../ui/package';
import { t } from '../words/words';

export interface Copied {
  kind: ReportingKind | 'zip';
  lesson: string;
  /** All files of the package, from its root. */
  files: ReadonlySet<string>;
}

/** A placeholder base address: only relative addresses between files matter. */
const NOWHERE = 'https://package.invalid/';

/** `file` from the package's root. */
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
  // Neither has lessons beside it, nor can it be taken home again.
  for (const part of page.querySelectorAll('.neighbours, .take-home')) part.remove();
  if (kind === 'cmi5' && file === pageOf(lesson)) openConnections(page);
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

export function pageOf(lesson: string): string {
  return `lessons/${lesson}/index.html`;
}

/** A link whose page is not there is its words. */
function titleOf(link: Element): void {
  const words = link.ownerDocument.createElement('span');
  words.append(...link.childNodes);
  link.replaceWith(words);
}

/**
 * The place for a cmi5 platform's statements is said when the lesson is started, and may be any. Scripts still come from the package
 * alone; only this page may ask elsewhere, and it asks the platform that started it.
 */
function openConnections(page: Document): void {
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]');
  const words = policy?.getAttribute('content') ?? '';
  if (!words.includes("connect-src 'self'"))
    throw new Error(t('The page has no policy for connections that could be opened for cmi5.'));
  policy?.setAttribute('content', words.replace("connect-src 'self'", "connect-src 'self' https: http:"));
}
