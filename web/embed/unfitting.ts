/** What an address asks for and the scenario does not have: it can be told only when the engine has read that. */
import { fieldAt } from '../lessons/experiment/fieldAt';
import type { Lab } from '../lessons/experiment/lab';
import type { Run } from '../run/trace';
import { measuresOf } from '../sweep/measures';
import type { EmbedParameters } from './parameters';
import type { Told } from './protocol';

/** As many as a reader can take in. */
const EXAMPLES = 4;

export function unfitting(lab: Lab, run: Run, parameters: EmbedParameters): Told[] {
  const { controls, locked, figures, flows } = parameters;
  const { scenario } = run;
  const problems: Told[] = lab.linkProblems.map((one) => ({ ...one }));
  const missing = (path: string) =>
    lab.catalogue !== null &&
    lab.benches.every((bench) => {
      const { scenario: read } = bench.state.value;
      return read === null || lab.catalogue === null || fieldAt(lab.catalogue, read, path) === null;
    });
  for (const [name, paths] of Object.entries({ controls: controls ?? [], locked }))
    for (const path of paths.filter(missing))
      problems.push({
        path: name,
        problem: `these scenarios have no field ${path}`,
        allowed: 'fields as they are called in a link, for instance seed or flows.0.sender.preset',
      });
  const known = measuresOf(scenario).map(({ name }) => name);
  for (const figure of (figures ?? []).filter((one) => !known.includes(one)))
    problems.push({
      path: 'figures',
      problem: `there is none called ${figure}`,
      allowed: `${known.slice(0, EXAMPLES).join(', ')} and ${known.length - EXAMPLES} others`,
    });
  const count = scenario.flows.length;
  for (const flow of (flows ?? []).filter((one) => one >= count))
    problems.push({ path: 'flows', problem: `there is no flow ${flow}`, allowed: `0 to ${count - 1}` });
  return problems;
}
