/**
 * Whether this page is in a package that somebody took home, and which lesson it was made for: what the package's maker wrote on the
 * `html` element (`packages/copy.ts`). A package holds one lesson; what points to another is only its title there.
 */

/** The forms in which a lesson can be taken home. */
export const KINDS = ['zip', 'scorm12', 'scorm2004', 'cmi5'] as const;

export type PackageKind = (typeof KINDS)[number];

/** Those that a learning platform starts, and that report to it. */
export type ReportingKind = Exclude<PackageKind, 'zip'>;

function data(): DOMStringMap {
  // Where pages are written out there is no document, and no package.
  return globalThis.document?.documentElement.dataset ?? {};
}

/** Null on the lab's own pages. */
export function packageKind(): PackageKind | null {
  const { package: kind } = data();
  return KINDS.find((one) => one === kind) ?? null;
}

/** Whether a lesson can be opened from here. */
export function isHere(lesson: string): boolean {
  const { packageLesson } = data();
  return packageLesson === undefined || packageLesson === lesson;
}
