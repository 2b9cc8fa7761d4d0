/** A lesson's data for manifests. */
export interface Subject {
  /** The name of its folder: letters, digits and hyphens. */
  name: string;
  title: string;
  /** The question that it puts. */
  question: string;
  /** Time that a student needs, minutes. */
  minutes: number;
  /** All files of the package but its manifest, from its root; the page first. */
  files: readonly [page: string, ...others: string[]];
  /** The lesson's page on the host where the package is made. */
  address: string;
}
