/**
 * Redraws the packet canvas for the current moment, outside of React: during playback, a frame is one clear and one paint.
 * The text next to it is updated a few times a second.
 */
import { Observable } from '../../base/observable';
import { FOLLOWED } from '../../run/selection';
import type { Run } from '../../run/trace';
import type { View } from '../../run/view';
import { rowAt, type TimeWindow } from '../../run/window';
import type { Theme } from '../../ui/theme';
import { flowToken } from '../../ui/theme';
import { type Closeup, covers, type KnownPackets } from './closeup';
import type { Layout } from './layout';
import type { Network } from './network';
import { type LinkContents, type Paint, paint, passagesOfPacket } from './paint';

/** Everything that a frame is drawn from. */
export interface CanvasInput {
  run: Run;
  network: Network;
  layout: Layout;
  contents: LinkContents[];
  sizes: readonly (readonly number[])[];
  highlight: number | null;
  reducedMotion: boolean;
  theme: Theme;
}

const WORDS_EVERY_MS = 250;

export class PacketCanvas {
  /** The moment that the text next to the drawing describes. */
  readonly described: Observable<number>;
  /** The known packets at that moment. */
  readonly known = new Observable<KnownPackets | null>(null);
  private readonly view: View;
  private readonly closeup: Closeup;
  private readonly stops: (() => void)[];
  private canvas: HTMLCanvasElement | null = null;
  private input: CanvasInput | null = null;
  private style: Paint | null = null;
  private frame: number | null = null;
  private words: ReturnType<typeof setTimeout> | undefined;
  private described_at_ms = 0;
  /** The contents that packets were last attached to, and those packets. */
  private attachedTo: readonly LinkContents[] | null = null;
  private attached: KnownPackets | null = null;
  private followed: { flow: number; seq: number } | null = null;

  constructor(view: View, closeup: Closeup) {
    this.view = view;
    this.closeup = closeup;
    this.described = new Observable(0);
    const again = () => this.requestFrame();
    this.stops = [
      view.cursor.subscribe(again),
      view.looking.subscribe(again),
      closeup.state.subscribe(again),
      view.of(FOLLOWED).subscribe(again),
    ];
  }

  /** Pass null while nothing is visible; then nothing is drawn. */
  set(canvas: HTMLCanvasElement | null, input: CanvasInput | null): void {
    this.canvas = canvas;
    if (input !== this.input && input !== null) this.style = styleOf(input);
    this.input = input;
    this.requestFrame();
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    clearTimeout(this.words);
  }

  private requestFrame(): void {
    if (this.input === null || this.canvas === null) return;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  private draw(): void {
    const { input, canvas, style } = this;
    const context = canvas?.getContext('2d') ?? null;
    if (input === null || canvas === null || context === null || style === null) return;
    const { run, layout, contents } = input;
    const moment = momentOf(this.view, run);
    this.closeup.look(run, moment);
    this.attachFollowed(input);
    this.attachPackets(input, moment);
    const scale = input.theme.scale * (globalThis.devicePixelRatio || 1);
    const [across, down] = [Math.round(layout.width * scale), Math.round(layout.height * scale)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, layout.width, layout.height);
    context.lineCap = 'butt';
    style.followed = this.followed;
    paint(context, layout, contents, moment, style);
    this.updateDescribed(moment);
  }

  /** Attaches the known packets to the links' contents, or removes them. */
  private attachPackets({ run, contents }: CanvasInput, moment: number): void {
    const { known } = this.closeup.state.value;
    const next = known !== null && covers(known, run, moment) ? known : null;
    this.known.set(next);
    if (this.attachedTo === contents && this.attached === next) return;
    this.attachedTo = contents;
    this.attached = next;
    contents.forEach((one, link) => {
      one.passages = next?.passages[link] ?? null;
      one.followed = passagesOfPacket(one.passages, this.followed);
    });
  }

  /** Finds the followed packet among the known ones, when the user follows another. */
  private attachFollowed({ contents }: CanvasInput): void {
    const { value } = this.view.of(FOLLOWED);
    if (value === this.followed) return;
    this.followed = value;
    for (const one of contents) one.followed = passagesOfPacket(one.passages, value);
  }

  private updateDescribed(moment: number): void {
    clearTimeout(this.words);
    const now = performance.now();
    const wait = this.described_at_ms + WORDS_EVERY_MS - now;
    if (wait <= 0) {
      this.described_at_ms = now;
      this.described.set(moment);
    } else {
      this.words = setTimeout(() => this.updateDescribed(moment), wait);
    }
  }
}

/** The cursor's time; without a cursor, a busy moment early in the visible time. */
export function momentOf(view: View, run: Run): number {
  return Math.min(view.cursor.value ?? busyMoment(run, view.window), run.now_s);
}

/** Moments looked at, and the share of the window in which they are. */
const SAMPLES = 96;
const EARLY = 0.6;
/** Share of the fullest level that counts as busy. */
const BUSY = 0.9;

const found = new WeakMap<Run, { window: TimeWindow; moment: number }>();

/** The first sampled moment at which the link with the longest queue of the run is nearly as full as at any of them. */
function busyMoment(run: Run, window: TimeWindow): number {
  const known = found.get(run);
  if (known?.window.from === window.from && known.window.to === window.to) return known.moment;
  const { from } = window;
  const length = EARLY * (Math.min(window.to, run.now_s) - from);
  const longest = (run.summary?.links ?? []).reduce(
    (best, { max_queue_bytes }, link, all) =>
      max_queue_bytes > (all[best]?.max_queue_bytes ?? 0) ? link : best,
    0,
  );
  const { time_s, bytes } = run.trace.rows('queues', longest);
  const levels = Array.from({ length: SAMPLES }, (_, at) => {
    return bytes[rowAt(time_s, from + (length * (at + 0.5)) / SAMPLES)] || 0;
  });
  const most = Math.max(...levels);
  const first = levels.findIndex((level) => level >= BUSY * most);
  const moment = from + (length * (Math.max(0, first) + 0.5)) / SAMPLES;
  found.set(run, { window, moment });
  return moment;
}

export function styleOf({
  run,
  network,
  theme,
  sizes,
  highlight,
  reducedMotion,
}: Omit<CanvasInput, 'layout' | 'contents'>): Paint {
  const delays = network.links.flatMap(({ steps }) => steps.map(({ delay_s }) => delay_s));
  const count = run.scenario.flows.length + run.scenario.datagrams.length;
  return {
    colors: Array.from({ length: count }, (_, flow) => theme.color(flowToken(flow))),
    // With a single flow, every data packet is that flow's.
    level: theme.color(count === 1 ? flowToken(0) : 'ink'),
    drop: theme.color('mark-drop'),
    sizes,
    highlight,
    fall_s: Math.min(0.5, Math.max(0.05, 2 * delays.reduce((most, one) => Math.max(most, one), 0))),
    reducedMotion,
    followed: null,
    outline: theme.color('ink'),
    ground: theme.color('panel'),
    font: `700 ${theme.font(11)}`,
  };
}
