/**
 * The bench's open documents. For each scenario: its file, its text, the editor's draft, the undo history, and the file as the engine
 * parsed it. One document is active. This module doesn't run scenarios.
 */
import { fallback, type InferOutput, object, optional, string } from 'valibot';
import { Observable } from '../base/observable';
import { same } from '../base/same';
import { readJson } from '../base/schema';
import type { Problem, Scenario } from '../engine/schema';
import { History } from './history';
import type { Pinned } from './pinned';

export interface BenchState {
  /** The file the scenario came from. */
  name: string;
  /** The scenario's text, which the bench runs. */
  text: string;
  /** The parsed scenario with every default filled in, for the controls; null until the engine has parsed the first text. */
  scenario: Scenario | null;
  /** Text from the editor that the engine has not accepted; kept until it is fixed or discarded. */
  draft: string | null;
  /** The builder's network while it's incomplete, as JSON; null if there is none. Only the builder reads it (`builder/draft.ts`). */
  network: unknown;
  /** The nodes of the last complete network with their places in the builder; null until it has placed them. */
  nodes: unknown;
  /** True if the text differs from the file's. */
  edited: boolean;
  /** Problems with a link's changes. If the engine found them, the link's text is the draft. */
  linkProblems: readonly Problem[];
  /** True if there is a step to undo, or to redo. */
  undoable: boolean;
  redoable: boolean;
  /** Scenarios pinned for comparison with this one. */
  pinned: readonly Pinned[];
}

/** A user's changes to a scenario. */
export type Work = Pick<BenchState, 'text' | 'draft' | 'network'>;

/** A step of the history: a text and its scenario, the builder's network, and the pinned scenarios if the step changed them. */
export type Version = Pick<BenchState, 'text' | 'scenario'> &
  Partial<Pick<BenchState, 'network' | 'nodes' | 'pinned'>>;

/** A file that has been open. */
interface Document {
  /** The text that the document started from: a scenario's file, or an experiment's variant of it. */
  file: string;
  /** The file as the engine parsed it; null until then. */
  origin: Scenario | null;
  readonly history: History<Version>;
}

export class Documents {
  readonly state = new Observable<BenchState>({
    name: '',
    text: '',
    scenario: null,
    draft: null,
    network: null,
    nodes: null,
    edited: false,
    linkProblems: [],
    undoable: false,
    redoable: false,
    pinned: [],
  });
  private readonly documents = new Map<string, Document>();
  /** Changed scenarios that are not open; opening one shows it with its changes. */
  private readonly unopened = new Map<string, Work>();
  /** The text that a link made of the open document's file; null if no link changed it. It isn't the user's work. */
  private linked: string | null = null;

  /** Sets the text that a document starts from, without changing the open document's text. */
  setFile(name: string, file: string): void {
    const document = this.documents.get(name);
    if (document === undefined) this.documents.set(name, { file, origin: null, history: new History() });
    else document.file = file;
  }

  /** Opens a document whose file is set, with this work or else the changes it had when it was last open. */
  open(name: string, work: Work | null = null): void {
    this.saveOpen();
    this.linked = null;
    const { text, draft, network } = work ??
      this.workOn(name) ?? {
        text: this.fileOf(name),
        draft: null,
        network: null,
      };
    this.put({ text, scenario: null, network, nodes: null }, { name, draft, linkProblems: [] });
  }

  /** Shows what a link made of the open document's file. The user's changes stay for the next time without a link, and undo returns to them. */
  openLinked(text: string, scenario: Scenario, at: number): void {
    this.saveOpen();
    this.linked = text;
    if (text !== this.state.value.text) this.note('text', at);
    this.put({ text, scenario }, { draft: null });
  }

  /** Makes the open document's text its file. */
  rebase(): void {
    const { name, text, scenario } = this.state.value;
    this.setFile(name, text);
    if (scenario !== null) this.readFile(text, scenario);
    this.put({ text, scenario });
  }

  /** The text that the open document starts from. */
  get file(): string {
    return this.fileOf(this.state.value.name);
  }

  /** True if the open document shows what a link made of it, and the user has changed nothing since. */
  get isLinked(): boolean {
    return this.linked !== null && this.state.value.text === this.linked;
  }

  /** The user's changes to the open document since it was opened; null if it's as the address says. */
  get ownWork(): Work | null {
    const { name, text, draft, network, linkProblems } = this.state.value;
    const usual = text === (this.linked ?? this.fileOf(name)) && draft === null && network === null;
    return usual || linkProblems.length > 0 ? null : { text, draft, network };
  }

  /** The changed scenarios, by name. */
  work(): ReadonlyMap<string, Work> {
    this.saveOpen();
    return this.unopened;
  }

  /** The changes of a scenario that isn't open. */
  workOn(name: string): Work | undefined {
    return this.unopened.get(name);
  }

  /** Sets the changes to show when a document is opened. */
  setWork(name: string, work: Work): void {
    this.unopened.set(name, work);
  }

