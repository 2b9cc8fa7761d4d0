/** A lesson's data for manifests. */
export interface Subject {
  /** The lesson's folder name: letters, digits and hyphens. */
  name: string;
  title: string;
  /** The lesson's question. */
  question: string;
  /** Time that a student needs, minutes. */
  minutes: number;
  /** All files of the package except the manifest, relative to its root; the page comes first. */
  files: readonly [page: string, ...others: string[]];
  /** The lesson's address on the host that makes the package. */
  address: string;
}
