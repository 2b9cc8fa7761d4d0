/**
 * One scenario with its controls, its run and its time window. Only the controls and the text editor write the scenario's text.
 * `Documents` stores the text and its history; the bench runs it and applies a link's changes.
 */
import type { WorkerLike } from '../engine/client';
import type { Scenario } from '../engine/schema';
import { senderOf, withOwnPresets } from '../scenario/edit';
import { nameOfRun } from '../scenario/names';
import { withValue } from '../scenario/path';
import { plainText } from '../scenario/plainText';
import { type BenchState, Documents, type Work } from './documents';
import { BASELINE, baselineOf, type Pinned, withPinned, withReplaced } from './pinned';
import { Runner } from './runner';
import type { Link } from './share/opening';
import { type StoredRun, textHashOf } from './storedRun';
import { View } from './view';

export type { BenchState, Work } from './documents';

/** Options for opening a scenario. */
export interface OpenOptions {
  /** Shown until the engine has run the scenario, if it's a run of the same text and there is nothing else to show. */
  stored?: StoredRun | null | undefined;
  /** Work to open instead of the user's earlier changes. */
  work?: Work | null | undefined;
  link?: Link | null;
}

export class Bench {
  readonly runner: Runner;
  readonly view: View;
  private readonly documents = new Documents();
  /** The link that the engine hasn't accepted or refused yet. */
  private link: Link | null = null;

  /** @param create starts the bench's engine, if that isn't the page's */
  constructor(view = new View(), create?: () => WorkerLike) {
    this.runner = new Runner(create);
    this.view = view;
    this.runner.state.subscribe(() => this.onRunnerState());
    view.looking.subscribe(() => this.runner.look(view.window));
  }

  get state(): Documents['state'] {
    return this.documents.state;
  }

  /**
   * Opens a scenario with the user's earlier changes, if any. An open scenario stays as the user changed it, but a link's changes go. `file`
   * is the text it starts from.
   */
  open(name: string, file: string, { stored = null, work = null, link = null }: OpenOptions = {}): void {
    this.documents.setFile(name, file);
    const stays = this.state.value.name === name && work === null && !this.documents.isLinked;
    if (!stays) {
      this.view.leaveScenario();
      this.documents.open(name, work);
    }
    if (link !== null) this.follow(link);
    else if (!stays) {
      const { text, pinned } = this.state.value;
      const origin = text !== file && this.originOf(name) === null ? file : undefined;
      const fits = origin === undefined && pinned.length === 0 && stored?.textHash === textHashOf(text);
      this.runner.run(text, null, { stored: fits ? stored.run : null, origin });
    }
  }

  /** Makes of the open scenario's file what a link says. The user's changes to it can be undone to. */
  follow(link: Link): void {
    const { file } = this.documents;
    const origin = link.text === null ? undefined : file;
    this.link = link;
    this.runner.run(link.text ?? file, performance.now(), { changes: link.changes, origin });
  }

  /** Forgets the last link, its problems included. */
  dropLink(): void {
    if (this.state.value.linkProblems.length > 0) this.documents.setLinkProblems([]);
    if (this.link === null) return;
    this.link = null;
    this.runner.run(this.state.value.text);
  }

  /** Makes the text that is on the bench the one that Reset returns to. */
  rebase(): void {
    this.documents.rebase();
  }

  /** All changed scenarios, by name. */
  work(): ReadonlyMap<string, Work> {
    return this.documents.work();
  }

  /** The user's changes to the open scenario; null if it's as its address says. */
  get ownWork(): Work | null {
    return this.documents.ownWork;
  }

  /** Restores the changes of an earlier visit; call it before the first scenario is opened. */
  restoreWork(work: ReadonlyMap<string, Work>): void {
    for (const [name, one] of work) this.documents.setWork(name, one);
  }

