/** A problem with a file. The message says where it is and what's allowed. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}
