/** The benches of an experiment, one per arm. Its controls change all of them together. */
import { Observable } from '../../base/observable';
import { same } from '../../base/same';
import type { WorkerLike } from '../../engine/client';
import type { Catalogue, Scenario } from '../../engine/schema';
import { problemInWords } from '../../engine/translate';
import { newView } from '../../lab/time/playback';
import { Bench } from '../../run/bench';
import { linkOf } from '../../run/share/opening';
import type { Run } from '../../run/trace';
import { type Change, changeProblems, changesBetween, withChanges } from '../../scenario/changes';
import { senderOf } from '../../scenario/edit';
import { nameOfRun, senderName } from '../../scenario/names';
import { at, isPreset, wholeOf } from '../../scenario/path';
import { DRAGS } from '../../ui/gestures';
import { openArm } from '../arms';
import { withSetting } from '../controls';
import { shownRun } from '../flowNames';
import type { Control, Names, RunExperiment } from '../lesson';
import type { LessonSession } from '../lessonSession';
import { withKind } from './choices';

export interface BenchGroupState {
  /** The run of each arm as the page shows it, in their order; null while an arm has nothing to show. */
  shown: readonly (Run | null)[];
  /** The arms' labels. */
  labels: readonly string[];
  /** True once all original runs have finished. Until then, controls are disabled. */
  begun: boolean;
  /** True if the student has changed something. */
  changed: boolean;
  /** True while the engine has stopped, or couldn't start. */
  crashed: boolean;
  /** Why an arm couldn't be opened. */
  failure: string | null;
  /** Notes about arms that are links. */
  notes: readonly string[];
  /** Addresses that open the arms on the bench as their runs last ended; none before that. */
  links: readonly string[];
}

/** Receives the original runs and the student's. */
export type RunsReceiver = Pick<LessonSession, 'addOriginalRun' | 'setExperimentState'>;

/** Returns the changes of an arm. */
export type ChangesByArm = (arm: string) => readonly Change[];

export class BenchGroup {
  readonly names: readonly string[];
  readonly benches: readonly Bench[];
  readonly state: Observable<BenchGroupState>;
  private readonly session: RunsReceiver;
  private readonly id: string;
  private readonly experiment: RunExperiment;
  /** Each arm's original run and its scenario, as text and as the engine reads it, once it has finished. */
  private readonly originals: ({ text: string; scenario: Scenario; run: Run } | null)[];
  /** Changes to apply as soon as the original runs have finished; null once applied. */
  private resume: ChangesByArm | null;
  /** Incremented with each published state, so that stale links can be dropped. */
  private generation = 0;

  constructor(
    session: RunsReceiver,
    id: string,
    experiment: RunExperiment,
    resume: readonly Change[] = [],
    create?: () => WorkerLike,
  ) {
    this.resume = resume.length > 0 ? () => resume : null;
    this.session = session;
    this.id = id;
    this.experiment = experiment;
    this.names = Object.keys(experiment.arms);
    this.benches = this.names.map(() => new Bench(newView(), create));
    // The arms share the first one's view.
    this.first.view.of(DRAGS).set('time');
    this.originals = this.names.map(() => null);
    this.state = new Observable<BenchGroupState>({
      shown: this.names.map(() => null),
      labels: Object.values(experiment.arms).map(({ label }) => label),
      begun: false,
      changed: false,
      crashed: false,
      failure: null,
      notes: [],
      links: [],
    });
    this.benches.forEach((bench, place) => {
      bench.runner.state.subscribe(() => this.follow(place));
    });
  }

  async start(): Promise<void> {
    await Promise.all(
      Object.values(this.experiment.arms).map(async (arm, place) => {
        const bench = this.benches[place];
        if (bench === undefined) return;
        bench.runner.wake();
        try {
          const { name, text, link, notes } = await openArm(arm);
          if (notes.length > 0)
            this.state.set({ ...this.state.value, notes: [...this.state.value.notes, ...notes] });
          bench.open(name, text, { link });
        } catch (error) {
          this.state.set({ ...this.state.value, failure: (error as Error).message });
        }
      }),
    );
  }