  /** Replaces the scenario with earlier work on it, as an undo step. */
  resume({ text, draft, network }: Work, asked_at: number): void {
    this.documents.note('everything', asked_at);
    this.documents.put({ text, scenario: this.state.value.scenario, network }, { draft });
    this.runner.run(text, asked_at);
  }

  /** True if all changes of a link are on the bench, or no link was opened. */
  get settled(): boolean {
    const { linkProblems, pinned } = this.state.value;
    const pinsApplied = pinned.every(({ changes }) => changes.length === 0);
    return this.link === null && linkProblems.length === 0 && pinsApplied;
  }

  /** True if the bench shows what was opened, if only without a link's changes that the engine has refused. */
  get opened(): boolean {
    return this.settled || this.state.value.linkProblems.length > 0;
  }

  /** The open scenario's file, as text and as the engine parsed it; null until then. */
  get origin(): { file: string; scenario: Scenario } | null {
    return this.documents.origin;
  }

  /** A file that has been open, as the engine parsed it; null until then. */
  originOf(name: string): Scenario | null {
    return this.documents.originOf(name);
  }

  /** Returns to the file and drops the draft. */
  reset(asked_at: number): void {
    this.documents.reset(asked_at);
    this.runner.run(this.state.value.text, asked_at);
  }

  undo(asked_at: number): void {
    if (this.documents.undo()) this.runner.run(this.state.value.text, asked_at);
  }

  redo(asked_at: number): void {
    if (this.documents.redo()) this.runner.run(this.state.value.text, asked_at);
  }

  /** Names a version of a scenario by its senders and its differences from the file. */
  nameOf(scenario: Scenario, name = this.state.value.name): string {
    return nameOfRun(scenario, this.runner.state.value.catalogue, this.originOf(name));
  }

  /** Pins the scenario for comparison; does nothing if all letters are taken. */
  keep(asked_at: number): void {
    const { text, scenario } = this.state.value;
    if (scenario !== null) this.pin(scenario, text, asked_at);
  }

  /** Pins a version of the scenario for comparison with the one on the bench; does nothing if all letters are taken. */
  pin(version: Scenario, text: string, asked_at: number): void {
    const { name, pinned } = this.state.value;
    const next = withPinned(pinned, { label: this.nameOf(version), name, text });
    if (next === null) return;
    const chosen = this.view.of(BASELINE);
    const baseline = baselineOf(pinned, chosen.value);
    this.setPinned(next.pinned, `keep ${next.letter}`, asked_at);
    // The new run may have an earlier letter than the baseline, which stays the baseline.
    if (baseline !== null && baselineOf(next.pinned, chosen.value) !== baseline) chosen.set(baseline);
  }

  /** Replaces the pinned scenarios, as one undo step. */
  setPinned(pinned: readonly Pinned[], what: string, asked_at: number): void {
    this.documents.note(what, asked_at, true);
    const { text, scenario } = this.state.value;
    this.documents.put({ text, scenario, pinned });
  }

  /** Sets the scenarios that a link or an earlier visit pinned, without an undo step. */
  restorePinned(pinned: readonly Pinned[]): void {
    this.documents.restorePinned(pinned);
  }

  /**
   * Swaps a pinned scenario with the one on the bench. If it belongs to another file, it appears when that file is opened.
   *
   * @param whole the pinned scenario as the engine parsed it
   */
  exchange(letter: string, whole: Scenario, asked_at: number): void {
    const { name, text, scenario, pinned } = this.state.value;
    const other = pinned.find((one) => one.letter === letter);
    if (other === undefined || scenario === null) return;
    const pinnedText = plainText(whole, '');
    const next = withReplaced(pinned, letter, { label: this.nameOf(scenario), name, text });
    if (other.name !== name) {
      const network = this.documents.workOn(other.name)?.network ?? null;
      this.documents.setWork(other.name, { text: pinnedText, draft: null, network });
      this.restorePinned(next);
      return;
    }
    this.documents.note(`exchange ${letter}`, asked_at, true);
    this.documents.put({ text: pinnedText, scenario: whole, pinned: next }, { draft: null });
    this.runner.run(pinnedText, asked_at);
  }

