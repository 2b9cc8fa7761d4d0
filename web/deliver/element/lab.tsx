/**
 * A bench in an element of any page: the live path, plots and controls of one scenario, in a shadow tree that shares no styles and no state
 * with the page. Hosts set options and receive changes: the custom element (vegasLab.ts) and notebooks (widget.ts).
 */
import { Observable } from '../../base/observable';
import { same } from '../../base/same';
import { t } from '../../base/words/words';
import type { WorkerLike } from '../../engine/client';
import { createWorker } from '../../engine/createWorker';
import { problemInWords } from '../../engine/translate';
import { arrangementOf, PLOTS } from '../../lab/panels/arrangement';
import { newView } from '../../lab/time/playback';
import { Bench } from '../../run/bench';
import { mount } from '../../ui/mount';
import { ROOM_FOR_TWO_COLUMNS } from '../../ui/screens';
import { HostedLab, type Reports } from '../hosted/hostedLab';
import { SHOWN_OPTIONS } from '../hosted/options';
import { type LocalizedProblem, problemsForUser } from '../hosted/problems';
import type { Result } from '../hosted/values';
import { ElementView } from './ElementView';
import { ElementTheme } from './elementTheme';
import { type Changes, DEFAULTS, type LabOptions } from './options';
import { keepOwnKeys } from './ownKeys';
import { RecordedEngine } from './recording';

/** Receives what the user changes, and results. A change by the user is reported after the engine has accepted it. */
export interface LabHost extends Pick<Reports, 'started' | 'accepted' | 'failed'> {
  /** The user, or a new scenario, has changed an option. */
  change<K extends keyof Changes>(name: K, value: Changes[K]): void;
  /** The run of a scenario has finished. */
  finished(result: Result): void;
}

/** The options that the view draws; the others are the bench's. */
export type Look = Pick<LabOptions, 'controls' | 'flows' | 'panel_height'>;

export class Lab {
  private readonly bench: Bench;
  private readonly host: LabHost;
  private readonly look: Observable<Look>;
  /** Sentences about options that can't be used as they are, and the same by topic. */
  private readonly notes = new Observable<readonly string[]>([]);
  private readonly complaints = new Map<string, readonly string[]>();
  private theme: ElementTheme | null = null;
  /** The options as the host knows them. */
  private readonly known: LabOptions;
  private readonly hosted: HostedLab;
  private readonly stops: (() => void)[] = [];

  constructor(options: LabOptions, host: LabHost, create: () => WorkerLike = createWorker) {
    this.host = host;
    this.bench = new Bench(newView(), () => new RecordedEngine(create(), () => this.known.recording));
    this.known = { ...DEFAULTS, panels: [] };
    this.hosted = new HostedLab({ names: [''], benches: [this.bench], first: this.bench }, false, {
      ...host,
      opened: (text) => {
        // The host knows the link, so this is no change of it.
        this.known.scenario = text;
      },
      accepted: (text, parsed) => {
        host.accepted?.(text, parsed);
        this.report('scenario', text);
      },
      finished: ([result]) => result && host.finished(result),
      complain: (...complaint) => this.complain(...complaint),
    });
    this.look = new Observable<Look>(options);
    this.set(options.scenario === null ? options : { ...options, link: null });
    this.bench.runner.wake();
    const { view } = this.bench;
    const plots = view.of(PLOTS);
    this.stops.push(
      view.cursor.subscribe(() => {
        if (this.hosted.waiting.cursor === undefined) this.report('cursor', view.cursor.value);
      }),
      view.looking.subscribe(() => {
        const { zoom } = view.looking.value;
        if (this.hosted.waiting.seconds === undefined)
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

  /** Draws the lab in a shadow tree. */
  draw(shadow: ShadowRoot): this {
    const styles = new CSSStyleSheet();
    styles.replaceSync(ELEMENT_STYLES);
    shadow.adoptedStyleSheets = [styles];
    const root = document.createElement('div');
    root.className = 'element';
    shadow.append(root);
    const theme = new ElementTheme(root);
    theme.choose(this.known.theme);
    this.theme = theme;
    const view = <ElementView bench={this.bench} look={this.look} notes={this.notes} />;
    this.stops.push(
      keepOwnKeys(shadow),
      mount(root, view, { theme: theme.theme, name: t('The scenario') }),
      () => theme.dispose(),
      () => root.remove(),
    );
    return this;
  }

  /** Changes options. */
  set(changed: Partial<LabOptions>): void {
    const { controls, flows, panel_height } = { ...this.look.value, ...changed };
    const { scenario = null, link = null, panels, recording, theme } = changed;
    this.look.set({ controls, flows, panel_height });
    if (recording !== undefined) this.known.recording = recording;
    if (theme !== undefined) this.known.theme = theme;
    if (theme !== undefined) this.theme?.choose(theme);
    if (panels !== undefined && !same(panels, this.known.panels)) {
      this.known.panels = panels;
      this.bench.view.of(PLOTS).set((panels.length > 0 ? panels : DEFAULTS.panels).join(','));
    }
    const shown = SHOWN_OPTIONS.filter(
      (name) => changed[name] !== undefined && !same(changed[name], this.known[name]),
    );
    const values = Object.fromEntries(shown.map((name) => [name, changed[name]]));
    for (const name of scenario === null ? shown : [...shown, 'link']) this.complain(name, []);
    Object.assign(this.known, values, scenario !== null && { scenario });
    this.hosted.fitting = this.look.value;
    this.hosted.set({ ...values, scenario, link });
  }

  dispose(): void {
    this.hosted.dispose();
    this.bench.view.playing.set(false);
    for (const stop of this.stops) stop();
    this.bench.runner.dispose();
  }

  /** Shows problems with an option, or sentences about it, in place of its earlier ones, and reports them. */
  complain(about: string, wrong: readonly LocalizedProblem[], said: readonly string[] = []): void {
    const problems = problemsForUser(wrong);
    const sentences = [...problems.map(problemInWords), ...said];
    this.complaints.set(about, sentences);
    const all = [...this.complaints.values()].flat();
    if (!same(all, this.notes.value)) this.notes.set(all);
    if (sentences.length > 0) this.host.failed?.({ message: sentences.join('\n'), problems });
  }

  private report<K extends keyof Changes>(name: K, value: Changes[K]): void {
    if (same(this.known[name], value)) return;
    Object.assign(this.known, { [name]: value });
    this.host.change(name, value);
  }
}