  dispose(): void {
    for (const bench of this.benches) bench.runner.dispose();
  }

  /** Changes a control's field, and its other numbers, in every arm that has the field, or only in those that the control names. */
  edit(control: Control, value: unknown, asked_at: number): void {
    const { path, arms = this.names } = control;
    this.names.forEach((name, place) => {
      const bench = this.benches[place];
      const scenario = bench?.state.value.scenario;
      if (bench === undefined || !scenario || !arms.includes(name) || at(scenario, path) === undefined)
        return;
      const catalogue = this.catalogue;
      const sender = isPreset(path) && catalogue ? senderOf(catalogue, String(value)) : undefined;
      const original = this.originals[place]?.scenario ?? scenario;
      if (sender === undefined) bench.change(path, withSetting(scenario, original, control, value), asked_at);
      else bench.edit(wholeOf(path), sender, asked_at);
    });
  }

  /** Chooses a kind of a part, and what comes with it. */
  choose(control: Control, kind: string, asked_at: number): void {
    const { catalogue } = this;
    const { path, arms = this.names } = control;
    this.names.forEach((name, place) => {
      const bench = this.benches[place];
      const scenario = bench?.state.value.scenario;
      const original = this.originals[place]?.scenario;
      if (!bench || !scenario || !original || !catalogue) return;
      if (!arms.includes(name) || at(scenario, path) === undefined) return;
      bench.replaceScenario(withKind(scenario, original, control, kind, catalogue), asked_at);
    });
  }

  /** Restores the lesson's original scenarios. */
  reset(asked_at: number): void {
    this.benches.forEach((bench, place) => {
      const original = this.originals[place];
      if (original != null && bench.state.value.text !== original.text)
        bench.replaceScenario(original.scenario, asked_at, original.text);
    });
  }

  /** Applies changes from a link or an embed host to the original scenarios, once the original runs have finished. */
  restore(changes: ChangesByArm): void {
    this.resume = changes;
    if (this.state.value.begun) this.applyResumed();
  }

  /** The changes by arm. Arms that can't be expressed as plain changes are left out. */
  changes(): { arm: string; changes: readonly Change[] }[] {
    const { catalogue } = this;
    return this.names.flatMap((arm, place) => {
      const original = this.originals[place];
      const scenario = this.benches[place]?.state.value.scenario;
      if (original == null || !scenario || catalogue === null) return [];
      const changes = changesBetween(original.scenario, scenario, catalogue);
      return changes === null || changes.length === 0 ? [] : [{ arm, changes }];
    });
  }

  /** Applies the resumed changes. Returns true if any arm changed. */
  private applyResumed(): boolean {
    const wanted = this.resume;
    this.resume = null;
    const applied = this.benches.filter((bench, place) => {
      const base = this.originals[place]?.scenario;
      const changes = wanted?.(this.names[place] ?? '') ?? [];
      if (base === undefined || changes.length === 0) return false;
      const [problem] = changeProblems(base, changes);
      if (problem === undefined)
        bench.replaceScenario(withChanges(base, changes, this.catalogue ?? undefined), performance.now());
      else
        this.state.set({ ...this.state.value, notes: [...this.state.value.notes, problemInWords(problem)] });
      return problem === undefined;
    });
    return applied.length > 0;
  }

  /** The first arm's bench. All arms share its view. */
  get first(): Bench {
    const [first] = this.benches;
    if (first === undefined) throw new Error(`The experiment ${this.id} must have at least one arm.`);
    return first;
  }

  /** The first arm's original run, once it has finished. */
  get original(): Run | null {
    return this.originals[0]?.run ?? null;
  }

  get catalogue(): Catalogue | null {
    return this.first.runner.state.value.catalogue;
  }

