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

/** `packages.json`, as the build writes it. */
interface Lists {
  shared: string[];
  lessons: Record<string, string[]>;
}

/** Said to the reader: which file, and why. */
export class Unfetched extends Error {}

export interface Wanted {
  kind: PackageKind;
  about: Listed;
  /** The lab's own page, with a slash at its end. */
  lab: string;
  signal: AbortSignal;
  /** Files that have come, and how many there are. */
  tell(done: number, all: number): void;
}

export interface Made {
  name: string;
  parts: Uint8Array<ArrayBuffer>[];
  bytes: number;
}

/** At once: a browser opens no more connections to one host. */
const AT_ONCE = 6;

const MANIFESTS: Readonly<Record<PackageKind, [file: string, write: (subject: Subject) => string] | null>> = {
  zip: null,
  scorm12: ['imsmanifest.xml', scorm12Manifest],
  scorm2004: ['imsmanifest.xml', scorm2004Manifest],
  cmi5: ['cmi5.xml', cmi5Structure],
};

/** Fails with `Unfetched`, or as `signal` says. */
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
  // One that does not come is the end of all.
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
  // Some hosts answer with a page of their own where there is no file.
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

/** Deflates where it is: the library's workers come from addresses that the page's policy forbids. */
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
