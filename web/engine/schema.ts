/** Re-exports everything generated from the engine's source. Other files import from here, not from `generated/`. */
import type { Problem as EngineProblem } from './generated/types';

export type {
  Estimate,
  Hello,
  Oddity,
  Overview,
  Problem as FileProblem,
  Skipped,
  Source,
  Tap,
  Transfer,
} from './generated/capture';
export { CAPTURE_KINDS } from './generated/captureKinds';
export { ENGINE_MESSAGES } from './generated/messages';
export type { AtRest, Prediction } from './generated/theory';
export { THEORY_MESSAGES } from './generated/theoryMessages';
export {
  type Chunk,
  DECISION_VERDICTS,
  FLOW_STATES,
  HOP_EVENTS,
  NEVER_THINNED,
  PACKET_KINDS,
  SAMPLED_TABLES,
  SEGMENT_KINDS,
  SEND_LIMITS,
  TRACE_TABLES,
} from './generated/trace';
export type { Catalogue, FieldInfo, Message, Scenario, Shape, Summary } from './generated/types';
export type { EngineProblem };

/** A problem as the page shows it, found by the engine or by the page itself. */
export type Problem = Pick<EngineProblem, 'path' | 'problem' | 'allowed'>;

/** A plain value. */
export type Atom = string | number | boolean | null;
