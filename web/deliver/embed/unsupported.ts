/** Finds parameters that don't fit the scenario: unknown fields, metrics and flows. */
import type { BenchGroup } from '../../lessons/experiment/benchGroup';
import { measuresOf } from '../../run/measures';
import type { Run } from '../../run/trace';
import { fieldAt } from '../../scenario/path';
import type { LocalizedProblem } from './addressProblems';
import type { EmbedParameters } from './parameters';

/** Number of examples in a message. */
const EXAMPLES = 4;

export function unsupportedParameters(
  group: BenchGroup,
  run: Run,
  parameters: EmbedParameters,
): LocalizedProblem[] {
  const { controls, locked, figures, flows } = parameters;
  const { scenario } = run;
  const problems = group.linkProblems.map(
    ({ path, problem, allowed }): LocalizedProblem => ({
      path,
      problem: () => problem,
      allowed: () => allowed,
    }),
  );
  const missing = (path: string) =>
    group.catalogue !== null &&
    group.benches.every((bench) => {
      const { scenario: read } = bench.state.value;
      return read === null || group.catalogue === null || fieldAt(group.catalogue, read, path) === null;
    });
  for (const [name, paths] of Object.entries({ controls: controls ?? [], locked }))
    for (const path of paths.filter(missing))
      problems.push({
        path: name,
        problem: (t) => t('these scenarios have no field {path}', { path }),
        allowed: (t) => t('paths of fields as in links, for example seed or flows.0.sender.preset'),
      });
  const known = measuresOf(scenario).map(({ name }) => name);
  for (const figure of (figures ?? []).filter((one) => !known.includes(one)))
    problems.push({
      path: 'figures',
      problem: (t) => t('there’s nothing called {name}', { name: figure }),
      allowed: (t) =>
        t('{examples} and {count} others', {
          examples: known.slice(0, EXAMPLES).join(', '),
          count: known.length - EXAMPLES,
        }),
    });
  const count = scenario.flows.length;
  for (const flow of (flows ?? []).filter((one) => one >= count))
    problems.push({
      path: 'flows',
      problem: (t) => t('there’s no flow {number}', { number: flow }),
      allowed: (t) => t('0 to {last}', { last: count - 1 }),
    });
  return problems;
}
