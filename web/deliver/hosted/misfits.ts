/** Finds options that don't fit the scenarios shown: fields, metrics and flows that they don't have, and moments after the end. */
import { formatTime } from '../../base/words/format';
import type { Bench } from '../../run/bench';
import { measuresOf } from '../../run/measures';
import { fieldAt, flowNamed, isPreset, wholeOf } from '../../scenario/path';
import type { Values } from './options';
import type { LocalizedProblem } from './problems';

/** Number of examples in a message. */
const EXAMPLES = 4;

/** The problems of options that don't fit. The first bench has a finished run. */
export function misfits(
  { controls, locked, figures, flows, seconds, cursor }: Values,
  benches: readonly Bench[],
): LocalizedProblem[] {
  const problems: LocalizedProblem[] = [];
  const [first] = benches;
  const { shown, catalogue } = first?.runner.state.value ?? {};
  if (first === undefined || !shown || !catalogue) return problems;
  const { scenario } = shown;
  const missing = (path: string) => {
    // Every sender has a choice of presets, also one whose parts were changed.
    const field = isPreset(path) ? wholeOf(path) : path;
    return benches.every(
      ({ state: { value } }) => value.scenario === null || fieldAt(catalogue, value.scenario, field) === null,
    );
  };
  for (const [name, paths] of Object.entries({ controls, locked }))
    for (const path of paths?.filter(missing) ?? [])
      problems.push({
        path: name,
        problem: (t) => t('these scenarios have no field {path}', { path }),
        allowed: (t) => t('paths of fields as in links, for example seed or flows.0.sender.preset'),
      });
  const known = figures ? measuresOf(scenario).map(({ name }) => name) : [];
  for (const figure of figures?.filter((one) => !known.includes(one)) ?? [])
    problems.push({
      path: 'figures',
      problem: (t) => t('there’s nothing called {name}', { name: figure }),
      allowed: (t) =>
        t('{examples} and {count} others', {
          examples: known.slice(0, EXAMPLES).join(', '),
          count: known.length - EXAMPLES,
        }),
    });
  const names = scenario.flows.map(({ name }) => name);
  for (const flow of flows?.filter((one) => flowNamed(one, names) === null) ?? [])
    problems.push({
      path: 'flows',
      problem: (t) => t('there’s no flow {number}', { number: flow }),
      allowed: (t) => t('0 to {last}', { last: names.length - 1 }),
    });
  const { to } = first.view.looking.value.whole;
  for (const [path, moment] of Object.entries({ seconds: seconds?.[0], cursor }))
    if (moment != null && moment > to)
      problems.push({
        path,
        problem: (t) => t('the run ends at {end}', { end: formatTime(to) }),
        allowed: (t) => t('moments before that'),
      });
  return problems;
}
