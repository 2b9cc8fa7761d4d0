/**
 * The network under construction on a bench. Complete networks go to the bench as steps of its history. The bench keeps an incomplete one
 * with the scenario's other changes, without running it, while it shows the last complete one.
 */
import { Observable } from '../../base/observable';
import { same } from '../../base/same';
import type { Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { History } from '../../run/history';
import { type Draft, draftOf, type Missing, missingIn, storedDraft } from './draft';

export interface SessionState {
  draft: Draft;
  missing: readonly Missing[];
  undoable: boolean;
  redoable: boolean;
}

/** A step of the history: a draft, and the scenario that was on the bench. */
interface Version {
  draft: Draft;
  text: string;
  scenario: Scenario;
}

/** The bench merges fewer steps than the session if the network was incomplete in between. */
const MOST_STEPS = 3;

export class Session {
  /** Null until the engine has parsed the scenario. */
  readonly state = new Observable<SessionState | null>(null);
  private readonly bench: Bench;
  private history = new History<Version>();
  /** The scenario on the bench when the draft last agreed with it. */
  private base: Scenario | null = null;
  private name = '';
  /** The text on the bench when it was last seen. */
  private text = '';
  /** For incomplete drafts of other scenarios, by name: the scenario that they started from and their steps. */
  private readonly waiting = new Map<string, { base: Scenario; history: History<Version> }>();
  /** True while this session changes the bench. */
  private changing = false;

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
    const { state } = this;
    const version = this.version();
    if (state.value === null || version === null || draft === state.value.draft) return;
    this.history.note(version, what, at);
    this.put(draft);
    if (state.value.missing.length > 0 || same(draft.scenario, version.scenario)) return;
    this.withBench(() => this.bench.change(`network ${what}`, draft.scenario, at));
  }

  undo(at: number): void {
    this.step('undo', at);
  }

  redo(at: number): void {
    this.step('redo', at);
  }

  /** Returns to the network on the bench; undo brings the draft back. */
  discard(at: number): void {
    const { scenario } = this.bench.state.value;
    const { value } = this.state;
    if (scenario !== null && value !== null) this.apply(draftOf(scenario, value.draft), 'discard', at);
  }

  private step(way: 'undo' | 'redo', at: number): void {
    const now = this.version();
    if (now === null) return;
    const version = this.history[way](now);
    if (version === undefined) {
      // Before its own first step, the session continues with the bench's.
      if (this.complete) this.bench[way](at);
      return;
    }
    this.withBench(() => {
      for (let step = 0; step < MOST_STEPS && this.bench.state.value.text !== version.text; step += 1)
        this.bench[way](at);
      if (this.bench.state.value.text === version.text) return;
      this.bench.change(`network ${way}`, version.scenario, at);
    });
    this.put(version.draft);
  }

  private get complete(): boolean {
    return this.state.value?.missing.length === 0;
  }

  private version(): Version | null {
    const { text, scenario } = this.bench.state.value;
    const { value } = this.state;
    return value && scenario && { draft: value.draft, text, scenario };
  }

  private withBench(change: () => void): void {
    this.changing = true;
    change();
    this.changing = false;
    const { scenario, text } = this.bench.state.value;
    this.base = scenario;
    this.text = text;
    this.refresh();
  }

  private put(draft: Draft): void {
    const before = this.state.value;
    const missing =
      before?.draft.scenario === draft.scenario && before.draft.nodes.length === draft.nodes.length
        ? before.missing
        : missingIn(draft);
    this.state.set({ draft, missing, ...this.steps(missing) });
    const network = missing.length > 0 ? draft : null;
    if (network === this.bench.state.value.network) return;
    const { changing } = this;
    this.changing = true;
    this.bench.setNetwork(network);
    this.changing = changing;
  }

  private steps(missing: readonly Missing[]): Pick<SessionState, 'undoable' | 'redoable'> {
    const { undoable, redoable } = this.bench.state.value;
    const complete = missing.length === 0;
    return {
      undoable: this.history.undoable || (complete && undoable),
      redoable: this.history.redoable || (complete && redoable),
    };
  }

  private refresh(): void {
    const { value } = this.state;
    if (value === null) return;
    const steps = this.steps(value.missing);
    if (steps.undoable !== value.undoable || steps.redoable !== value.redoable)
      this.state.set({ ...value, ...steps });
  }

  /** Takes over what changed on the bench. */
  private update(): void {
    if (this.changing) return;
    const { name, scenario, network } = this.bench.state.value;
    if (name !== this.name) this.open(name);
    if (scenario === null) return;
    const { value } = this.state;
    const kept = value !== null && !this.complete ? value.draft : null;
    if (value === null || network !== kept) {
      this.adopt(scenario, network, value);
    } else if (this.base === null) {
      // The draft came with this scenario.
      this.base = scenario;
    } else if (scenario === this.base) {
      this.refresh();
    } else {
      // Every earlier step is in the bench's history, except those of an incomplete draft.
      if (kept === null) this.history = new History();
      this.put(kept === null ? draftOf(scenario, value.draft) : rebased(kept, this.base, scenario));
      this.base = scenario;
      const { draft } = this.state.value as SessionState;
      if (this.complete && !same(draft.scenario, scenario))
        this.withBench(() => this.bench.change('network', draft.scenario, performance.now()));
    }
    this.text = this.bench.state.value.text;
  }

  /** Takes the incomplete draft that the bench keeps: this session's own, an earlier visit's or another tab's. */
  private adopt(scenario: Scenario, network: unknown, value: SessionState | null): void {
    const draft = storedDraft(network, this.bench.runner.state.value.catalogue);
    const own = this.waiting.get(this.name);
    this.waiting.delete(this.name);
    if (value !== null) {
      // Other work replaced this draft, but undo brings it back.
      const { text } = this.bench.state.value;
      this.history.note({ draft: value.draft, text, scenario }, 'everything', performance.now());
      // If the work has another text, the engine hasn't parsed it yet.
      const isParsed = text === this.text;
      this.put(draft ?? draftOf(scenario, value.draft));
      this.base = isParsed || draft === null ? scenario : null;
      return;
    }
    if (draft !== null && own !== undefined) this.history = own.history;
    this.put(draft === null ? draftOf(scenario) : own ? rebased(draft, own.base, scenario) : draft);
    this.base = scenario;
  }

  /** Keeps the steps of an incomplete draft when another scenario is opened. */
  private open(name: string): void {
    const { base, history } = this;
    if (this.state.value !== null && base !== null && !this.complete)
      this.waiting.set(this.name, { base, history });
    this.name = name;
    this.base = null;
    this.history = new History();
    this.state.set(null);
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
