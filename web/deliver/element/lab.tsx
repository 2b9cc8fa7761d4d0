/**
 * A bench in an element of any page: the live path, plots and controls of one scenario, in a shadow tree that shares no styles and no state
 * with the page. Hosts set options and receive changes: the custom element (vegasLab.ts) and notebooks (widget.ts).
 */
import { object, string } from 'valibot';
import { Observable } from '../../base/observable';
import { same } from '../../base/same';
import { readJson } from '../../base/schema';
import { t } from '../../base/words/words';
import { createWorker } from '../../engine/createWorker';
import type { Problem, Scenario } from '../../engine/schema';
import { problemInWords } from '../../engine/translate';
import { arrangementOf, PLOTS } from '../../lab/panels/arrangement';
import { newView } from '../../lab/time/playback';
import { Bench } from '../../run/bench';
import { openingOf } from '../../run/share/opening';
import { indexedPath } from '../../scenario/path';
import { mount } from '../../ui/mount';
import { ROOM_FOR_TWO_COLUMNS } from '../../ui/screens';
import { misfits } from '../hosted/misfits';
import { SHOWN_OPTIONS, showOptions, type Values } from '../hosted/options';
import { type LocalizedProblem, localized, problemsForUser } from '../hosted/problems';
import { ElementView } from './ElementView';
import { ElementTheme } from './elementTheme';
import { type Changes, DEFAULTS, type LabOptions, type LabProblem, type Plot, type Result } from './options';
import { keepOwnKeys } from './ownKeys';
import { RecordedEngine } from './recording';

/** Receives what the user changes, and results. */
export interface LabHost {
  /** The user, or a new scenario, has changed an option. */
  change<K extends keyof Changes>(name: K, value: Changes[K]): void;
  /** The engine has accepted a scenario of the host or of the user; a change by the user is reported next. */
  accepted(text: string, scenario: Scenario): void;
  /** A run has started. */
  started(): void;
  /** The run of a scenario has finished. */
  finished(result: Result): void;
  failed(problem: LabProblem): void;
}

/** The options that the view draws; the others are the bench's. */
export type Look = Pick<LabOptions, 'controls' | 'flows' | 'panel_height'>;

/** An option, or the run, which options may not fit. */
type Topic = string;

export class Lab {
  private readonly bench: Bench;
  private readonly host: LabHost;
  private readonly look: Observable<Look>;
  /** Sentences about options that can't be used as they are, and the same by topic. */
  private readonly notes = new Observable<readonly string[]>([]);
  private readonly complaints = new Map<Topic, readonly string[]>();
  /** The last controls and flows that the run didn't have. */
  private unfit: readonly Problem[] = [];
  private readonly theme: ElementTheme;
  private readonly root: HTMLElement;
  /** The options as the host knows them. */
  private readonly known: LabOptions;
  /** The parts of `known` that wait for a finished run, because they need its length. */
  private waiting: Values;
  /** The link that is being opened; null if there is none. */
  private opening: { link: string } | null = null;
  private readonly stops: (() => void)[] = [];

  constructor(shadow: ShadowRoot, options: LabOptions, host: LabHost) {
    this.host = host;
    const engine = () => new RecordedEngine(createWorker(), () => this.known.recording);
    this.bench = new Bench(newView(), engine);
    const { scenario, panels, controls, flows, panel_height } = options;
    this.known = { ...options };
    this.waiting = Object.fromEntries(SHOWN_OPTIONS.map((name) => [name, options[name]]));
    this.look = new Observable<Look>({ controls, flows, panel_height });

    const styles = new CSSStyleSheet();
    styles.replaceSync(ELEMENT_STYLES);
    shadow.adoptedStyleSheets = [styles];
    this.root = document.createElement('div');
    this.root.className = 'element';
    shadow.append(this.root);
    this.stops.push(keepOwnKeys(shadow));
    this.theme = new ElementTheme(this.root);
    this.theme.choose(options.theme);

    this.show(panels);
    this.follow();
    this.bench.runner.wake();
    if (scenario !== null) this.write(scenario);
    else if (options.link !== null) void this.open(options.link);
    const view = <ElementView bench={this.bench} look={this.look} notes={this.notes} />;
    this.stops.push(mount(this.root, view, { theme: this.theme.theme, name: t('The scenario') }));
  }

  /** Changes options. */
  set(changed: Partial<LabOptions>): void {
    const { controls, flows, panel_height } = { ...this.look.value, ...changed };
    this.look.set({ controls, flows, panel_height });
    if (changed.recording !== undefined) this.known.recording = changed.recording;
    if (changed.theme !== undefined) this.theme.choose(changed.theme);
    if (changed.panels !== undefined && !same(changed.panels, this.known.panels)) {
      this.known.panels = changed.panels;
      this.show(changed.panels);
    }
    for (const name of SHOWN_OPTIONS) {
      const value = changed[name];
      if (value === undefined || same(value, this.known[name])) continue;
      for (const kept of [this.waiting, this.known]) Object.assign(kept, { [name]: value });
      this.complain(name, []);
    }
    if (changed.scenario !== undefined && changed.scenario !== null) {
      this.opening = null;
      this.complain('link', []);
      this.write(changed.scenario);
    }
    if (changed.link !== undefined && changed.link !== null) void this.open(changed.link);
    this.lookThere();
  }

