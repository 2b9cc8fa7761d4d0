/** Plots of a run in a time window, for tests. */
import type { Points } from '../../plot/ink';
import type { Theory } from '../../run/equilibria';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import type { Explained } from '../../ui/explanations';
import { plotOf } from './define';
import { type Definition, Frame } from './definition';

interface Given<Choice, Common> {
  choice?: Choice;
  common?: Common;
  theory?: Theory | null;
  without?: readonly Explained[];
  width?: number;
  height?: number;
}

export function framed<Choice, Common>(
  definition: Definition<Choice, Common>,
  run: Run,
  flows: readonly number[],
  window: TimeWindow,
  { choice, common, theory = null, without = [], width = 400, height = 200 }: Given<Choice, Common> = {},
): Frame {
  const given = {
    run,
    flows,
    theory,
    choice: choice as Choice,
    compared: null,
    common: common ?? null,
    without,
  };
  return new Frame(run, plotOf(definition, given), window, width, height).computed();
}

/** The computed channel of the first mark of a kind. */
export function shown<Value = Points>(frame: Frame, kind: Explained | undefined, flow?: number): Value {
  const mark = frame.plot.marks.find((one) => one.kind === kind && (flow === undefined || one.flow === flow));
  if (mark === undefined) throw new Error(`The plot has no mark ${kind}.`);
  return frame.of(mark.channel) as Value;
}
