/** Fetches a lesson's files and puts them into a zip. */
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Listed } from '../lessons/course';
import type { PackageKind } from '../ui/package';
import { t } from '../words/words';
import { copied, pageOf } from './copy';
import { cmi5Structure } from './manifests/cmi5';
import { scorm12Manifest } from './manifests/scorm12';
import { scorm2004Manifest } from './manifests/scorm2004';
import type { Subject } from './manifests/subject';
import { readme } from './readme';

/** The content of `packages.json`, written by the build. */
interface Lists {
  shared: string[];
  lessons: Record<string, string[]>;
}

/** A file could not be fetched. The message names the file and the reason for the user. */
export class Unfetched extends Error {}

export interface Wanted {
  kind: PackageKind;
  about: Listed;
  /** The lab's address, with a trailing slash. */
  lab: string;
  signal: AbortSignal;
  /** Reports the number of fetched files and the total. */
  tell(done: number, all: number): void;
}

export interface Made {
  name: string;
  parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
}

/** Parallel requests; browsers open no more connections to one host. */
const AT_ONCE = 6;

const MANIFESTS: Readonly<Record<PackageKind, [file: string, write: (subject: Subject) => string] | null>> = {
  zip: null,
  scorm12: ['imsmanifest.xml', scorm12Manifest],
  scorm2004: ['imsmanifest.xml', scorm2004Manifest],
  cmi5: ['cmi5.xml', cmi5Structure],
};

/** Throws `Unfetched`, or the abort reason of `signal`. */
export async function makePackage({ kind, about, lab, signal, tell }: Wanted): Promise<Made> {
  const { name, title, question, minutes } = about;
  const lists = JSON.parse(strFrom(await fetched(lab, 'packages.json', signal))) as Lists;
  const own = lists.lessons[name];
  if (own === undefined) throw new Unfetched(t('packages.json names no lesson called {name}.', { name }));
  const page = pageOf(name);
  const others = [...own, ...lists.shared].filter((file) => file !== page);
  const files: Subject['files'] = [page, ...others];
  const contents = await all(files, lab, signal, tell);
  const subject: Subject = { name, title, question, minutes, files, address: `${lab}lessons/${name}/` };
  const zip = new Packer();
  const manifest = MANIFESTS[kind];
  if (manifest) zip.add(manifest[0], strToU8(manifest[1](subject)));
  zip.add('README.txt', strToU8(readme(kind, subject)));
  const there = new Set(files);
  for (const [file, bytes] of contents) {
    const html = file.endsWith('.html');
    zip.add(file, html ? strToU8(copied(strFrom(bytes), file, { kind, lesson: name, files: there })) : bytes);
    // Yields, so that the page stays responsive and can cancel.
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
  }
  const parts = zip.end();
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return { name: `vegas-lab-${name}-${kind}.zip`, parts, bytes };
}

async function all(
  files: readonly string[],
  lab: string,
  signal: AbortSignal,
  tell: Wanted['tell'],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  const waiting = [...files];
  // One failed file aborts all the others.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      contents.set(file, await fetched(lab, file, either));
      tell(contents.size, files.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return new Map(files.map((file) => [file, contents.get(file) ?? new Uint8Array()]));
}

async function fetched(lab: string, file: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  let response: Response;
  try {
    response = await fetch(lab + file, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw unfetched(file, error instanceof Error ? error.message : String(error));
  }
  if (!response.ok) throw unfetched(file, `${response.status} ${response.statusText}`);
  // Some hosts answer a missing file with an HTML page.
  const page = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (page && !file.endsWith('.html'))
    throw new Unfetched(t('{file} could not be fetched: the host has a page in its place.', { file }));
  return new Uint8Array(await response.arrayBuffer());
}

function unfetched(file: string, why: string): Unfetched {
  return new Unfetched(t('{file} could not be fetched ({why}).', { file, why }));
}

function strFrom(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Formats that are already compressed. */
const PACKED = /\.(png|woff2|jpg|webp)$/;

/** Deflates on the main thread: the page's policy forbids the addresses of the library's workers. */
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
    const entry = PACKED.test(file) ? new ZipPassThrough(file) : new ZipDeflate(file, { level: 9 });
    this.zip.add(entry);
    entry.push(bytes, true);
  }

  end(): Uint8Array<ArrayBuffer>[] {
    this.zip.end();
    return this.parts;
  }
}