  /** The arms' labels: the lesson's or, of an arm with other senders, those senders, as long as no two arms are labeled alike. */
  private labelsOf(shown: readonly (Run | null)[]): readonly string[] {
    const own = Object.values(this.experiment.arms).map(({ label }) => label);
    const labels = own.map((label, place) => {
      const [before, now] = [this.originals[place]?.scenario, shown[place]?.scenario];
      if (!before || !now) return label;
      const isOther = now.flows.some(
        ({ sender }, flow) => sender.preset !== before.flows[flow]?.sender.preset,
      );
      return isOther ? nameOfRun(now, this.catalogue, null) : label;
    });
    return new Set(labels).size === labels.length ? labels : own;
  }

  /** The names of an arm's flows. They're about the lesson's senders, so a flow with another sender is named after that. */
  private flowNames(place: number, { scenario }: Run): Names | undefined {
    const original = this.originals[place]?.scenario ?? scenario;
    const names = { ...Object.values(this.experiment.arms)[place]?.flowNames };
    const taken = new Set([...Object.values(names), ...scenario.flows.map(({ name }) => name)]);
    for (const name of Object.keys(names)) {
      const flow = original.flows.findIndex((one) => one.name === name);
      const preset = scenario.flows[flow]?.sender.preset ?? null;
      if (original.flows[flow]?.sender.preset === preset) continue;
      const sender = senderName(preset, this.catalogue);
      if (taken.has(sender)) delete names[name];
      else names[name] = sender;
      taken.add(sender);
    }
    return Object.keys(names).length === 0 ? undefined : names;
  }

  private follow(place: number): void {
    const bench = this.benches[place];
    if (bench === undefined) return;
    const { phase, shown: run, accepted } = bench.runner.state.value;
    const { nodeNames } = Object.values(this.experiment.arms)[place] ?? {};
    const shown = run && shownRun(run, { flowNames: this.flowNames(place, run), nodeNames });
    const crashed = this.benches.some(({ runner }) => runner.state.value.phase === 'crashed');
    if (crashed !== this.state.value.crashed) this.state.set({ ...this.state.value, crashed });
    if (shown !== this.state.value.shown[place] && bench.opened) {
      const all = this.state.value.shown.map((one, index) => (index === place ? shown : one));
      this.state.set({ ...this.state.value, shown: all, labels: this.labelsOf(all) });
    }
    if (phase !== 'done' || run === null || accepted === null || !bench.opened) return;
    if (this.originals[place] === null) {
      this.originals[place] = { ...accepted, run };
      this.beginOnceDone();
    }
    if (this.resume !== null && this.state.value.begun && this.applyResumed()) return;
    const changed = this.benches.some((one, index) => {
      const original = this.originals[index];
      return original != null && !same(one.runner.state.value.accepted?.scenario, original.scenario);
    });
    this.state.set({ ...this.state.value, changed });
    this.generation += 1;
    const generation = this.generation;
    void this.links().then((links) => {
      // Links are made asynchronously. If a bench has changed since, they are stale.
      if (generation !== this.generation) return;
      const mine = new Map<string, Run>();
      this.names.forEach((arm, index) => {
        const { phase: armPhase, shown: run } = this.benches[index]?.runner.state.value ?? {};
        if (armPhase === 'done' && run != null) mine.set(arm, run);
      });
      this.state.set({ ...this.state.value, links });
      this.session.setExperimentState(this.id, { mine, changed, links });
    });
  }

  /** Publishes the original runs when the last of them has finished, because a picture of only some of them confirms nothing yet. */
  private beginOnceDone(): void {
    const runs = this.originals.flatMap((original) => original?.run ?? []);
    if (runs.length < this.names.length) return;
    this.state.set({ ...this.state.value, begun: true });
    for (const [place, run] of runs.entries())
      this.session.addOriginalRun(this.id, this.names[place] ?? '', run);
  }

  /** Addresses that open the arms on the bench in their current state. */
  async links(): Promise<string[]> {
    const links = await Promise.all(
      this.benches.map(async (bench) => {
        const { name, text, scenario } = bench.state.value;
        const { origin } = bench;
        if (scenario === null || origin === null || this.catalogue === null) return [];
        return [await linkOf({ name, text, scenario, origin }, this.catalogue)];
      }),
    );
    return links.flat();
  }
}
