/**
 * What is on the bench: one scenario as text, the controls' reading of it, and the run that it gave. The controls and
 * the text editor both write text; nothing else does.
 */
import { Observable } from '../base/observable';
import { same } from '../base/same';
import type { Problem, Scenario } from '../engine/schema';
import { senderOf, withOwnPresets } from '../scenario/edit';
import { withValue } from '../scenario/path';
import { History } from './history';
import { type Kept, type Make, withAside, withInPlace } from './kept';
import { Runner } from './runner';
import { View } from './view';

export interface BenchState {
  /** The file that the scenario came from. */
  name: string;
  /** The scenario as text: what runs. */
  text: string;
  /** The same with nothing left out, for the controls; null until the engine has read the first. */
  scenario: Scenario | null;
  /** What the reader wrote in the editor while the engine refuses it; kept until it is mended or discarded. */
  draft: string | null;
  /** Whether the text is no longer the file's. */
  edited: boolean;
  /** What is wrong with what a link asked for. Where the engine says so, the link's text is the draft. */
  linkProblems: readonly Problem[];
  /** Whether there is a step to take back, and one that was taken back. */
  undoable: boolean;
  redoable: boolean;
  /** Scenarios put aside to be compared with this one. */
  kept: readonly Kept[];
}

/** What the reader has made of a scenario, as text. */
export type Work = Pick<BenchState, 'text' | 'draft'>;

/** A scenario as it stood: its text, and the controls' reading of it; what was put aside, where that changed. */
type Version = Pick<BenchState, 'text' | 'scenario'> & Partial<Pick<BenchState, 'kept'>>;

export class Bench {
  readonly runner: Runner;
  readonly view: View;
  readonly state = new Observable<BenchState>({
    name: '',
    text: '',
    scenario: null,
    draft: null,
    edited: false,
    linkProblems: [],
    undoable: false,
    redoable: false,
    kept: [],
  });
  /** What each scenario was when it came: its file, or the form that an experiment gives it. */
  private readonly files = new Map<string, string>();
  /** Edited scenarios that are off the bench now: the reader finds them as they were. */
  private readonly shelf = new Map<string, Work>();
  private readonly histories = new Map<string, History<Version>>();
  /** What the engine reads in each file, once it has. */
  private readonly origins = new Map<string, Scenario>();
  /** What a link makes of a scenario; it waits until the engine has read that. */
  private wanted: { name: string; make: Make } | null = null;
  /**
   * A changed scenario has come to the bench before the engine has read its file, from which differences, links and sweeps start: the
   * file goes first.
   */
  private unread = false;
  /** The text that a link has put on the bench, until the engine has said what it thinks of it. */
  private linked: string | null = null;

  constructor(runner = new Runner(), view = new View()) {
    this.runner = runner;
    this.view = view;
    runner.state.subscribe(() => this.follow());
  }

  /** Opens a scenario; `file` is the text that it comes with, which the reader may have changed since. */
  open(name: string, file: string): void {
    this.files.set(name, file);
    const { value } = this.state;
    if (value.name === name) return;
    this.shelve();
    const { text, draft } = this.shelf.get(name) ?? { text: file, draft: null };
    this.view.showAll();
    this.view.cursor.set(null);
    this.put({ text, scenario: null }, { name, draft, linkProblems: [] });
    this.unread = text !== file && !this.origins.has(name);
    this.runner.run(this.unread ? file : text);
  }

  /** All that the reader has changed, by the names of the scenarios. */
  work(): ReadonlyMap<string, Work> {
    this.shelve();
    return this.shelf;
  }

  /** Takes up what the reader changed on an earlier visit, before the first scenario is opened. */
  takeUp(work: ReadonlyMap<string, Work>): void {
    for (const [name, one] of work) this.shelf.set(name, one);
  }

  /** Puts what the reader made earlier of the scenario on the bench, as a step that can be taken back. */
  resume({ text, draft }: Work, asked_at: number): void {
    this.note('everything', asked_at);
    this.put({ text, scenario: this.state.value.scenario }, { draft });
    this.runner.run(text, asked_at);
  }

