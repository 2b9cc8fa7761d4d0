/** The forms in which a lesson can be taken home. */

export const KINDS = ['zip', 'scorm12', 'scorm2004', 'cmi5'] as const;

export type PackageKind = (typeof KINDS)[number];

/** Those that a learning platform starts, and that report to it. */
export type ReportingKind = Exclude<PackageKind, 'zip'>;
