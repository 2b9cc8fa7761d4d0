/** Runs as lessons show them: flows have the names that the lesson gives them. */
import type { Scenario } from '../engine/schema';
import type { Run } from '../run/trace';
import type { FlowNames } from './lesson';

/** A scenario with the flows' names on the page. */
export function withFlowNames(scenario: Scenario, names: FlowNames = {}): Scenario {
  const timeline = scenario.timeline.map((one) =>
    'flow' in one.change
      ? { ...one, change: { ...one.change, flow: names[one.change.flow] ?? one.change.flow } }
      : one,
  );
  return { ...scenario, flows: renamed(scenario.flows, names), timeline };
}

/** Runs with the flows' names on the page, by the run that the engine made, so that a run keeps its identity. */
const SHOWN = new WeakMap<Run, Run>();

export function shownRun(run: Run, names: FlowNames | undefined): Run {
  if (names === undefined) return run;
  const known = SHOWN.get(run);
  if (known !== undefined) return known;
  const { scenario, summary, prediction } = run;
  const shown: Run = {
    ...run,
    scenario: withFlowNames(scenario, names),
    summary: summary && { ...summary, flows: renamed(summary.flows, names) },
    prediction: prediction && {
      ...prediction,
      flows: renamed(prediction.flows, names),
      intervals: prediction.intervals.map((interval) => ({
        ...interval,
        at_rest: interval.at_rest.map((one) => ({ ...one, flows: renamed(one.flows, names) })),
      })),
    },
  };
  SHOWN.set(run, shown);
  return shown;
}

function renamed<T extends { name: string }>(flows: readonly T[], names: FlowNames): T[] {
  return flows.map((flow) => ({ ...flow, name: names[flow.name] ?? flow.name }));
}
