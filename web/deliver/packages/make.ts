/**
 * Makes a lesson package: fetches the lesson's files, adapts its pages and puts them into a zip, with one file that opens from a disk; or
 * makes only that file.
 */
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { t } from '../../base/words/words';
import type { LessonCopy } from '../../lessons/copy/format';
import type { LessonEntry } from '../../lessons/course';
import type { PackageKind, ReportingKind } from '../../ui/package';
import { cmi5Structure, type Subject, scorm12Manifest, scorm2004Manifest } from './manifests';
import { DIGESTS, type FileParts, oneFile, partsOf } from './oneFile';

/**
 * The content of `packages.json`, which the build writes: the files that all lessons need, and those of each lesson.
 */
interface FileLists {
  shared: string[];
  lessons: Record<string, string[]>;
}

/** The message tells the user which file could not be fetched, and why. */
export class FetchError extends Error {}

export interface PackageRequest {
  kind: PackageKind;
  /** The lesson, or the one that a copy was made from. */
  about: LessonEntry;
  /** A teacher's copy of the lesson, which takes its place in the package. */
  copy?: LessonCopy | undefined;
  /** The lab's address, with a trailing slash. */
  lab: string;
  signal: AbortSignal;
  /** Reports the number of fetched files and the total. */
  onProgress(done: number, all: number): void;
}

export interface LessonPackage {
  name: string;
  type: string;
  parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
}

type Zipped = Exclude<PackageKind, 'html'>;

/** Maximum number of parallel requests. Browsers open no more connections to one host over HTTP/1.1. */
const MAX_REQUESTS = 6;

/** The lesson in one file, inside a package. */
export const FILE_IN_PACKAGE = 'lesson.html';

const MANIFESTS: Readonly<Record<Zipped, [file: string, write: (subject: Subject) => string] | null>> = {
  zip: null,
  scorm12: ['imsmanifest.xml', scorm12Manifest],
  scorm2004: ['imsmanifest.xml', scorm2004Manifest],
  cmi5: ['cmi5.xml', cmi5Structure],
};

/** Throws a `FetchError`, or the abort reason of `signal`. */
export function makePackage(request: PackageRequest): Promise<LessonPackage> {
  const { kind } = request;
  return kind === 'html' ? makeFile(request) : makeZip({ ...request, kind });
}

async function makeFile(request: PackageRequest): Promise<LessonPackage> {
  const parts = [strToU8(await fileOf(request, request.onProgress)) as Uint8Array<ArrayBuffer>];
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return { name: `vegas-lab-${nameOf(request)}.html`, type: 'text/html', parts, bytes };
}

/** The lesson in one HTML file. */
async function fileOf(
  { about, copy, lab, signal }: PackageRequest,
  onProgress: PackageRequest['onProgress'],
): Promise<string> {
  const paths = partsOf(about.name);
  const contents = await fetchAll([DIGESTS, ...Object.values(paths)], lab, signal, onProgress);
  const textOf = (path: string) => decodeText(contents.get(path) ?? new Uint8Array());
  return oneFile({ name: about.name, title: copy?.title ?? about.title, copy }, lab, {
    shared: textOf(paths.shared),
    lesson: textOf(paths.lesson),
    style: textOf(paths.style),
    digests: JSON.parse(textOf(DIGESTS)) as FileParts['digests'],
  });
}

/** The name of a package: a copy's has its id, so that a platform doesn't take it for the lesson. */
function nameOf({ about, copy }: PackageRequest): string {
  return copy === undefined ? about.name : `${about.name}-${copy.id}`;
}

async function makeZip(request: PackageRequest & { kind: Zipped }): Promise<LessonPackage> {
  const { kind, about, copy, lab, signal, onProgress } = request;
  const { name, minutes } = about;
  const { title, question } = copy ?? about;
  const lists = JSON.parse(decodeText(await fetchFile(lab, 'packages.json', signal))) as FileLists;
  const lessonFiles = lists.lessons[name];
  if (lessonFiles === undefined)
    throw new FetchError(t('packages.json names no lesson called {name}.', { name }));
  const page = pageOf(name);
  const others = [...lessonFiles, ...lists.shared].filter((file) => file !== page);
  const files: Subject['files'] = [page, ...others];
  const contents = await fetchAll(files, lab, signal, onProgress);
  const single = await fileOf(request, () => undefined);
  const listed: Subject['files'] = [...files, FILE_IN_PACKAGE];
  const address = `${lab}lessons/${name}/${copy === undefined ? '' : `?copy=${copy.id}`}`;
  const subject: Subject = { name: nameOf(request), title, question, minutes, files: listed, address };
  const zip = new Packer();
  const manifest = MANIFESTS[kind];
  if (manifest) zip.add(manifest[0], strToU8(manifest[1](subject)));
  zip.add('README.txt', strToU8(readme(kind, subject)));
  zip.add(FILE_IN_PACKAGE, strToU8(single));
  const included = new Set(files);
  for (const [file, bytes] of contents) {
    const html = file.endsWith('.html');
    zip.add(
      file,
      html
        ? strToU8(adaptPage(decodeText(bytes), file, { kind, lesson: name, files: included, copy }))
        : bytes,
    );
    // Yield, so that the page stays responsive and the user can cancel.
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
  const parts = zip.end();
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return { name: `vegas-lab-${nameOf(request)}-${kind}.zip`, type: 'application/zip', parts, bytes };
}

async function fetchAll(
  files: readonly string[],
  lab: string,
  signal: AbortSignal,
  onProgress: PackageRequest['onProgress'],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  const pending = [...files];
  // If one request fails, abort the others.
  const failed = new AbortController();
  const anyAbort = AbortSignal.any([signal, failed.signal]);
  const fetchPending = async () => {
    for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
      contents.set(file, await fetchFile(lab, file, anyAbort));
      onProgress(contents.size, files.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: MAX_REQUESTS }, fetchPending));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return new Map(files.map((file) => [file, contents.get(file) ?? new Uint8Array()]));
}