  dispose(): void {
    this.opening = null;
    for (const stop of this.stops) stop();
    this.bench.view.playing.set(false);
    this.theme.dispose();
    this.bench.runner.dispose();
    this.root.remove();
  }

  private show(panels: readonly Plot[]): void {
    this.bench.view.of(PLOTS).set((panels.length > 0 ? panels : DEFAULTS.panels).join(','));
  }

  /** Shows problems with an option in place of its earlier ones, and reports them. */
  complain(about: Topic, wrong: readonly LocalizedProblem[]): void {
    const problems = problemsForUser(wrong);
    this.say(about, problems.map(problemInWords), problems);
  }

  private say(about: Topic, sentences: readonly string[], problems: readonly Problem[] = []): void {
    this.complaints.set(about, sentences);
    const all = [...this.complaints.values()].flat();
    if (!same(all, this.notes.value)) this.notes.set(all);
    if (sentences.length > 0) this.host.failed({ message: sentences.join('\n'), problems });
  }

  /** Makes a text the scenario, and what Reset returns to. */
  private write(text: string): void {
    const { bench } = this;
    this.known.scenario = text;
    if (bench.state.value.text === text) return;
    bench.open(nameIn(text), text);
    if (bench.state.value.text !== text) bench.write(text, performance.now());
  }

  /** Opens a link: its scenario first, then its changes to that, which become what Reset returns to. */
  private async open(link: string): Promise<void> {
    const opening = { link };
    this.opening = opening;
    try {
      const { text, link: made, notes } = await openingOf(new URLSearchParams(link));
      if (this.opening !== opening || text === null) return;
      this.say('link', notes);
      if (made === null) {
        this.opening = null;
        this.write(text);
      } else this.bench.open(nameIn(text), text, { link: made });
    } catch (error) {
      if (this.opening === opening)
        this.say('link', [error instanceof Error ? error.message : String(error)]);
    }
  }

  /** Returns false as long as the engine hasn't accepted or refused a link. */
  private settleLink(): boolean {
    const { bench } = this;
    const { linkProblems } = bench.state.value;
    if (this.opening === null) return true;
    if (!bench.opened) return false;
    this.opening = null;
    if (linkProblems.length > 0) this.complain('link', linkProblems.map(localized));
    else {
      // The host knows the link, so this is no change of it.
      this.known.scenario = bench.state.value.text;
      bench.rebase();
    }
    return true;
  }

  /** Shows options, such as the cursor, as soon as there's a run for them, and says what doesn't fit it. */
  private lookThere(): void {
    const { runner, view } = this.bench;
    const { phase, shown } = runner.state.value;
    if (phase !== 'done' || shown === null || this.opening !== null) return;
    for (const problem of misfits(this.waiting, [this.bench])) this.complain(problem.path, [problem]);
    showOptions(view, this.waiting);
    this.waiting = {};
    const { controls, flows } = this.look.value;
    const paths = controls.map((path) => indexedPath(path, shown.scenario));
    const found = problemsForUser(misfits({ controls: paths, flows }, [this.bench]));
    // Each run of a drag finds the same.
    if (!same(found, this.unfit)) this.say('run', found.map(problemInWords), found);
    this.unfit = found;
  }

  /** Reports changes to the host. */
  private follow(): void {
    const { view, runner } = this.bench;
    const plots = view.of(PLOTS);
    let text: string | null = null;
    let reported: unknown = null;
    let before = runner.state.value.phase;
    this.stops.push(
      runner.state.subscribe(() => {
        const { accepted, shown, phase, problems, crash } = runner.state.value;
        const changed = phase !== before;
        before = phase;
        if (changed && phase === 'running') this.host.started();
        if (changed && this.opening === null && (phase === 'refused' || phase === 'crashed'))
          this.host.failed({ message: crash ?? problems.map(problemInWords).join('\n'), problems });
        if (!this.settleLink()) return;
        if (accepted !== null && accepted.text !== text && accepted.text === runner.wanted) {
          text = accepted.text;
          this.host.accepted(text, accepted.scenario);
          this.report('scenario', text);
        }
        const summary = shown?.summary ?? null;
        if (phase !== 'done' || accepted === null || summary === null || summary === reported) return;
        // A short run may be over before the next one replaces it: a link's scenario without the link's changes.
        if (accepted.text !== runner.wanted) return;
        reported = summary;
        this.lookThere();
        this.host.finished({ text: accepted.text, summary });
      }),
      view.cursor.subscribe(() => {
        if (this.waiting.cursor === undefined) this.report('cursor', view.cursor.value);
      }),
      view.looking.subscribe(() => {
        const { zoom } = view.looking.value;
        if (this.waiting.seconds === undefined)
          this.report('seconds', zoom === null ? null : [zoom.from, zoom.to]);
      }),
      plots.subscribe(() => {
        const wide = matchMedia(ROOM_FOR_TWO_COLUMNS).matches;
        const { items } = arrangementOf(plots.value, wide);
        this.report(
          'panels',
          items.map(({ name }) => name),
        );
      }),
    );
  }

  private report<K extends keyof Changes>(name: K, value: Changes[K]): void {
    if (same(this.known[name], value)) return;
    Object.assign(this.known, { [name]: value });
    this.host.change(name, value);
  }
}

const NAMED = object({ name: string() });

/** The name in a scenario's text; the engine reports what is wrong with a text that has none. */
function nameIn(text: string): string {
  return readJson(NAMED, text)?.name ?? '';
}
