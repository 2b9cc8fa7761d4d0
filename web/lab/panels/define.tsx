/** Derives a panel from its definition. `compare/overlay.ts` draws compared runs over it. */
import { memo, useContext, useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { rateUnit } from '../../base/words/units';
import { t } from '../../base/words/words';
import type { Reading } from '../../plot/CursorLayer';
import type { Line } from '../../plot/corner';
import { hatch, nameHatched } from '../../plot/hatch';
import type { Ink } from '../../plot/ink';
import type { LegendEntry } from '../../plot/Legend';
import { type Lane, type Layout, laneNamed, type PlacedLane } from '../../plot/layout';
import { drawSigns, type Sign, signsOf } from '../../plot/signs';
import type { EventMarks } from '../../plot/snap';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import type { Explained } from '../../ui/explanations';
import { joined, type Table } from '../../ui/TableView';
import { flowToken, type Theme } from '../../ui/theme';
import { type Definition, Frame, type Mark, type PlotData, type Shown } from './definition';
import { useIsOverlaid } from './over';
import { describeFinished, nameOf, Panel, type PanelProps } from './Panel';
import type { PanelRecord } from './record';
import { StackContext } from './stack';
import { useTheory } from './theory';

export type Derived = Pick<PanelRecord, 'Component' | 'definition'>;
export type Known = Omit<PanelRecord, keyof Derived>;

const NOTHING: readonly Explained[] = [];

/** Completes the record of a panel. */
export function definePanel<const Record extends Known, Choice, Common>(
  record: Record,
  definition: Definition<Choice, Common>,
): Record & Derived {
  const { useChoice = () => ({ choice: undefined as Choice, control: null }) } = definition;
  function Defined({ title = record.title(), describe, ...props }: PanelProps) {
    const { run, flows } = props;
    const view = useView();
    const { legendFor, rateIn, without = NOTHING } = useContext(StackContext)?.lesson ?? {};
    const among = useIsOverlaid(record.name);
    const theory = useTheory(run);
    const unit = useObservable(rateUnit);
    const { choice, control } = useChoice(props);
    // biome-ignore lint/correctness/useExhaustiveDependencies: axes and words are in the chosen unit
    const plot = useMemo(
      () =>
        plotOf(definition, {
          ...{ run, flows, theory, choice, among, without, rateIn },
          compared: null,
          common: null,
        }),
      [run, flows, theory, choice, unit, among, without, rateIn],
    );
    const { select, words, legend } = useMemo(
      () => ({
        select: (window: TimeWindow, width: number, height: number) =>
          new Frame(run, plot, window, width, height).computed(),
        words: () => describeFinished(run, () => describe?.(run, flows) ?? described(plot)),
        legend: legendFor?.(run, plot) ?? legendOf(plot),
      }),
      [run, flows, plot, describe, legendFor],
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
        lines={linesIn}
        source={sourceOf}
        read={(moment) => readingsOf(run, plot, flows, moment, view.window)}
        words={words}
        table={(window, limit) => tableOf(plot, window, limit)}
        behind={{ run, rows: plot.rows }}
      >
        {control}
      </Panel>
    );
  }
  return { ...record, Component: memo(Defined), definition };
}

/** The description of a plot. It's about all seconds of the run, whichever are shown. */
export function described(plot: PlotData): string {
  return t('Over the whole run: {description}', { description: plot.describe() });
}

/** The plot of a panel's own run, which always has something to show. */
export function plotOf<Choice, Common>(definition: Definition<Choice, Common>, shown: Shown<Choice, Common>) {
  const plot = definition.plot(shown);
  if (plot === null) throw new Error('The panel has no plot of its run.');
  return plot;
}

export function lanesOf(frame: Frame): Lane[] {
  return frame.of(frame.plot.lanes);
}

/** The name of the first lane with a scale. */
function scaledLane(lanes: readonly Lane[]): string {
  return lanes.find(({ pixels }) => pixels === undefined)?.name ?? '';
}

export function laneOf(layout: Layout, name: string | undefined): PlacedLane {
  return laneNamed(layout, name ?? scaledLane(layout.lanes));
}

function paint(phase: 'drawUnder' | 'draw' | 'drawFixed') {
  return (ink: Ink, frame: Frame, layout: Layout, theme: Theme): void => {
    const end = Math.min(frame.run.now_s, layout.window.to);
    for (const mark of frame.plot.marks)
      mark[phase]?.({ ink, frame, layout, lane: laneOf(layout, mark.lane), theme, end });
  };
}

export const draw = paint('draw');
const [drawMarksUnder, drawMarksFixed] = [paint('drawUnder'), paint('drawFixed')];

export function drawUnder(ink: Ink, frame: Frame, layout: Layout, theme: Theme): void {
  drawMarksUnder(ink, frame, layout, theme);
  const spans = frame.of(frame.plot.unrecorded);
  for (const lane of layout.lanes)
    if (lane.pixels === undefined) hatch(ink, spans, layout, lane, theme, frame.run.now_s);
}

export function drawFixed(ink: Ink, frame: Frame, layout: Layout, theme: Theme): void {
  drawMarksFixed(ink, frame, layout, theme);
  const lane = laneOf(layout, undefined);
  drawSigns(ink, signsIn(ink, frame, layout, theme), theme);
  nameHatched(ink, frame.of(frame.plot.unrecorded), layout, lane, theme, frame.run.now_s);
}

/** The names of the flows at the ends of their lines. */
export function signsIn(ink: Ink, frame: Frame, layout: Layout, theme: Theme): Sign[] {
  const lines = mainMarks(frame.plot).flatMap(({ flow, end }) => {
    if (flow === undefined || end === undefined) return [];
    const name = nameOf(frame.run.scenario, flow);
    return [{ flow, name, token: flowToken(flow), points: frame.of(end.points) }];
  });
  return signsOf(ink, lines, layout, laneOf(layout, undefined), theme);
}

/** The first mark of each flow that has an end; without flows, the first. */
export function mainMarks({ marks }: PlotData): Mark[] {
  const ending = marks.filter(({ end }) => end !== undefined);
  return ending.filter((one, place) => ending.findIndex(({ flow }) => flow === one.flow) === place);
}

function sourceOf({ trace }: Frame): unknown {
  return trace;
}

function eventsIn(frame: Frame): EventMarks | null {
  const { marks } = frame.plot;
  if (marks.every((mark) => mark.events === undefined)) return null;
  const lane = (name: string | undefined) => name ?? scaledLane(lanesOf(frame));
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

function linesIn(frame: Frame): Line[] {
  const first = scaledLane(lanesOf(frame));
  return frame.plot.marks.flatMap(({ lane, line }) =>
    line === undefined ? [] : [{ lane: lane ?? first, points: frame.of(line) }],
  );
}

/** Each kind once, in the order of the plot. */
export function legendOf({ marks, legend = [] }: PlotData): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const entry of marks.flatMap((mark) => mark.legend?.() ?? []))
    if (!entries.has(entry.label)) entries.set(entry.label, entry);
  const rank = (entry: LegendEntry) => {
    const place = legend.indexOf(('mark' in entry ? entry.mark.explains : entry.explains) ?? '');
    return place < 0 ? legend.length : place;
  };
  return [...entries.values()].toSorted((a, b) => rank(a) - rank(b));
}

export function tableOf({ rows }: PlotData, window: TimeWindow, limit: number): Table {
  return joined(
    rows.map((some) => some.table(window, limit)),
    limit,
  );
}

function readingsOf(
  { scenario }: Run,
  { rows }: PlotData,
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
