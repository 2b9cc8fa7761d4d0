/** Runs as lessons show them: flows, hosts and routers have the names that the lesson gives them. */
import type { Scenario } from '../engine/schema';
import type { Run } from '../run/trace';
import type { Arm, Names } from './lesson';

/** The names that a lesson gives flows, hosts and routers. */
export type GivenNames = Pick<Arm, 'flowNames' | 'nodeNames'>;

/** A scenario with the flows' names on the page. */
export function withFlowNames(scenario: Scenario, names: Names = {}): Scenario {
  const timeline = scenario.timeline.map((one) =>
    'flow' in one.change
      ? { ...one, change: { ...one.change, flow: names[one.change.flow] ?? one.change.flow } }
      : one,
  );
  return { ...scenario, flows: renamed(scenario.flows, names), timeline };
}

/** A scenario with the names of its hosts and routers on the page. */
function withNodeNames(scenario: Scenario, names: Names = {}): Scenario {
  const named = (node: string) => names[node] ?? node;
  const ends = <T extends { from: string; to: string }>(one: T): T => ({
    ...one,
    from: named(one.from),
    to: named(one.to),
  });
  const along = (route: string[]) => route.map(named);
  return {
    ...scenario,
    links: scenario.links.map(ends),
    flows: scenario.flows.map((flow) => ({
      ...ends(flow),
      route: along(flow.route),
      route_back: along(flow.route_back),
    })),
    datagrams: scenario.datagrams.map(ends),
    timeline: scenario.timeline.map((one) =>
      'link' in one.change
        ? { ...one, change: { ...one.change, link: one.change.link.split('>').map(named).join('>') } }
        : 'route' in one.change
          ? {
              ...one,
              change: {
                ...one.change,
                route: one.change.route && along(one.change.route),
                route_back: one.change.route_back && along(one.change.route_back),
              },
            }
          : one,
    ),
  };
}

/** Runs with the names on the page, by the run that the engine made, so that a run keeps its identity. */
const SHOWN = new WeakMap<Run, Run>();

export function shownRun(run: Run, { flowNames, nodeNames }: GivenNames): Run {
  if (flowNames === undefined && nodeNames === undefined) return run;
  const known = SHOWN.get(run);
  if (known !== undefined) return known;
  const { scenario, summary, prediction } = run;
  const names = flowNames ?? {};
  const shown: Run = {
    ...run,
    scenario: withNodeNames(withFlowNames(scenario, names), nodeNames),
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

function renamed<T extends { name: string }>(flows: readonly T[], names: Names): T[] {
  return flows.map((flow) => ({ ...flow, name: names[flow.name] ?? flow.name }));
}
