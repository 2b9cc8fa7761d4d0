/**
 * Detects a page inside an exported package, and the package's lesson: the exporter writes both on the
 * `html` element (`packages/make.ts`, `packages/oneFile.ts`). A package holds one lesson; links to others become plain titles there.
 */

/** The formats in which a lesson can be exported. */
export const KINDS = ['html', 'zip', 'scorm12', 'scorm2004', 'cmi5'] as const;

export type PackageKind = (typeof KINDS)[number];

/** The formats that run in a learning platform and report to it. */
export type ReportingKind = Exclude<PackageKind, 'html' | 'zip'>;

function data(): DOMStringMap {
  // Prerendering has no document and no package.
  return globalThis.document?.documentElement.dataset ?? {};
}

/** The package's format; null on the lab's own pages. */
export function packageKind(): PackageKind | null {
  const { package: kind } = data();
  return KINDS.find((one) => one === kind) ?? null;
}

/** True if the page can open a lesson: the lab's own pages can open every lesson, a package only its own. */
export function isLessonAvailable(lesson: string): boolean {
  const { packageLesson } = data();
  return packageLesson === undefined || packageLesson === lesson;
}
