/**
 * A panel as data. `plot` says what a panel shows of a run: the lanes, the marks in them, the rows behind them and a description, whose
 * words are written by hand. `define.tsx` derives the rest: the drawing, compared runs over it, legend, readings at the cursor, snapping and
 * the table. `marks.ts` has the kinds of marks.
 *
 * A channel is a value of the plot in a time window. A frame computes each channel once, whoever asks for it.
 */
import type { ReactNode } from 'react';
import type { Ink, Points } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import type { Lane, Layout, PlacedLane } from '../../plot/layout';
import type { RunStyle } from '../../plot/runStyle';
import type { EventLayer, EventMarks } from '../../plot/snap';
import type { Theory } from '../../run/equilibria';
import { type Run, runWithin, type Trace } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import type { Explained } from '../../ui/explanations';
import type { Theme } from '../../ui/theme';
import type { PanelProps } from './Panel';
import type { Rows } from './rows';

/**
 * `Choice` is what users choose in the panel's head. `Common` is what the panel's own run and those that are compared with it have in common in
 * a time window: the unit of an axis, or the length of intervals.
 */
export interface Definition<Choice = undefined, Common = undefined> {
  /** Height of the plot where the page doesn't set it, pixels. */
  height: number;
  /** A hook: the choice, which keeps its identity while it stays the same, and the control for it. */
  useChoice?(props: PanelProps): { choice: Choice; control?: ReactNode };
  /** The choice for a compared run. */
  choiceFor?(shown: ComparedShown): Choice;
  /** Null if a compared run has nothing to show, for example because it lacks the link. */
  plot(shown: Shown<Choice, Common>): PlotData<Common> | null;
}

/** The run that a panel shows, or that's compared with it. */
export interface Shown<Choice = undefined, Common = undefined> extends Omit<ComparedShown, 'compared'> {
  choice: Choice;
  compared: ComparedShown['compared'] | null;
  /** From the run with which this one is compared; null if there is none. */
  common: Common | null;
  /** True if other runs are drawn over this one, so that its lines need its color. */
  among?: boolean;
  /** The kinds that lessons leave out, in the plot, in its table and in its description. */
  without: readonly Explained[];
  /** The unit of rates in a lesson, whatever unit other pages show. */
  rateIn?: RateScale | undefined;
}

/** A unit of rates, and its size in bit/s. */
export interface RateScale {
  name: string;
  bits: number;
}

export interface ComparedShown {
  run: Run;
  /** Indexes of the flows to show. */
  flows: readonly number[];
  /** The theory to draw, or null. */
  theory: Theory | null;
  /** The place of a compared run: over the panel's own, or next to it on the same scales. */
  compared: 'over' | 'beside';
}

export type Channel<Value> = (frame: Frame) => Value;

export interface PlotData<Common = unknown> {
  lanes: Channel<Lane[]>;
  /** In drawing order: the last are on top. */
  marks: readonly Mark[];
  /** The times without samples, which are hatched. */
  unrecorded: Channel<TimeWindow[]>;
  /** The kinds in the legend, in its order; other kinds come after them in drawing order. */
  legend?: readonly string[];
  /** The rows behind the plot, of each flow or link: the table lists them, and the cursor reads them. */
  rows: readonly Rows[];
  /** The part of this run that runs compared with it take over. */
  common?: Channel<Common>;
  /** Describes the finished run. */
  describe(): string;
}

/** One kind of line or mark. All of it is drawn where the window shows it, so that a picture can be moved with the window. */
export interface Mark {
  /** The key of its explanation, for legends that highlight it. */
  kind?: Explained;
  /** Its lane's name; the first lane that isn't a band, if there is no other. */
  lane?: string;
  /** The flow that it's about, if it's about one. */
  flow?: number;
  /** Computed with the window, before anything is drawn. */
  channel: Channel<unknown>;
  /** Draws what fills the lane from top to bottom, under everything else. */
  drawUnder?(pen: Pen): void;
  /** Draws what moves with the window. */
  draw?(pen: Pen): void;
  /** Draws what depends on where the window starts: dashed lines, and labels at its edges. */
  drawFixed?(pen: Pen): void;
  /** Draws it for a run that's compared; only what's compared has this. */
  drawCompared?(pen: Pen, style: RunStyle): void;
  /** Writes the run's letter beside it, for each of the compared runs; only bands have this. */
  drawLetter?(pen: Pen, style: RunStyle): void;
  /** The end of the line, where the first mark of a flow or run has its name. */
  end?: MarkEnd;
  legend?(): LegendEntry[];
  /** The points of a line, of which the readings at the cursor cover as little as possible. */
  line?: Channel<Points>;
  /** The events to which the cursor snaps. */
  events?(frame: Frame, lane: string): EventLayer[];
  /** The place of an event; null if the mark doesn't show it. */
  place?(event: Parameters<EventMarks['place']>[0], frame: Frame): number | null;
}

/** A position in the plot, pixels. */
export interface Place {
  x: number;
  y: number;
}

export interface MarkEnd {
  points: Channel<Points>;
  place(frame: Frame, layout: Layout, lane: PlacedLane): Place | null;
}

/** The canvas, the place and the window of a mark's drawing. */
export interface Pen {
  ink: Ink;
  frame: Frame;
  layout: Layout;
  lane: PlacedLane;
  theme: Theme;
  /** The last moment of the run that the window shows, s. */
  end: number;
}

/** A plot of one run in one time window. */
export class Frame {
  readonly run: Run;
  readonly plot: PlotData;
  readonly window: TimeWindow;
  readonly width: number;
  readonly height: number;
  /** The run with the trace from which to read the window. */
  readonly shown: Run;
  private readonly values = new Map<unknown, unknown>();

  constructor(run: Run, plot: PlotData, window: TimeWindow, width: number, height: number) {
    this.run = run;
    this.plot = plot;
    this.window = window;
    this.width = width;
    this.height = height;
    this.shown = runWithin(run, window);
  }

  /** The trace from which to read the window. */
  get trace(): Trace {
    return this.shown.trace;
  }

  /** Computes what's drawn. Later there may be more rows. */
  computed(): this {
    for (const { channel } of this.plot.marks) this.of(channel);
    this.of(this.plot.unrecorded);
    return this;
  }

  /** Columns of pixels, to which lines are reduced. */
  get columns(): number {
    return Math.max(1, Math.round(this.width));
  }

  of<Value>(channel: Channel<Value>): Value {
    if (!this.values.has(channel)) this.values.set(channel, channel(this));
    return this.values.get(channel) as Value;
  }
}
