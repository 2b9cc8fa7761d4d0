/**
 * Detects a page inside an exported package, and the package's lesson: the exporter writes both on the
 * `html` element (`packages/make.ts`). A package holds one lesson; links to others become plain titles there.
 */

/** The forms in which a lesson can be taken home. */
export const KINDS = ['zip', 'scorm12', 'scorm2004', 'cmi5'] as const;

export type PackageKind = (typeof KINDS)[number];

/** Those that a learning platform starts, and that report to it. */
export type ReportingKind = Exclude<PackageKind, 'zip'>;

function data(): DOMStringMap {
  // Prerendering has no document, and no package.
  return globalThis.document?.documentElement.dataset ?? {};
}

/** Null on the lab's own pages. */
export function packageKind(): PackageKind | null {
  const { package: kind } = data();
  return KINDS.find((one) => one === kind) ?? null;
}

/** Returns whether a lesson can be opened from here. */
export function isHere(lesson: string): boolean {
  const { packageLesson } = data();
  return packageLesson === undefined || packageLesson === lesson;
}
