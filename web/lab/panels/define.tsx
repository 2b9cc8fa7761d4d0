/** Derives a panel from its definition: the component, and the overlay with which it draws compared runs. */
import { memo, useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { rateUnit } from '../../base/words/units';
import type { Reading } from '../../plot/CursorLayer';
import { hatch, nameHatched } from '../../plot/hatch';
import type { Ink } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import type { Lane, Layout, PlacedLane } from '../../plot/layout';
import { drawSigns } from '../../plot/signs';
import type { EventMarks } from '../../plot/snap';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { joined, type Table } from '../../ui/TableView';
import { flowToken, type Theme } from '../../ui/theme';
import { type Definition, Frame, type Mark, type Pen, type PlotData } from './definition';
import type { Other, Overlay, Place } from './over';
import { describeFinished, nameOf, Panel, type PanelProps } from './Panel';
import type { PanelRecord } from './record';
import { useTheory } from './theory';

export type Defined = Pick<PanelRecord, 'Component' | 'overlay'>;
export type Known = Omit<PanelRecord, keyof Defined>;

/** Completes the record of a panel. */
export function definePanel<const Record extends Known, Choice, Common>(
  record: Record,
  definition: Definition<Choice, Common>,
): Record & Defined {
  const { useChoice = () => ({ choice: undefined as Choice, control: null }) } = definition;
  function Shown({ title = record.title(), describe, ...props }: PanelProps) {
    const { run, flows } = props;
    const view = useView();
    const theory = useTheory(run);
    const unit = useObservable(rateUnit);
    const { choice, control } = useChoice(props);
    // biome-ignore lint/correctness/useExhaustiveDependencies: axes and words are in the chosen unit
    const plot = useMemo(
      () => definition.plot({ run, flows, theory, choice, compared: null }),
      [run, flows, theory, choice, unit],
    );
    const { select, words, legend } = useMemo(
      () => ({
        select: (window: TimeWindow, ...size: [width: number, height: number]) =>
          new Frame(run, plot, window, size).computed(),
        words: () => describeFinished(run, () => describe?.(run, flows) ?? plot.describe()),
        legend: legendOf(plot),
      }),
      [run, flows, plot, describe],
    );
    return (
      <Panel
        name={record.name}
        title={title}
        height={definition.height}
        legend={legend}
        select={select}
        lanes={lanesOf}
        drawUnder={drawUnder}
        draw={draw}
        drawFixed={drawFixed}
        events={eventsIn}
        read={(moment) => readingsOf(run, plot, flows, moment, view.window)}
        words={words}
        table={(window, limit) => tableOf(plot, window, limit)}
      >
        {control}
      </Panel>
    );
  }
  return { ...record, Component: memo(Shown), overlay: overlayOf(definition) };
}

export function lanesOf<Common>(frame: Frame<Common>): Lane[] {
  return frame.of(frame.plot.lanes);
}

/** The lane of a mark: that with the name, or the first with a scale. */
function laneOf({ lanes }: Layout, name: string | undefined): PlacedLane {
  const lane = lanes.find((one) => (name === undefined ? one.pixels === undefined : one.name === name));
  if (lane === undefined) throw new Error(`The plot has no lane called ${name}.`);
  return lane;
}

/** The name of a lane; a compared run has bands of its own. */
function laneFor<Common>(frame: Frame<Common>, name: string | undefined, letter: string): string | undefined {
  const lane = lanesOf(frame).find((one) => one.name === name);
  return lane?.pixels === undefined ? name : `${name}-${letter}`;
}

function paint(phase: 'drawUnder' | 'draw' | 'drawFixed') {
  return <Common,>(ink: Ink, frame: Frame<Common>, layout: Layout, theme: Theme): void => {
    const end = Math.min(frame.run.now_s, layout.window.to);
    for (const mark of frame.plot.marks)
      mark[phase]?.({ ink, frame, layout, lane: laneOf(layout, mark.lane), theme, end });
  };
}

const draw = paint('draw');
const [drawMarksUnder, drawMarksFixed] = [paint('drawUnder'), paint('drawFixed')];

function drawUnder<Common>(ink: Ink, frame: Frame<Common>, layout: Layout, theme: Theme): void {
  drawMarksUnder(ink, frame, layout, theme);
  const spans = frame.of(frame.plot.unrecorded);
  for (const lane of layout.lanes)
    if (lane.pixels === undefined) hatch(ink, spans, layout, lane, theme, frame.run.now_s);
}

function drawFixed<Common>(ink: Ink, frame: Frame<Common>, layout: Layout, theme: Theme): void {
  drawMarksFixed(ink, frame, layout, theme);
  const lines = mainMarks(frame.plot).flatMap(({ flow, end }) =>
    flow === undefined || end === undefined
      ? []
      : [
          {
            flow,
            name: nameOf(frame.run.scenario, flow),
            token: flowToken(flow),
            points: frame.of(end.points),
          },
        ],
  );
  const lane = laneOf(layout, undefined);
  drawSigns(ink, lines, layout, lane, theme);
  nameHatched(ink, frame.of(frame.plot.unrecorded), layout, lane, theme, frame.run.now_s);
}

/** The first mark of each flow that has an end; without flows, the first. */
function mainMarks<Common>({ marks }: PlotData<Common>): Mark<Common>[] {
  const ending = marks.filter(({ end }) => end !== undefined);
  return ending.filter((one, place) => ending.findIndex(({ flow }) => flow === one.flow) === place);
}

/** The place for the letter of a run. */
function placeOf<Common>(frame: Frame<Common>, layout: Layout): Place | null {
  for (const { lane, end } of mainMarks(frame.plot)) {
    const place = end?.place(frame, layout, laneOf(layout, lane)) ?? null;
    if (place !== null) return place;
  }
  return null;
}

function eventsIn<Common>(frame: Frame<Common>): EventMarks | null {
  const { marks } = frame.plot;
  if (marks.every((mark) => mark.events === undefined)) return null;
  const lane = (name: string | undefined) =>
    name ?? lanesOf(frame).find(({ pixels }) => pixels === undefined)?.name ?? '';
  return {
    trace: frame.run.trace,
    layers: marks.flatMap((mark) => mark.events?.(frame, lane(mark.lane)) ?? []),
    place: (event) => {
      for (const mark of marks) {
        const value = mark.place?.(event, frame) ?? null;
        if (value !== null) return { lane: lane(mark.lane), value };
      }
      return null;
    },
  };
}

/** Each kind once, in the order of the plot. */
export function legendOf<Common>({ marks, legend = [] }: PlotData<Common>): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const entry of marks.flatMap((mark) => mark.legend?.() ?? []))
    if (!entries.has(entry.label)) entries.set(entry.label, entry);
  const rank = (entry: LegendEntry) => {
    const place = legend.indexOf(('mark' in entry ? entry.mark.explains : entry.explains) ?? '');
    return place < 0 ? legend.length : place;
  };
  return [...entries.values()].toSorted((a, b) => rank(a) - rank(b));
}

