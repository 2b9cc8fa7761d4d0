/** Says why two runs of different scenarios are identical: what differs never acted. Each reason is a count of zero in the trace. */
import { same } from '../../base/same';
import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import { FLOW_STATES } from '../../engine/schema';
import { eventsOf, type SegmentKind } from '../../run/series';
import type { Run } from '../../run/trace';
import { ALL, areWhole, ERROR, eventTimesAt, FULL, MARKED } from '../panels/linkEvents';

/** Fields that don't change what happens. The topology is expanded into links. */
const INERT = new Set(['version', 'name', 'title', 'about', 'source', 'presets', 'topology', 'record']);

/** A set of parts, or a field, that differs between two scenarios, and the events without which it does nothing. */
interface Silent {
  part: string;
  /** Null if the trace doesn't show why it did nothing. */
  reason: string | null;
}

/** One sentence for the results of two runs whose packets are identical. */
export function identicalInWords(run: Run, other: Run, catalogue: Catalogue | null): string {
  const silent = differencesOf(run, other);
  const [first] = silent;
  if (first === undefined) return t('Identical: the scenarios are the same');
  const reasons = [...new Set(silent.map(({ reason }) => reason))];
  if (reasons.some((reason) => reason === null)) return t('Identical to the last bit');
  const parts = [...new Set(silent.map(({ part }) => labelOf(part, catalogue)))];
  return t('Identical: {part} never acted, because {reason}', {
    part: parts.map((label) => t('“{label}”', { label })).join(', '),
    reason: reasons.join(', '),
  });
}

function labelOf(part: string, catalogue: Catalogue | null): string {
  const own = catalogue?.parts[part]?.title;
  return own ?? (part === 'ecn' ? t('Congestion marks (ECN)') : part);
}

/** What differs between the scenarios of two runs, each with the reason why it did nothing. */
function differencesOf(run: Run, other: Run): Silent[] {
  const [mine, theirs] = [run.scenario, other.scenario];
  const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]) as Set<keyof Scenario>;
  return [...keys].flatMap((key): Silent[] => {
    if (INERT.has(key) || same(mine[key], theirs[key])) return [];
    if (key === 'flows' && mine.flows.length === theirs.flows.length)
      return mine.flows.flatMap((_, flow) => flowDifferences(run, theirs, flow));
    if (key === 'links' && mine.links.length === theirs.links.length)
      return mine.links.flatMap((_, link) => linkDifferences(run, theirs, link));
    return [{ part: key, reason: null }];
  });
}

function flowDifferences(run: Run, theirs: Scenario, flow: number): Silent[] {
  const differing = differingKeys(run.scenario.flows[flow], theirs.flows[flow]);
  return differing.flatMap((key): Silent[] => {
    if (key !== 'sender') return [{ part: key, reason: null }];
    const parts = differingKeys(run.scenario.flows[flow]?.sender, theirs.flows[flow]?.sender);
    // The preset's name does nothing itself.
    return parts
      .filter((part) => part !== 'preset')
      .map((part) => ({ part, reason: silenceOf(run, flow, part) }));
  });
}

function linkDifferences(run: Run, theirs: Scenario, link: number): Silent[] {
  const { links } = run.scenario;
  const first = links.slice(0, link).reduce((sum, { both_ways }) => sum + (both_ways ? 2 : 1), 0);
  const directed = links[link]?.both_ways ? [first, first + 1] : [first];
  const none = (kinds: readonly SegmentKind[]) =>
    areWhole(run.trace, kinds) &&
    directed.every((place) => eventTimesAt(run.trace, place, kinds, ALL).length === 0);
  return differingKeys(links[link], theirs.links[link]).map((part) => {
    if (part === 'queue' && none([...FULL, ...MARKED]))
      return { part, reason: t('the queue never dropped or marked a packet') };
    if (part === 'loss' && none(ERROR)) return { part, reason: t('no packet was lost on the link') };
    return { part, reason: null };
  });
}

function differingKeys(mine: unknown = {}, theirs: unknown = {}): string[] {
  const [a, b] = [mine, theirs] as Record<string, unknown>[];
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].filter((key) => !same(a?.[key], b?.[key]));
}

/** Why a set of a sender's parts did nothing in a run; null if it may have acted. */
function silenceOf({ trace, summary }: Run, flow: number, part: string): string | null {
  const results = summary?.flows[flow];
  const never = (kind: SegmentKind) => {
    const events = eventsOf(trace, flow, kind);
    return events.wholeIn(ALL) && events.length === 0;
  };
  const repaired = results === undefined || results.retransmitted_segments > 0;
  const { state } = trace.rows('states', flow);
  const wasIn = (name: (typeof FLOW_STATES)[number]) => state.includes(FLOW_STATES.indexOf(name));
  switch (part) {
    case 'detection':
    case 'recovery':
      return repaired || !never('dup_ack') || wasIn('timeout')
        ? null
        : t('no segment was lost and no duplicate ACK arrived');
    case 'decrease':
      return repaired || wasIn('timeout') || !never('marked') ? null : t('no segment was lost');
    case 'timer':
      return wasIn('timeout') || wasIn('aborted') ? null : t('no retransmission timer expired');
    case 'avoidance':
      return wasIn('avoidance') || wasIn('recovery') || wasIn('timeout')
        ? null
        : t('the sender never left slow start');
    case 'ecn':
      return never('marked') ? t('no segment was marked') : null;
    case 'sack':
    case 'limited_transmit':
      return never('dup_ack') ? t('no duplicate ACK arrived') : null;
    default:
      return null;
  }
}
