/** Reasons why a result is not verified. */
import { t } from '../words/words';

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
  /** Description for the teacher: in their language on the page, in English in files. */
  words(): string;
}

/** Short reasons that the table shows before the details. */
export const REASON_WORDS: Record<Reason, () => string> = {
  missing: () => t('No code'),
  damaged: () => t('Damaged code'),
  version: () => t('Unknown version of the code'),
  assignment: () => t('Other assignment'),
  name: () => t('No name'),
  seed: () => t('Seed is not this name’s'),
  fixed: () => t('Fixed field changed'),
  range: () => t('Outside of what is allowed'),
  refused: () => t('Scenario is refused'),
  engine: () => t('Unknown engine version'),
  digest: () => t('Digest differs'),
  answers: () => t('Answers do not follow from the run'),
};
