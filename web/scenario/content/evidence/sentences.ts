/** Requirements of RFCs, each with a scenario and what must be seen in its run: `content/evidence/sentences`. */
import { withValue } from '../../path';

/** The engine obeys by default, obeys after a change, or doesn't obey. */
export const SENTENCE_VERDICTS = ['holds', 'switch', 'differs'] as const;
export type SentenceVerdict = (typeof SENTENCE_VERDICTS)[number];

/** How segments are sent, with the kinds of the trace's `segments`. */
export const SENT = {
  new: 'send',
  fast: 'retransmit_fast',
  timeout: 'retransmit_timeout',
} as const;

/** The events that a run must show at a moment. Nothing else may be sent from the start to `until_ms`. */
export interface Moment {
  at_ms: number;
  /** Segments sent for the first time; retransmitted because of ACKs; retransmitted because of the timer. */
  new?: readonly number[];
  fast?: readonly number[];
  timeout?: readonly number[];
  /** ACK numbers that the receiver sends. Once a moment lists them, nothing else may be acknowledged. */
  acks?: readonly number[];
  /** SACK blocks that the receiver sends: ACK number, first segment, segment after the last. Once listed, there are no others. */
  sacks?: readonly (readonly [number, number, number])[];
  /** Segments that get a congestion mark. Once listed, there are no others. */
  marked?: readonly number[];
  /** Values after everything that happens at this moment, in segments or ms. Null: unlimited, or unknown. */
  cwnd?: number;
  ssthresh?: number | null;
  srtt_ms?: number | null;
  rto_ms?: number;
  state?: string;
  /** Why this must happen. */
  why?: string;
}

export interface Sentence {
  /** Unique among all RFCs: `5681-fast-retransmit`. */
  id: string;
  section: string;
  /** A keyword of RFC 2119; `rule` for a step of an algorithm without one. */
  level: 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY' | 'rule';
  requirement: string;
  /** The differences from the flow in `base.json`. */
  flow: Readonly<Record<string, unknown>>;
  /** Packets that are dropped, delayed, copied or marked. */
  drops?: readonly unknown[];
  until_ms: number;
  /** The moments that the RFC requires. */
  expect: readonly Moment[];
  verdict: SentenceVerdict;
  /** The values, by path from the flow, with which the engine obeys. */
  switch?: Readonly<Record<string, unknown>>;
  /** The moments of the run without the switch. */
  instead?: readonly Moment[];
  /** Why the engine doesn't obey by default. */
  because?: string;
}

/** The sentences of an RFC. */
export interface Rfc {
  rfc: number;
  title: string;
  sentences: readonly Sentence[];
}

const files = import.meta.glob('../../../../content/evidence/sentences/*.json', { import: 'default' });

const BASE = 'base.json';

/** Loads all sentences, by RFC. */
export async function loadRfcs(): Promise<readonly Rfc[]> {
  const names = Object.keys(files).filter((name) => !name.endsWith(`/${BASE}`));
  const rfcs = await Promise.all(names.map((name) => files[name]?.() as Promise<Rfc>));
  return rfcs.toSorted((a, b) => a.rfc - b.rfc);
}

export const loadSentenceBase = () =>
  files[`../../../../content/evidence/sentences/${BASE}`]?.() as Promise<Record<string, unknown>>;

/** The moments of a run: those that the RFC requires, or those that happen instead. */
export function shownIn({ verdict, expect, instead = [] }: Sentence, switched: boolean): readonly Moment[] {
  return verdict === 'holds' || switched ? expect : instead;
}

/**
 * The scenario of a sentence.
 * @param switched with the values with which the engine obeys
 */
export function sentenceScenario(
  base: Record<string, unknown>,
  { rfc }: Pick<Rfc, 'rfc'>,
  sentence: Sentence,
  switched: boolean,
): Record<string, unknown> {
  const { id, section, level, requirement, flow, drops, until_ms, because } = sentence;
  const reasons = shownIn(sentence, switched).flatMap(({ at_ms, why }) =>
    why === undefined ? [] : [`At ${at_ms} ms: ${why}`],
  );
  const [standard] = base.flows as Record<string, unknown>[];
  const scenario = {
    ...base,
    title: `RFC ${rfc}, ${section}: ${id.replace(`${rfc}-`, '').replaceAll('-', ' ')}`,
    source: `RFC ${rfc}, section ${section}${level === 'rule' ? '' : `, ${level}`}`,
    about: [requirement, ...reasons, ...(because === undefined || switched ? [] : [because])].join(' '),
    duration_s: until_ms / 1000,
    flows: [{ ...standard, ...flow }],
    ...(drops && { drops }),
  };
  return Object.entries(switched ? (sentence.switch ?? {}) : {}).reduce(
    (changing, [path, value]) => withValue(changing, `flows.0.${path}`, value),
    scenario,
  );
}
