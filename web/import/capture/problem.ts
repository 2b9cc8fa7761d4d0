/** A problem with a file: a sentence with the position and the allowed values. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}
