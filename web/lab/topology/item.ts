/** A part of the path that can be opened for editing. */
export type PathItem =
  /** A directed link by its number in the trace, and its entry in the scenario's list of links. */
  | { kind: 'link'; link: number; entry: number }
  | { kind: 'node'; name: string }
  | { kind: 'flow'; index: number };
