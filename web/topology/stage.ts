/**
 * Keeps the canvas true to the moment, apart from React: a frame while time runs is a clear and a paint. The words beside
 * it follow a few times a second.
 */
import { Observable } from '../base/observable';
import type { Run } from '../run/trace';
import type { View } from '../run/view';
import type { Theme } from '../ui/theme';
import { flowToken } from '../ui/theme';
import type { Closeup, Known } from './closeup';
import type { Layout } from './layout';
import type { Network } from './network';
import { type LinkContents, type Paint, paint } from './paint';

/** All that a frame is drawn from. */
export interface Scenery {
  run: Run;
  network: Network;
  layout: Layout;
  contents: LinkContents[];
  sizes: readonly (readonly number[])[];
  highlight: number | null;
  still: boolean;
  theme: Theme;
}

const WORDS_EVERY_MS = 250;

export class Stage {
  /** The moment that the words beside the drawing are about. */
  readonly told: Observable<number>;
  /** The known packets at that moment. */
  readonly known = new Observable<Known | null>(null);
  private readonly view: View;
  private readonly closeup: Closeup;
  private readonly stops: (() => void)[];
  private canvas: HTMLCanvasElement | null = null;
  private scenery: Scenery | null = null;
  private style: Paint | null = null;
  private frame: number | null = null;
  private words: ReturnType<typeof setTimeout> | undefined;
  private told_at = 0;
  /** The links that were given packets last, and which. */
  private taught: readonly LinkContents[] | null = null;
  private lesson: Known | null = null;

  constructor(view: View, closeup: Closeup) {
    this.view = view;
    this.closeup = closeup;
    this.told = new Observable(0);
    const again = () => this.ask();
    this.stops = [
      view.cursor.subscribe(again),
      view.looking.subscribe(again),
      closeup.state.subscribe(again),
    ];
  }

  /** Null: nothing is to be seen, so nothing is drawn. */
  set(canvas: HTMLCanvasElement | null, scenery: Scenery | null): void {
    this.canvas = canvas;
    if (scenery !== this.scenery && scenery !== null) this.style = styleOf(scenery);
    this.scenery = scenery;
    this.ask();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    clearTimeout(this.words);
  }

  private ask(): void {
    if (this.scenery === null || this.canvas === null) return;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  private draw(): void {
    const { scenery, canvas, style } = this;
    const context = canvas?.getContext('2d') ?? null;
    if (scenery === null || canvas === null || context === null || style === null) return;
    const { run, layout, contents } = scenery;
    const moment = momentOf(this.view, run);
    this.closeup.look(run, moment);
    this.learn(scenery, moment);
    const scale = scenery.theme.scale * (globalThis.devicePixelRatio || 1);
    const [across, down] = [Math.round(layout.width * scale), Math.round(layout.height * scale)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, layout.width, layout.height);
    context.lineCap = 'butt';
    paint(context, layout, contents, moment, style);
    this.tell(moment);
  }

  /** Shows the packets of links where they are known, and hides the others. */
  private learn({ run, contents }: Scenery, moment: number): void {
    const { known } = this.closeup.state.value;
    const covers =
      known !== null && known.run === run.id && moment >= known.window.from && moment <= known.window.to;
    const next = covers ? known : null;
    this.known.set(next);
    if (this.taught === contents && this.lesson === next) return;
    this.taught = contents;
    this.lesson = next;
    contents.forEach((one, link) => {
      one.passages = next?.passages[link] ?? null;
    });
  }

  private tell(moment: number): void {
    clearTimeout(this.words);
    const now = performance.now();
    const wait = this.told_at + WORDS_EVERY_MS - now;
    if (wait <= 0) {
      this.told_at = now;
      this.told.set(moment);
    } else {
      this.words = setTimeout(() => this.tell(moment), wait);
    }
  }
}

/** The cursor; without one the middle of the time shown, where most networks are busiest. */
export function momentOf(view: View, run: Run): number {
  const { from, to } = view.window;
  return Math.min(view.cursor.value ?? (from + Math.min(to, run.now_s)) / 2, run.now_s);
}

export function styleOf({
  run,
  network,
  theme,
  sizes,
  highlight,
  still,
}: Omit<Scenery, 'layout' | 'contents'>): Paint {
  const delays = network.links.flatMap(({ steps }) => steps.map(({ delay_s }) => delay_s));
  const count = run.scenario.flows.length + run.scenario.datagrams.length;
  return {
    colours: Array.from({ length: count }, (_, flow) => theme.colour(flowToken(flow))),
    level: theme.colour('ink'),
    drop: theme.colour('mark-drop'),
    sizes,
    highlight,
    fall_s: Math.min(0.5, Math.max(0.05, 2 * delays.reduce((most, one) => Math.max(most, one), 0))),
    still,
  };
}
