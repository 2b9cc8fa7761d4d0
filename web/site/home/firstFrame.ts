/** The home page's first frame, drawn when the lab is built. */
import type { simulateText } from '../../../scripts/check/simulated.mjs';
import { type Run, Trace } from '../../run/trace';
import { DEFAULT, SENDERS, type Sender, scenarioOf } from './path';
import { type Picture, type Readings, replayOf } from './replay';
import { NARROW, type Scene, sceneAt, WIDE } from './scene';

export interface FirstFrame extends Picture {
  scenes: { wide: Scene; narrow: Scene };
  readings: Readings;
}

/** The frame's moment: the queue is filling, just before it overflows. Playing begins here. */
export const FIRST_S = 1.2;

export function scenarios(): Record<Sender, string> {
  const text = (sender: Sender) => scenarioOf({ ...DEFAULT, sender });
  const senders = Object.keys(SENDERS) as Sender[];
  return Object.fromEntries(senders.map((sender) => [sender, text(sender)])) as Record<Sender, string>;
}

/** Draws a run of the engine under Node. */
export function frameOfSimulated({
  scenario,
  chunks,
  summary,
}: Awaited<ReturnType<typeof simulateText>>): FirstFrame {
  const trace = new Trace(scenario);
  for (const chunk of chunks) trace.append(chunk);
  return frameOf({ id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s });
}

export function frameOf(run: Run): FirstFrame {
  const replay = replayOf(run);
  const scene = (place: typeof WIDE) => sceneAt(replay, FIRST_S, place, DEFAULT.limit_bytes);
  return {
    window: replay.window,
    queue: replay.queue,
    story: replay.story,
    scenes: { wide: scene(WIDE), narrow: scene(NARROW) },
    readings: replay.at(FIRST_S),
  };
}
