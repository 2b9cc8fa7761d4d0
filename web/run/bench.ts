/**
 * What is on the bench: one scenario as text, the controls' reading of it, and the run that it gave. The controls and
 * the text editor both write text; nothing else does.
 */
import type { Scenario } from '../engine/schema';
import { same, senderOf, withValue } from './edit';
import { Observable } from './observable';
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
}

export class Bench {
  readonly runner: Runner;
  readonly view = new View();
  readonly state = new Observable<BenchState>({
    name: '',
    text: '',
    scenario: null,
    draft: null,
    edited: false,
  });
  /** What each scenario was when it came: its file, or the form that an experiment gives it. */
  private readonly files: Map<string, string>;
  /** Edited scenarios that are off the bench now: the reader finds them as they were. */
  private readonly shelf = new Map<string, Pick<BenchState, 'text' | 'draft'>>();

  constructor(files: ReadonlyMap<string, string>, runner = new Runner()) {
    this.files = new Map(files);
    this.runner = runner;
    runner.state.subscribe(() => this.follow());
  }

  /** Opens a scenario; one that has no file is given with its text. */
  open(name: string, text_if_new?: string): void {
    if (text_if_new !== undefined) this.files.set(name, text_if_new);
    const { value } = this.state;
    if (value.name === name) return;
    if (value.edited || value.draft !== null)
      this.shelf.set(value.name, { text: value.text, draft: value.draft });
    const file = this.files.get(name) ?? '';
    const { text, draft } = this.shelf.get(name) ?? { text: file, draft: null };
    this.view.showAll();
    this.view.cursor.set(null);
    this.state.set({ name, text, scenario: null, draft, edited: text !== file });
    this.runner.run(text);
  }

  /** Back to the file, drafts and all. */
  reset(asked_at: number): void {
    const { name } = this.state.value;
    this.shelf.delete(name);
    const text = this.files.get(name) ?? '';
    this.state.set({ ...this.state.value, text, draft: null, edited: false });
    this.runner.run(text, asked_at);
  }

  edit(path: string, value: unknown, asked_at: number): void {
    const { scenario } = this.state.value;
    if (scenario === null) return;
    this.adopt(withValue(scenario, path, value), asked_at);
  }

  choosePreset(flow: number, name: string, asked_at: number): void {
    const { catalogue } = this.runner.state.value;
    const sender = catalogue && senderOf(catalogue, name);
    if (sender !== undefined) this.edit(`flows.${flow}.sender`, sender, asked_at);
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

  private adopt(scenario: Scenario, asked_at: number): void {
    const text = JSON.stringify(scenario, null, 2);
    const edited = text !== this.files.get(this.state.value.name);
    this.state.set({ ...this.state.value, scenario, text, edited });
    this.runner.run(text, asked_at);
  }

  private follow(): void {
    const { accepted, shown, phase } = this.runner.state.value;
    if (shown !== null)
      this.view.setWhole(
        phase === 'running' && shown.summary === null ? shown.scenario.duration_s : shown.now_s,
      );
    if (accepted === null) return;
    const { value } = this.state;
    const { scenario, text } = accepted;
    const fromDraft = text === value.draft;
    // An older text, accepted while the reader's hand has moved on: what the controls show is newer.
    if (!fromDraft && text !== value.text) return;
    const draft = fromDraft ? null : value.draft;
    const kept = value.scenario !== null && same(value.scenario, scenario) ? value.scenario : scenario;
    if (kept === value.scenario && draft === value.draft) return;
    this.state.set({ ...value, scenario: kept, text, draft, edited: text !== this.files.get(value.name) });
  }
}