  edit(path: string, value: unknown, asked_at: number): void {
    const { scenario } = this.state.value;
    if (scenario === null) return;
    this.change(path, withValue(scenario, path, value), asked_at);
  }

  /** Replaces the scenario as one undo step, which is merged with an earlier one if `what` has just changed too. */
  change(what: string, scenario: Scenario, asked_at: number): void {
    this.documents.note(what, asked_at);
    this.replaceScenario(scenario, asked_at);
  }

  /**
   * Replaces the scenario at once, so that the next change starts from it. Every default must be filled in, because controls can't change
   * a missing field. `text` is the scenario as the user wrote it, if that differs from the scenario as plain JSON.
   */
  replaceScenario(
    scenario: Scenario,
    asked_at: number,
    text = plainText(scenario, this.state.value.text),
    network: Partial<Pick<BenchState, 'network' | 'nodes'>> = {},
  ): void {
    this.documents.put({ text, scenario, ...network });
    this.runner.run(text, asked_at);
  }

  choosePreset(flow: number, name: string, asked_at: number): void {
    const { catalogue } = this.runner.state.value;
    const { scenario } = this.state.value;
    const sender = catalogue && scenario && senderOf(withOwnPresets(catalogue, scenario), name);
    if (sender) this.edit(`flows.${flow}.sender`, sender, asked_at);
  }

  /** Text from the editor: becomes the scenario if the engine accepts it, otherwise stays a draft. */
  write(text: string, asked_at: number): void {
    this.documents.setDraft(text);
    this.runner.run(text, asked_at);
  }

  /** Replaces the builder's network, or the scenario by a complete one, as one undo step; without a name, as a part of the last step. */
  build(
    what: string | null,
    { scenario = null, ...network }: Partial<Pick<BenchState, 'scenario' | 'network' | 'nodes'>>,
    asked_at: number,
  ): void {
    if (what !== null) this.documents.note(what, asked_at);
    const { value } = this.state;
    if (scenario === null) this.documents.put({ text: value.text, scenario: value.scenario, ...network });
    else this.replaceScenario(scenario, asked_at, undefined, network);
  }

  discardDraft(): void {
    this.documents.setDraft(null);
    this.runner.run(this.state.value.text);
  }

  /** Updates documents, view and link when the runner's state changes. */
  private onRunnerState(): void {
    const { accepted, origin, shown, phase } = this.runner.state.value;
    if (shown !== null)
      this.view.setWhole(
        phase === 'running' && shown.summary === null ? shown.scenario.duration_s : shown.now_s,
      );
    this.runner.look(this.view.window);
    if (origin !== null) this.documents.readFile(origin.text, origin.scenario);
    if (this.link !== null) this.settle(this.link);
    if (accepted === null) return;
    const { scenario, text } = accepted;
    this.documents.readFile(text, scenario);
    this.documents.accept(text, scenario, text === this.runner.wanted, performance.now());
  }

  /** Puts a link's scenario on the bench once the engine has accepted it, or shows the scenario without the link's changes. */
  private settle(link: Link): void {
    const { accepted, phase, problems, refused } = this.runner.state.value;
    if (accepted?.changes === link.changes) {
      this.link = null;
      this.documents.openLinked(accepted.text, accepted.scenario, performance.now());
    } else if (phase === 'refused' && refused?.changes === link.changes) {
      this.link = null;
      this.documents.setLinkProblems(problems);
      if (refused.text !== null) this.documents.setDraft(refused.text);
      this.runner.run(this.state.value.text);
    } else if (this.runner.wantedChanges !== link.changes) {
      // The user has changed something since, so the engine's verdict no longer matters.
      this.link = null;
    }
  }
}