  /** The open document's file, as text and as the engine parsed it; null until then. */
  get origin(): { file: string; scenario: Scenario } | null {
    const { name } = this.state.value;
    const scenario = this.originOf(name);
    return scenario === null ? null : { file: this.fileOf(name), scenario };
  }

  /** A file as the engine parsed it; null until then. */
  originOf(name: string): Scenario | null {
    return this.documents.get(name)?.origin ?? null;
  }

  /** Records an undo step before `what` changes. With `withPins`, undo also restores the pinned scenarios. */
  note(what: string, at: number, withPins = false): void {
    const { pinned, ...version } = this.version;
    this.history()?.note({ ...version, ...(withPins && { pinned }) }, what, at);
  }

  /** Undoes one step. Returns true if that changed the text. */
  undo(): boolean {
    return this.restore(this.history()?.undo(this.version));
  }

  /** Redoes one step. Returns true if that changed the text. */
  redo(): boolean {
    return this.restore(this.history()?.redo(this.version));
  }

  /** Returns to the file, dropping the draft and the changes; undo restores the text. */
  reset(at: number): void {
    const { name } = this.state.value;
    this.unopened.delete(name);
    const text = this.fileOf(name);
    if (text !== this.state.value.text) this.note('everything', at);
    this.put({ text, scenario: this.originOf(name) }, { draft: null });
  }

  setDraft(draft: string | null): void {
    this.state.set({ ...this.state.value, draft });
  }

  setLinkProblems(linkProblems: readonly Problem[]): void {
    this.state.set({ ...this.state.value, linkProblems });
  }

  /** Sets the pinned scenarios without an undo step. */
  restorePinned(pinned: readonly Pinned[]): void {
    this.state.set({ ...this.state.value, pinned });
  }

  /** Replaces the open document's version without an undo step. */
  put(version: Version, also: Partial<Pick<BenchState, 'name' | 'draft' | 'linkProblems'>> = {}): void {
    const next = { ...this.state.value, ...also, ...version };
    const document = this.documents.get(next.name);
    this.state.set({
      ...next,
      undoable: document?.history.undoable ?? false,
      redoable: document?.history.redoable ?? false,
      edited: next.text !== document?.file,
    });
  }

  /** If a text is the open document's file, stores the scenario parsed from it. Returns false for other texts. */
  readFile(text: string, scenario: Scenario): boolean {
    const document = this.documents.get(this.state.value.name);
    if (document === undefined || document.file !== text) return false;
    document.origin = scenario;
    return true;
  }

  /**
   * Accepts the scenario that the engine parsed from the open document's text, or from its draft, which then becomes the text.
   *
   * @param isLatest true if no other text was sent to the engine after this one
   */
  accept(text: string, scenario: Scenario, isLatest: boolean, at: number): void {
    const { value } = this.state;
    const fromDraft = text === value.draft && isLatest;
    // The scenario has changed since this text was sent; the controls already show the newer one.
    if (!fromDraft && text !== value.text) return;
    const draft = fromDraft ? null : value.draft;
    const unchanged = value.scenario !== null && same(value.scenario, scenario) ? value.scenario : scenario;
    if (unchanged === value.scenario && draft === value.draft) return;
    if (text !== value.text) this.note('text', at);
    this.put({ text, scenario: unchanged }, { draft });
  }

  private get version(): Version {
    const { text, scenario, network, nodes, pinned } = this.state.value;
    return { text, scenario, network, nodes, pinned };
  }

  private history(): History<Version> | undefined {
    return this.documents.get(this.state.value.name)?.history;
  }

  private fileOf(name: string): string {
    return this.documents.get(name)?.file ?? '';
  }

  private restore(version: Version | undefined): boolean {
    if (version === undefined) return false;
    const changed = version.text !== this.state.value.text;
    this.put(version);
    return changed;
  }

  /** Saves the open document's changes for the next time it is opened. */
  private saveOpen(): void {
    const { name, text, draft, network, edited } = this.state.value;
    if (this.isLinked && draft === null && network === null) return;
    if (edited || draft !== null || network !== null) this.unopened.set(name, { text, draft, network });
    else this.unopened.delete(name);
  }
}

/** Another value than a text is left out. */
const TEXT = fallback(optional(string()), undefined);

/** Title, source and description of a scenario. */
const HEADING = object({ title: TEXT, source: TEXT, about: TEXT });

export type Heading = InferOutput<typeof HEADING>;

const HEADINGS = new WeakMap<BenchState, Heading>();

/** The heading of a scenario, from its text until the engine has parsed it. Empty if the text is not JSON; the engine reports the problem. The result is cached per state. */
export function headingOf(state: BenchState): Heading {
  if (state.scenario !== null) return state.scenario;
  const heading = HEADINGS.get(state) ?? readJson(HEADING, state.text) ?? {};
  HEADINGS.set(state, heading);
  return heading;
}
