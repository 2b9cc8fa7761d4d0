/**
 * A bench in an element of any page: the live path, plots and controls of one scenario, in a shadow tree that shares no styles and no state
 * with the page. Hosts set options and receive changes; notebooks (widget.ts) are one host.
 */
import { createRoot, type Root } from 'react-dom/client';
import { Observable } from '../base/observable';
import type { Summary } from '../engine/schema';
import { PANEL_NAMES, type PanelName } from '../panels/registry';
import { Bench } from '../run/bench';
import { Runner } from '../run/runner';
import { newView } from '../time/playback';
import { createWorker } from './createWorker';
import { ElementView } from './ElementView';
import { ElementTheme, type ThemeName } from './elementTheme';
import { RecordedEngine, type Recording } from './recording';

export interface LabOptions {
  /** The scenario's text. */
  scenario: string;
  /** The plots, from top to bottom. */
  panels: readonly PanelName[];
  /** Paths of the fields to show as controls. */
  controls: readonly string[];
  /** Names of the flows to draw; null for the first six. */
  flows: readonly string[] | null;
  /** Height of a plot, pixels. */
  panel_height: number;
  theme: ThemeName;
  /** Position of the cursor, s; null for none. */
  cursor: number | null;
  /** The time window, s; null for the whole run. */
  seconds: readonly [from: number, to: number] | null;
  /** A run to draw instead of simulating its scenario; null for none. */
  recording: Recording | null;
}

export const DEFAULT_PANELS: readonly PanelName[] = ['sender-sequence', 'window', 'queue'];

/** Receives what the user changes, and results. */
export interface LabHost {
  /** The engine has accepted a scenario that the user made. */
  scenario(text: string): void;
  /** The run of a scenario has finished. */
  result(text: string, summary: Summary): void;
  cursor(time_s: number | null): void;
  seconds(window: readonly [from: number, to: number] | null): void;
}

/** The options that the view draws; the others are the bench's. */
export type Look = Pick<LabOptions, 'controls' | 'flows' | 'panel_height'>;

export class Lab {
  private readonly bench: Bench;
  private readonly host: LabHost;
  private readonly look: Observable<Look>;
  private readonly theme: ElementTheme;
  private readonly react: Root;
  private recording: Recording | null;
  private readonly stops: (() => void)[] = [];

  constructor(place: HTMLElement, options: LabOptions, host: LabHost) {
    this.host = host;
    this.recording = options.recording;
    const engine = () => new RecordedEngine(createWorker(), () => this.recording);
    this.bench = new Bench(new Runner(engine), newView());
    const { controls, flows, panel_height } = options;
    this.look = new Observable<Look>({ controls, flows, panel_height });

    const shadow = place.attachShadow({ mode: 'open' });
    const styles = new CSSStyleSheet();
    styles.replaceSync(ELEMENT_STYLES);
    shadow.adoptedStyleSheets = [styles];
    const root = document.createElement('div');
    root.className = 'element';
    shadow.append(root);
    this.theme = new ElementTheme(root);
    this.theme.choose(options.theme);

    this.show(options.panels);
    this.bench.runner.wake();
    this.write(options.scenario);
    this.follow(options);
    this.react = createRoot(root);
    this.react.render(<ElementView bench={this.bench} look={this.look} theme={this.theme.theme} />);
  }

  /** Changes options. */
  set(changed: Partial<LabOptions>): void {
    const { view } = this.bench;
    const { controls, flows, panel_height } = { ...this.look.value, ...changed };
    this.look.set({ controls, flows, panel_height });
    if (changed.recording !== undefined) this.recording = changed.recording;
    if (changed.theme !== undefined) this.theme.choose(changed.theme);
    if (changed.panels !== undefined) this.show(changed.panels);
    if (changed.scenario !== undefined) this.write(changed.scenario);
    if (changed.cursor !== undefined && changed.cursor !== view.cursor.value) {
      if (changed.cursor === null) view.release();
      else view.hold(changed.cursor);
    }
    if (changed.seconds !== undefined) this.zoom(changed.seconds);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    this.bench.view.playback.pause();
    this.react.unmount();
    this.theme.dispose();
    this.bench.runner.dispose();
  }

  private show(panels: readonly PanelName[]): void {
    const known = panels.filter((name) => PANEL_NAMES.includes(name));
    this.bench.view.arrange({ plots: (known.length > 0 ? known : DEFAULT_PANELS).join(',') });
  }

  /** Makes a text the scenario, and what Reset returns to. */
  private write(text: string): void {
    const { bench } = this;
    if (bench.state.value.text === text) return;
    bench.open(nameIn(text), text);
    if (bench.state.value.text !== text) bench.write(text, performance.now());
  }

  private zoom(seconds: LabOptions['seconds']): void {
    const { view } = this.bench;
    if (seconds === null) view.showAll();
    else view.show({ from: seconds[0], to: seconds[1] });
  }

  /** Reports changes to the host. */
  private follow({ cursor, seconds }: LabOptions): void {
    const { bench, host } = this;
    const { view, runner } = bench;
    let text: string | null = null;
    let summary: Summary | null = null;
    let first = true;
    this.stops.push(
      runner.state.subscribe(() => {
        const { accepted, shown, phase } = runner.state.value;
        if (accepted !== null && accepted.text !== text && accepted.text === runner.wanted) {
          text = accepted.text;
          host.scenario(text);
        }
        if (phase !== 'done' || shown === null || shown.summary === null || shown.summary === summary) return;
        summary = shown.summary;
        host.result(accepted?.text ?? '', summary);
        if (!first) return;
        // The options of the start need the length of the run.
        first = false;
        this.zoom(seconds);
        if (cursor !== null) view.hold(cursor);
      }),
      view.cursor.subscribe(() => host.cursor(view.cursor.value)),
      view.looking.subscribe(() => {
        const { zoom } = view.looking.value;
        if (!first) host.seconds(zoom === null ? null : [zoom.from, zoom.to]);
      }),
    );
  }
}

/** The name in a scenario's text; the engine reports what is wrong with a text that has none. */
function nameIn(text: string): string {
  try {
    return String((JSON.parse(text) as { name?: unknown }).name ?? '');
  } catch {
    return '';
  }
}