  /** Whether all that a link asked for has come to the bench. */
  get settled(): boolean {
    const { linkProblems, kept } = this.state.value;
    const made = kept.every(({ make }) => make === null);
    return this.wanted === null && this.linked === null && linkProblems.length === 0 && made;
  }

  /** Wants the text that `make` makes of a scenario, as soon as that is on the bench; null: nothing any more. */
  want(name: string, make: Make | null): void {
    this.wanted = make && { name, make };
    const { value } = this.state;
    if (value.linkProblems.length > 0) this.state.set({ ...value, linkProblems: [] });
    this.grant();
  }

  /** The file of the scenario on the bench, and what the engine reads in it; null until it has. */
  get origin(): { file: string; scenario: Scenario } | null {
    const { name } = this.state.value;
    const scenario = this.origins.get(name);
    return scenario === undefined ? null : { file: this.files.get(name) ?? '', scenario };
  }

  /** What the engine reads in a file that has been on the bench; null until it has. */
  originOf(name: string): Scenario | null {
    return this.origins.get(name) ?? null;
  }

  /** Back to the file, drafts and all. */
  reset(asked_at: number): void {
    const { name } = this.state.value;
    this.shelf.delete(name);
    const text = this.files.get(name) ?? '';
    if (text !== this.state.value.text) this.note('everything', asked_at);
    this.put({ text, scenario: this.origins.get(name) ?? null }, { draft: null });
    this.runner.run(text, asked_at);
  }

  /** Takes the last step back. */
  undo(asked_at: number): void {
    this.return(this.history().undo(this.version), asked_at);
  }

  /** Takes the step that was taken back. */
  redo(asked_at: number): void {
    this.return(this.history().redo(this.version), asked_at);
  }

  /** Puts what is on the bench aside; nothing if there is no letter left for it. */
  keep(asked_at: number): void {
    const { name, text, scenario, kept } = this.state.value;
    const next = scenario && withAside(kept, { name, text, scenario });
    if (next !== null) this.setKept(next.kept, `keep ${next.letter}`, asked_at);
  }

  /** Puts other scenarios aside, or the same by other names: one step. */
  setKept(kept: readonly Kept[], what: string, asked_at: number): void {
    this.note(what, asked_at, true);
    const { text, scenario } = this.state.value;
    this.put({ text, scenario, kept });
  }

  /** What a link or an earlier visit has put aside, or what the engine has made of it: no step of the reader's. */
  restoreKept(kept: readonly Kept[]): void {
    this.state.set({ ...this.state.value, kept });
  }

  /**
   * Puts a kept scenario, as the engine reads it, on the bench, and what is there in its place. One of another file is on the bench as
   * soon as that is opened.
   */
  exchange(letter: string, whole: Scenario, asked_at: number): void {
    const { name, text, scenario, kept } = this.state.value;
    const other = kept.find((one) => one.letter === letter);
    if (other === undefined || scenario === null) return;
    const wanted = JSON.stringify(whole, null, 2);
    const next = withInPlace(kept, letter, { name, text, scenario });
    if (other.name !== name) {
      this.shelf.set(other.name, { text: wanted, draft: null });
      this.restoreKept(next);
      return;
    }
    this.note(`exchange ${letter}`, asked_at, true);
    this.put({ text: wanted, scenario: whole, kept: next }, { draft: null });
    this.runner.run(wanted, asked_at);
  }

  edit(path: string, value: unknown, asked_at: number): void {
    const { scenario } = this.state.value;
    if (scenario === null) return;
    this.note(path, asked_at);
    this.lay(withValue(scenario, path, value), asked_at);
  }

  /**
   * A scenario takes the place of what is there at once, so that what is changed next is changed in it. It leaves nothing out: what is
   * left out could not be changed until the engine has filled it in. `text` is how it was written, where that is known.
   */
  lay(scenario: Scenario, asked_at: number, text = JSON.stringify(scenario, null, 2)): void {
    this.put({ text, scenario });
    this.runner.run(text, asked_at);
  }

