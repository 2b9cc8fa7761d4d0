/** Shared by both sequence panels: their component and their overlay, for a tap and a description. */
import { useCallback, useContext, useMemo } from 'react';
import { t } from '../../base/words/words';
import { hatch } from '../../plot/hatch';
import { marks as drawMarks, type Ink, type Points } from '../../plot/ink';
import { type Layout, laneNamed } from '../../plot/layout';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { MARKS } from '../../ui/marks';
import type { Theme } from '../../ui/theme';
import type { Other, Overlay, Place } from './over';
import { lastOf, readings } from './overlays';
import { describeFinished, Panel, type PanelProps } from './Panel';
import * as sequence from './sequence';
import { StackContext } from './stack';

interface Props extends PanelProps {
  name: string;
  title: string;
  height: number;
  tap: sequence.Tap;
  describe(run: Run, flows: readonly number[]): string;
}

export function SequencePanel({ run, flows, name, title, height, tap, describe }: Props) {
  const until = run.now_s;
  const occurring = useContext(StackContext)?.occurring ?? false;
  const select = useCallback(
    (window: TimeWindow, width: number, height: number) =>
      sequence.select(run.trace, flows, tap, window, width, height),
    [run, flows, tap],
  );
  return (
    <Panel
      name={name}
      title={title}
      height={height}
      legend={useMemo(() => sequence.legend(run.trace, flows, tap, occurring), [run, flows, tap, occurring])}
      select={select}
      lanes={sequence.lanes}
      drawUnder={useCallback(
        (context: Ink, marks: sequence.SequenceMarks, layout: Layout, theme: Theme) =>
          sequence.drawUnder(context, marks, layout, theme, until),
        [until],
      )}
      draw={sequence.draw}
      drawFixed={useCallback(
        (context: Ink, marks: sequence.SequenceMarks, layout: Layout, theme: Theme) =>
          sequence.drawFixed(context, marks, layout, theme, until),
        [until],
      )}
      events={useCallback(
        (marks: sequence.SequenceMarks) => sequence.eventsIn(run.trace, flows, tap, marks),
        [run, flows, tap],
      )}
      read={(moment) => sequence.read(run, flows, tap, moment)}
      words={useCallback(() => describeFinished(run, () => describe(run, flows)), [run, flows, describe])}
      table={(window, limit) => sequence.table(run, flows, tap, window, limit)}
    />
  );
}

/** The overlay that shows another run in a panel of this tap. */
export function overlayOf(
  tap: sequence.Tap,
  describe: (run: Other['run'], flows: readonly number[]) => string,
): Overlay<sequence.SequenceMarks, sequence.SequenceMarks> {
  return {
    select(own, { run, flows }, window, width, height) {
      const marks = sequence.select(run.trace, flows, tap, window, width, height);
      const factor = marks.unit.bytes / own.unit.bytes;
      const [low, high] = marks.domain;
      const layers = marks.layers.map((layer) => ({
        ...layer,
        points: { ...layer.points, value: layer.points.value.map((value) => value * factor) },
      }));
      return { ...marks, unit: own.unit, domain: [low * factor, high * factor], layers };
    },
    depends: ({ unit }) => unit.name,
    lanes: sequence.lanes,
    draw(context, { layers, unrecorded }, { style, run }, layout, theme) {
      const lane = laneNamed(layout, 'sequence');
      const color = theme.color(style.token);
      hatch(context, unrecorded, layout, lane, theme, run.now_s, color);
      for (const { kind, points } of layers) {
        // Overlaid ACKs would hide the data.
        if (tap.acks.includes(kind)) continue;
        const mark = MARKS[kind];
        const radius = mark.shape === 'dot' ? 0.9 : mark.radius * 0.8;
        drawMarks(context, mark, color, points, layout.x, lane, radius);
      }
      return highestOf(layers, layout);
    },
    place: ({ layers }, layout) => highestOf(layers, layout),
    read: (other, moment) =>
      readings(other, t('last data'), (flow) => {
        const [data] = sequence.read(other.run, [flow], { ...tap, acks: [] }, moment);
        return data?.value ?? null;
      }),
    describe: ({ run, flows }) => describe(run, flows),
  };
}

/** The last visible point of the line of sequence numbers. */
function highestOf(layers: sequence.SequenceMarks['layers'], layout: Layout): Place | null {
  let points: Points | undefined;
  for (const layer of layers) {
    if (MARKS[layer.kind].shape !== 'dot' || layer.points.value.length === 0) continue;
    points ??= layer.points;
  }
  return lastOf(points, layout, 'sequence');
}
