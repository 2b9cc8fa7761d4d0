/** Applies a host's changes to the benches of an experiment: all of them or, if one is refused, none. */

import { sayInEnglish } from '../../base/words/words';
import type { Problem, Scenario } from '../../engine/schema';
import { problemInWords } from '../../engine/translate';
import type { BenchGroup } from '../../lessons/experiment/benchGroup';
import type { Bench } from '../../run/bench';
import { changeProblems, withChanges } from '../../scenario/changes';
import { at } from '../../scenario/path';
import { showOptions } from '../hosted/options';
import type { Failure, StateChange } from '../sdk/protocol';
import { affects } from './parameters';

export async function applyChange(
  group: BenchGroup,
  request: StateChange,
  locked: readonly string[],
): Promise<void> {
  await settled(group);
  if (request.changes !== undefined) await changeFields(group, request, locked);
  showOptions(group.first.view, request);
}

async function changeFields(
  group: BenchGroup,
  { changes = {}, arm }: StateChange,
  locked: readonly string[],
): Promise<void> {
  const requested = Object.entries(changes);
  const lockedChange = requested.find(([path]) => locked.some((one) => affects(path, one)));
  if (lockedChange !== undefined)
    throw new Refusal('locked', `${lockedChange[0]}: cannot be changed in this embed`);
  if (arm !== undefined && !group.names.includes(arm))
    throw new Refusal('not_there', `params.arm: allowed: ${group.names.join(', ')}`);
  const edits: { bench: Bench; before: { text: string; scenario: Scenario }; text: string }[] = [];
  group.benches.forEach((bench, place) => {
    const { scenario, text } = bench.state.value;
    if (scenario === null || (arm !== undefined && group.names[place] !== arm)) return;
    // Like the controls, change each field in all scenarios that have it.
    const existing = requested.filter(([path]) => hasField(scenario, path));
    if (existing.length === 0) return;
    const [problem] = sayInEnglish(() => changeProblems(scenario, existing));
    if (problem !== undefined) throw refusalOf([problem]);
    const before = { text, scenario };
    edits.push({ bench, before, text: JSON.stringify(withChanges(scenario, existing), null, 2) });
  });
  const missing = requested.find(([path]) =>
    group.benches.every((bench) => !hasField(bench.state.value.scenario, path)),
  );
  if (edits.length === 0 || missing !== undefined)
    throw new Refusal(
      'refused',
      `${missing?.[0] ?? 'params.changes'}: there is no such field in these scenarios`,
    );
  const asked_at = performance.now();
  for (const { bench, text } of edits) bench.write(text, asked_at);
  await settled(group);
  const refused = edits.flatMap(({ bench }) => bench.runner.state.value.problems);
  if (refused.length === 0) return;
  for (const { bench, before } of edits) {
    if (bench.state.value.draft !== null) bench.discardDraft();
    else bench.replaceScenario(before.scenario, asked_at, before.text);
  }
  await settled(group);
  throw refusalOf(refused);
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

/** Longest time until a run begins, once nothing else happens: its files or the engine's may not come. */
const BEGUN_WITHIN_MS = 60_000;

/** Waits until all runs have ended. Resolves to the reason if one of them did not begin or finish, else to null. */
export function settled(group: BenchGroup): Promise<string | null> {
  return new Promise((resolve) => {
    const unsubscribes: (() => void)[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (reason: string | null) => {
      clearTimeout(timer);
      for (const unsubscribe of unsubscribes) unsubscribe();
      resolve(reason);
    };
    const check = () => {
      const states = group.benches.map((bench) => bench.runner.state.value);
      clearTimeout(timer);
      if (group.state.value.failure !== null) return end(group.state.value.failure);
      if (states.some(({ phase }) => phase === 'idle' || phase === 'running')) {
        const begins = group.benches.some(({ runner }) => {
          const { phase, accepted } = runner.state.value;
          return phase === 'running' && accepted?.text === runner.wanted;
        });
        if (!begins)
          timer = setTimeout(
            () => end(`the run has not begun within ${BEGUN_WITHIN_MS / 1000} s`),
            BEGUN_WITHIN_MS,
          );
        return;
      }
      const unfinished = states.find(({ phase }) => phase !== 'done');
      end(unfinished ? (unfinished.crash ?? `the run is ${unfinished.phase}`) : null);
    };
    // Check only after all subscribers were notified, because one of them may start the changed run.
    const checkLater = () => queueMicrotask(check);
    unsubscribes.push(
      group.state.subscribe(checkLater),
      ...group.benches.map(({ runner }) => runner.state.subscribe(checkLater)),
    );
    setTimeout(check);
  });
}

/** A request that the embed refuses. The host receives the code and the message, always in English. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(code: Failure['code'], message: string) {
    super(message);
    this.failure = { code, message };
  }
}