async function fetchFile(lab: string, file: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  let response: Response;
  try {
    response = await fetch(lab + file, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw fetchError(file, error instanceof Error ? error.message : String(error));
  }
  if (!response.ok) throw fetchError(file, `${response.status} ${response.statusText}`);
  // Some hosts answer a missing file with an HTML page.
  const page = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (page && !file.endsWith('.html'))
    throw new FetchError(t('{file} couldn’t be loaded: the server sent a page instead.', { file }));
  return new Uint8Array(await response.arrayBuffer());
}

function fetchError(file: string, why: string): FetchError {
  return new FetchError(t('{file} couldn’t be loaded ({why}).', { file, why }));
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Files that are already compressed. */
const COMPRESSED = /\.(png|woff2|jpg|webp)$/;

/** Writes a zip on the main thread, because the page's security policy blocks the `blob:` workers of fflate. */
class Packer {
  private readonly parts: Uint8Array<ArrayBuffer>[] = [];
  private readonly zip: Zip;

  constructor() {
    this.zip = new Zip((error, part) => {
      if (error) throw error;
      this.parts.push(part as Uint8Array<ArrayBuffer>);
    });
  }

  add(file: string, bytes: Uint8Array): void {
    const entry = COMPRESSED.test(file) ? new ZipPassThrough(file) : new ZipDeflate(file, { level: 9 });
    this.zip.add(entry);
    entry.push(bytes, true);
  }

  end(): Uint8Array<ArrayBuffer>[] {
    this.zip.end();
    return this.parts;
  }
}

/** Instructions for installing a package, for its readme. */
const INSTRUCTIONS: Readonly<Record<Zipped, () => string>> = {
  zip: () => t('Unpack it into any folder on a web server.'),
  scorm12: () => t('Upload the ZIP unchanged, as a SCORM package (version 1.2).'),
  scorm2004: () => t('Upload the ZIP unchanged, as a SCORM package (version 2004, 4th edition).'),
  cmi5: () =>
    t(
      'Upload the ZIP unchanged, as a cmi5 package. The lesson reports students’ work to the platform that started it, and to nobody else.',
    ),
};

export function readme(kind: Zipped, { title, question, files, address }: Subject): string {
  return [
    title,
    question,
    t('A lesson of Vegas Lab, with its bench.'),
    INSTRUCTIONS[kind](),
    t("The lesson's page is {file}.", { file: files[0] }),
    t('{file} is the same lesson in one file. It opens with a double click and reports nothing.', {
      file: FILE_IN_PACKAGE,
    }),
    t('Made from {address}', { address }),
    t('License: Apache-2.0, see LICENSE.txt.'),
  ].join('\n\n');
}

export interface CopyOptions {
  kind: ReportingKind | 'zip';
  lesson: string;
  /** Paths of all files in the package, relative to its root. */
  files: ReadonlySet<string>;
  copy?: LessonCopy | undefined;
}

/** Stands for the lab's address when relative links are resolved. */
const PLACEHOLDER_BASE = 'https://package.invalid/';

/**
 * Adapts a page for a package: marks it with the kind of package, removes links to pages outside the package and, for
 * cmi5, allows connections to the platform's statement store. `file` is the page's path in the package.
 */
function adaptPage(html: string, file: string, { kind, lesson, files, copy }: CopyOptions): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  page.documentElement.dataset.package = kind;
  page.documentElement.dataset.packageLesson = lesson;
  const isIncluded = (address: string) => {
    const { origin, pathname } = new URL(address, PLACEHOLDER_BASE + file);
    const path = decodeURIComponent(pathname.slice(1));
    return (
      `${origin}/` !== PLACEHOLDER_BASE ||
      files.has(path === '' || path.endsWith('/') ? `${path}index.html` : path)
    );
  };
  for (const link of page.querySelectorAll('a[href]'))
    if (!isIncluded(link.getAttribute('href') ?? '')) replaceByText(link);
  for (const link of page.querySelectorAll('link[href]'))
    if (!isIncluded(link.getAttribute('href') ?? '')) link.remove();
  // Remove links to the neighboring lessons, and the form for packages.
  for (const part of page.querySelectorAll('.neighbours, .for-teachers')) part.remove();
  if (copy !== undefined && file === pageOf(lesson)) putCopy(page, copy);
  if (kind === 'cmi5' && file === pageOf(lesson)) openConnections(page);
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** Puts a copy in place of the page's lesson. The page renders it from scratch. */
function putCopy(page: Document, copy: LessonCopy): void {
  page.documentElement.dataset.packageCopy = JSON.stringify(copy);
  page.title = `${copy.title} · Vegas Lab`;
  page.querySelector('meta[name="description"]')?.setAttribute('content', copy.question);
  page.getElementById('lab')?.replaceChildren();
}

function pageOf(lesson: string): string {
  return `lessons/${lesson}/index.html`;
}

/** Replaces a link to a missing page by its text. */
function replaceByText(link: Element): void {
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
    throw new Error(t('The page has no connection policy that could be opened for cmi5.'));
  policy?.setAttribute('content', words.replace("connect-src 'self'", "connect-src 'self' https: http:"));
}
