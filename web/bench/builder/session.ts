/**
 * The network under construction on a bench: the incomplete one that the bench keeps while it shows the last complete one, or the scenario
 * on the bench itself. Its steps are the bench's.
 */
import { Observable } from '../../base/observable';
import { same } from '../../base/same';
import type { Scenario } from '../../engine/schema';
import type { Bench, BenchState } from '../../run/bench';
import { type Draft, draftOf, type Missing, missingIn, storedDraft } from './draft';

export interface SessionState {
  draft: Draft;
  missing: readonly Missing[];
}

export class Session {
  /** Null until the engine has parsed the scenario. */
  readonly state = new Observable<SessionState | null>(null);
  private readonly bench: Bench;
  private name = '';
  /** For each scenario, the bench's state that its draft last agreed with. */
  private readonly seen = new Map<string, BenchState & { scenario: Scenario }>();

  constructor(bench: Bench) {
    this.bench = bench;
  }

  /** Follows the bench. Returns a function that stops it. */
  follow(): () => void {
    this.update();
    return this.bench.state.subscribe(() => this.update());
  }

  /** Takes a step to the next draft. Steps with the same name in quick succession are merged, as in a drag. */
  apply(draft: Draft, what: string, at: number): void {
    if (this.state.value !== null && draft !== this.state.value.draft) this.put(draft, what, at);
  }

  /** Returns to the network on the bench; undo brings the draft back. */
  discard(at: number): void {
    const { scenario } = this.bench.state.value;
    const { value } = this.state;
    if (scenario !== null && value !== null) this.apply(draftOf(scenario, value.draft.nodes), 'discard', at);
  }

  /** Takes over what changed on the bench. */
  private update(): void {
    const now = this.bench.state.value;
    const { name, text, scenario, network, nodes } = now;
    if (name !== this.name) this.state.set(null);
    this.name = name;
    if (scenario === null) return;
    const seen = this.seen.get(name);
    this.seen.set(name, { ...now, scenario });
    const shown = this.state.value?.draft;
    const kept = network === shown ? shown : storedDraft(network, this.bench.runner.state.value.catalogue);
    // Controls, links and the editor change the scenario only; undo and another tab's work replace both.
    const changed = seen !== undefined && seen.network === network && seen.text !== text;
    const draft =
      kept && changed
        ? rebased(kept, seen.scenario, scenario)
        : (kept ?? draftOf(scenario, (nodes as Draft['nodes'] | null) ?? shown?.nodes));
    if (draft.scenario !== shown?.scenario || draft.nodes !== shown.nodes)
      this.put(draft, null, performance.now());
  }

  /** Shows a draft and gives it to the bench: as a step, or without a name as a part of the last one. */
  private put(draft: Draft, what: string | null, at: number): void {
    const before = this.state.value;
    const missing =
      before?.draft.scenario === draft.scenario && before.draft.nodes.length === draft.nodes.length
        ? before.missing
        : missingIn(draft);
    this.state.set({ draft, missing });
    const { scenario, network, nodes } = this.bench.state.value;
    const step = what && `network ${what}`;
    if (missing.length > 0) {
      if (step !== null || network !== draft) this.bench.build(step, { network: draft }, at);
    } else if (step !== null || network !== null || nodes !== draft.nodes) {
      const next = same(draft.scenario, scenario) ? null : draft.scenario;
      this.bench.build(step, { scenario: next, network: null, nodes: draft.nodes }, at);
    }
  }
}

const sessions = new WeakMap<Bench, Session>();

/** The session of a bench; the same one each time. */
export function sessionOf(bench: Bench): Session {
  const session = sessions.get(bench) ?? new Session(bench);
  sessions.set(bench, session);
  return session;
}

/** An incomplete draft with the values that controls have changed on the bench since. Links and flows are found by their names. */
export function rebased(draft: Draft, before: Scenario, now: Scenario): Draft {
  if (before === now) return draft;
  const { scenario } = draft;
  const merged: Record<string, unknown> = { ...scenario };
  for (const [name, value] of Object.entries(now)) {
    if (LISTS.has(name) || same(value, (before as unknown as Record<string, unknown>)[name])) continue;
    merged[name] = value;
  }
  merged.links = withChanged(scenario.links, before.links, now.links, ['name', 'from', 'to', 'both_ways']);
  merged.flows = withChanged(scenario.flows, before.flows, now.flows, [
    ...['name', 'from', 'to', 'route', 'route_back', 'turns_with'],
  ]);
  return { ...draft, scenario: merged as unknown as Scenario };
}

/** Lists whose entries refer to the network. */
const LISTS = new Set([
  'links',
  'flows',
  'datagrams',
  'drops',
  'timeline',
  'name',
  'title',
  'about',
  'source',
]);

function withChanged<One extends { name: string }>(
  drafted: readonly One[],
  before: readonly One[],
  now: readonly One[],
  kept: readonly string[],
): One[] {
  return drafted.map((one) => {
    const [earlier, later] = [before, now].map((list) => list.find(({ name }) => name === one.name));
    if (earlier === undefined || later === undefined || same(earlier, later)) return one;
    const changed = Object.entries(later).filter(
      ([field, value]) => !kept.includes(field) && !same(value, (earlier as Record<string, unknown>)[field]),
    );
    return { ...one, ...Object.fromEntries(changed) };
  });
}