export function tableOf<Common>({ rows }: PlotData<Common>, window: TimeWindow, limit: number): Table {
  return joined(
    rows.map((some) => some.table(window, limit)),
    limit,
  );
}

function readingsOf<Common>(
  { scenario }: Run,
  { rows }: PlotData<Common>,
  flows: readonly number[],
  moment: number,
  window: TimeWindow,
): Reading[] {
  return rows.flatMap(({ flow, single, read }) => {
    const readings = read(moment, window);
    if (flow === undefined || flows.length < 2) return readings;
    const name = nameOf(scenario, flow);
    return readings.map((one) => ({ ...one, label: single ? name : `${name}: ${one.label}` }));
  });
}

/** What compared runs take over from a panel's own run. */
export function commonOf<Common>(own: Frame<Common>): Common | null {
  return own.plot.common ? own.of(own.plot.common) : null;
}

/** Draws compared runs from the same definition. */
function overlayOf<Choice, Common>(
  definition: Definition<Choice, Common>,
): Overlay<Frame<Common>, Frame<Common>> {
  const plots = new WeakMap<Other, PlotData<Common>>();
  const plotOf = (other: Other) => {
    const known = plots.get(other);
    if (known !== undefined) return known;
    const { run, flows, theory, sideBySide } = other;
    const choice = definition.choiceFor?.(other) as Choice;
    const plot = definition.plot({ run, flows, theory, choice, compared: sideBySide ? 'beside' : 'over' });
    plots.set(other, plot);
    return plot;
  };
  return {
    select(own, other, window, width, height) {
      const frame = new Frame(other.run, plotOf(other), window, [width, height], commonOf(own));
      return frame.plot.lacks && frame.of(frame.plot.lacks) ? null : frame.computed();
    },
    depends: (own) => JSON.stringify(commonOf(own)),
    lanes: (frame, letter) =>
      lanesOf(frame).map((lane) => ({ ...lane, name: laneFor(frame, lane.name, letter) ?? lane.name })),
    draw(ink, frame, { run, style }, layout, theme) {
      const end = Math.min(run.now_s, layout.window.to);
      const color = theme.color(style.token);
      hatch(ink, frame.of(frame.plot.unrecorded), layout, laneOf(layout, undefined), theme, end, color);
      for (const mark of frame.plot.marks) {
        if (mark.drawCompared === undefined) continue;
        const lane = laneOf(layout, laneFor(frame, mark.lane, style.letter));
        const pen: Pen<Common> = { ink, frame, layout, lane, theme, end };
        mark.drawCompared(pen, style);
      }
      return placeOf(frame, layout);
    },
    place: placeOf,
    read(other, moment) {
      const { run, flows } = other;
      const plot = plotOf(other);
      const whole = { from: 0, to: run.now_s };
      return plot.rows.flatMap(({ flow, read }) => {
        const [first] = read(moment, whole);
        if (first === undefined) return [];
        const name = flow !== undefined && flows.length > 1 ? `${nameOf(run.scenario, flow)}: ` : '';
        return [{ label: name + first.label, value: first.value }];
      });
    },
    describe: (other) => plotOf(other).describe(),
  };
}
