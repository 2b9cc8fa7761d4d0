/** The one door to what the engine's source generates: no other file of the lab looks behind it. */
export type { AtRest, Prediction } from './generated/theory';
export {
  type Chunk,
  DECISION_VERDICTS,
  FLOW_STATES,
  HOP_EVENTS,
  PACKET_KINDS,
  SEGMENT_KINDS,
  TRACE_TABLES,
} from './generated/trace';
export type { Catalogue, FieldInfo, Problem, Scenario, Shape, Summary } from './generated/types';
