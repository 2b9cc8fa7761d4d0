/** What is wrong with a file: a sentence that says where, and what is allowed there. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}
