/** Applies a host's changes to the benches of an experiment: either all of them or none. */

import { problemInWords } from '../engine/problems';
import type { Problem, Scenario } from '../engine/schema';
import type { BenchGroup } from '../lessons/experiment/benchGroup';
import type { Bench } from '../run/bench';
import { misplaced, withChanges } from '../scenario/changes';
import { at } from '../scenario/path';
import type { Failure, StateChange } from '../sdk/protocol';
import { sayInEnglish } from '../words/words';
import { touches } from './parameters';

export async function change(
  group: BenchGroup,
  asked: StateChange,
  locked: readonly string[],
): Promise<void> {
  await settled(group);
  if (asked.changes !== undefined) await changeFields(group, asked, locked);
  const { view } = group.first;
  if (asked.seconds === null) view.showAll();
  else if (asked.seconds !== undefined) view.show({ from: asked.seconds[0], to: asked.seconds[1] });
  if (asked.cursor === null) view.release();
  else if (asked.cursor !== undefined) {
    const { from, to } = view.looking.value.whole;
    view.hold(Math.min(Math.max(asked.cursor, from), to));
  }
}

async function changeFields(
  group: BenchGroup,
  { changes = {}, arm }: StateChange,
  locked: readonly string[],
): Promise<void> {
  const wanted = Object.entries(changes);
  const fixed = wanted.find(([path]) => locked.some((one) => touches(path, one)));
  if (fixed !== undefined) throw new Refusal('locked', `${fixed[0]}: cannot be changed in this embed`);
  if (arm !== undefined && !group.names.includes(arm))
    throw new Refusal('not_there', `params.arm: allowed: ${group.names.join(', ')}`);
  const written: { bench: Bench; before: { text: string; scenario: Scenario }; text: string }[] = [];
  group.benches.forEach((bench, place) => {
    const { scenario, text } = bench.state.value;
    if (scenario === null || (arm !== undefined && group.names[place] !== arm)) return;
    // As the controls do: each field is changed wherever it is.
    const here = wanted.filter(([path]) => has(scenario, path));
    if (here.length === 0) return;
    const [problem] = sayInEnglish(() => misplaced(scenario, here));
    if (problem !== undefined) throw refusalOf([problem]);
    const before = { text, scenario };
    written.push({ bench, before, text: JSON.stringify(withChanges(scenario, here), null, 2) });
  });
  const nowhere = wanted.find(([path]) =>
    group.benches.every((bench) => !has(bench.state.value.scenario, path)),
  );
  if (written.length === 0 || nowhere !== undefined)
    throw new Refusal(
      'refused',
      `${nowhere?.[0] ?? 'params.changes'}: there is no such field in these scenarios`,
    );
  const asked_at = performance.now();
  for (const { bench, text } of written) bench.write(text, asked_at);
  await settled(group);
  const refused = written.flatMap(({ bench }) => bench.runner.state.value.problems);
  if (refused.length === 0) return;
  for (const { bench, before } of written) {
    if (bench.state.value.draft !== null) bench.discardDraft();
    else bench.lay(before.scenario, asked_at, before.text);
  }
  await settled(group);
  throw refusalOf(refused);
}

/** Returns whether a scenario has this field. The engine checks the value. */
function has(scenario: Scenario | null, path: string): boolean {
  const parent = path.replace(/\.?[^.]*$/, '');
  return scenario !== null && (parent === '' || at(scenario, parent) !== undefined);
}

function refusalOf(problems: readonly Problem[]): Refusal {
  return new Refusal(
    'refused',
    sayInEnglish(() => problems.map(problemInWords).join('. ')),
  );
}

/** Waits until nothing runs any more; says what went wrong, if a run did not come to its end. */
export function settled(group: BenchGroup): Promise<string | null> {
  return new Promise((resolve) => {
    const leaves: (() => void)[] = [];
    const look = () => {
      const states = group.benches.map((bench) => bench.runner.state.value);
      if (
        group.state.value.failure === null &&
        states.some(({ phase }) => phase === 'idle' || phase === 'running')
      )
        return;
      for (const leave of leaves) leave();
      const bad = states.find(({ phase }) => phase !== 'done');
      resolve(group.state.value.failure ?? (bad ? (bad.crash ?? `the run is ${bad.phase}`) : null));
    };
    // Checks after all subscribers have been notified: the changed run may start only then.
    const later = () => queueMicrotask(look);
    leaves.push(
      group.state.subscribe(later),
      ...group.benches.map(({ runner }) => runner.state.subscribe(later)),
    );
    setTimeout(look);
  });
}

export class Refusal extends Error {
  readonly failure: Failure;

  constructor(code: Failure['code'], message: string) {
    super(message);
    this.failure = { code, message };
  }
}
