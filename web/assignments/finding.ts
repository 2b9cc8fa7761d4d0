/** Why a result is not verified. */

export type Reason =
  | 'missing'
  | 'damaged'
  | 'version'
  | 'assignment'
  | 'name'
  | 'seed'
  | 'fixed'
  | 'range'
  | 'refused'
  | 'engine'
  | 'digest'
  | 'answers';

export interface Finding {
  reason: Reason;
  /** What exactly, for the teacher. */
  words: string;
}

/** Said in the table before the words of the finding. */
export const REASON_WORDS: Record<Reason, string> = {
  missing: 'No code',
  damaged: 'Damaged code',
  version: 'Unknown version of the code',
  assignment: 'Other assignment',
  name: 'No name',
  seed: 'Seed is not this name’s',
  fixed: 'Fixed field changed',
  range: 'Outside of what is allowed',
  refused: 'Scenario is refused',
  engine: 'Unknown engine version',
  digest: 'Digest differs',
  answers: 'Answers do not follow from the run',
};
