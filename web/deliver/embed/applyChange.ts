/** Applies a host's changes to the runs of an experiment: all of them or, if one is refused, none. */

import { sayInEnglish } from '../../base/words/words';
import type { Problem, Scenario } from '../../engine/schema';
import { problemInWords } from '../../engine/translate';
import { changeProblems, withChanges } from '../../scenario/changes';
import { at } from '../../scenario/path';
import type { HostedLab } from '../hosted/hostedLab';
import type { Failure, StateChange } from '../sdk/protocol';
import { affects } from './parameters';

export async function changeFields(
  lab: HostedLab,
  { changes = {}, arm }: StateChange,
  locked: readonly string[],
): Promise<void> {
  const { names, benches } = lab.arms;
  const requested = Object.entries(changes);
  const lockedChange = requested.find(([path]) => locked.some((one) => affects(path, one)));
  if (lockedChange !== undefined)
    throw new Refusal('locked', `${lockedChange[0]}: cannot be changed in this embed`);
  if (arm !== undefined && !names.includes(arm))
    throw new Refusal('not_there', `params.arm: allowed: ${names.join(', ')}`);
  const texts = benches.map((bench, place) => {
    const { scenario } = bench.state.value;
    if (scenario === null || (arm !== undefined && names[place] !== arm)) return null;
    // Like the controls, change each field in all scenarios that have it.
    const existing = requested.filter(([path]) => hasField(scenario, path));
    if (existing.length === 0) return null;
    const [problem] = sayInEnglish(() => changeProblems(scenario, existing));
    if (problem !== undefined) throw refusalOf([problem]);
    return JSON.stringify(withChanges(scenario, existing), null, 2);
  });
  const missing = requested.find(([path]) =>
    benches.every((bench) => !hasField(bench.state.value.scenario, path)),
  );
  if (texts.every((text) => text === null) || missing !== undefined)
    throw new Refusal(
      'refused',
      `${missing?.[0] ?? 'params.changes'}: there is no such field in these scenarios`,
    );
  const refused = await lab.write(texts);
  if (refused.length > 0) throw refusalOf(refused);
}

/** Returns true if a scenario can have this field. The engine checks the name and the value. */
function hasField(scenario: Scenario | null, path: string): boolean {
  const parent = path.replace(/\.?[^.]*$/, '');
  return scenario !== null && (parent === '' || at(scenario, parent) !== undefined);
}

function refusalOf(problems: readonly Problem[]): Refusal {
  return new Refusal(
    'refused',
    sayInEnglish(() => problems.map(problemInWords).join('. ')),
  );
}

/** A request that the embed refuses. The host receives the code and the message, always in English. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(code: Failure['code'], message: string) {
    super(message);
    this.failure = { code, message };
  }
}