  choosePreset(flow: number, name: string, asked_at: number): void {
    const { catalogue } = this.runner.state.value;
    const { scenario } = this.state.value;
    const sender = catalogue && scenario && senderOf(withOwnPresets(catalogue, scenario), name);
    if (sender) this.edit(`flows.${flow}.sender`, sender, asked_at);
  }

  /** Text from the editor: becomes the scenario if the engine accepts it, else stays a draft. */
  write(text: string, asked_at: number): void {
    this.state.set({ ...this.state.value, draft: text });
    this.runner.run(text, asked_at);
  }

  discardDraft(): void {
    const { text } = this.state.value;
    this.state.set({ ...this.state.value, draft: null });
    this.runner.run(text);
  }

  /** Lays a copy of what is on the bench on the shelf, if the reader has changed it. */
  private shelve(): void {
    const { name, text, draft, edited } = this.state.value;
    if (edited || draft !== null) this.shelf.set(name, { text, draft });
    else this.shelf.delete(name);
  }

  private grant(): void {
    const { origin, wanted } = this;
    if (wanted === null || origin === null || wanted.name !== this.state.value.name) return;
    this.wanted = null;
    const made = wanted.make(origin.scenario);
    if (typeof made === 'string') {
      this.linked = made;
      this.write(made, performance.now());
    } else {
      this.state.set({ ...this.state.value, linkProblems: made });
    }
  }

  private get version(): Version {
    const { text, scenario, kept } = this.state.value;
    return { text, scenario, kept };
  }

  private history(name = this.state.value.name): History<Version> {
    const found = this.histories.get(name) ?? new History();
    this.histories.set(name, found);
    return found;
  }

  private note(what: string, at: number, ofKept = false): void {
    const { text, scenario, kept } = this.state.value;
    this.history().note({ text, scenario, ...(ofKept && { kept }) }, what, at);
  }

  private return(version: Version | undefined, asked_at: number): void {
    if (version === undefined) return;
    const same = version.text === this.state.value.text;
    this.put(version);
    if (!same) this.runner.run(version.text, asked_at);
  }

  /** Puts a scenario on the bench. */
  private put(
    version: Version,
    also: Partial<Pick<BenchState, 'name' | 'draft' | 'linkProblems'>> = {},
  ): void {
    const next = { ...this.state.value, ...also, ...version };
    const { undoable, redoable } = this.history(next.name);
    this.state.set({ ...next, undoable, redoable, edited: next.text !== this.files.get(next.name) });
  }

  private follow(): void {
    const { accepted, shown, phase, problems } = this.runner.state.value;
    // The reader has done something else since: the link's text is no longer waited for.
    if (this.linked !== this.runner.wanted) this.linked = null;
    if (shown !== null)
      this.view.setWhole(
        phase === 'running' && shown.summary === null ? shown.scenario.duration_s : shown.now_s,
      );
    if (phase === 'refused' && this.linked !== null) {
      // Nothing has run yet: what the link was about is shown without its changes.
      this.linked = null;
      this.state.set({ ...this.state.value, linkProblems: problems });
      this.runner.run(this.state.value.text);
      return;
    }
    if (accepted === null) return;
    const { scenario, text } = accepted;
    if (text === this.linked) this.linked = null;
    const { name } = this.state.value;
    if (text === this.files.get(name)) {
      this.origins.set(name, scenario);
      if (this.unread) {
        this.unread = false;
        this.runner.run(this.state.value.text);
      }
      this.grant();
    }
    const { value } = this.state;
    const fromDraft = text === value.draft && text === this.runner.wanted;
    // An older text, accepted while the reader's hand has moved on: what the controls show is newer.
    if (!fromDraft && text !== value.text) return;
    const draft = fromDraft ? null : value.draft;
    const kept = value.scenario !== null && same(value.scenario, scenario) ? value.scenario : scenario;
    if (kept === value.scenario && draft === value.draft) return;
    if (text !== value.text) this.note('text', performance.now());
    this.put({ text, scenario: kept }, { draft });
  }
}
