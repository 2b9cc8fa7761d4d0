/**
 * Encodes the current screen as an address: the step, and the changes to each experiment, written as in links to the bench and prefixed by
 * experiment and arm: `lessons/rem/?step=9&alone.rem.flows.0.sender.avoidance.gain=0.5`.
 */
import type { ChangesByArm } from '../../lessons/experiment/benchGroup';
import type { LessonSession } from '../../lessons/lessonSession';
import { changesOf, putChanges } from '../../run/share/address';
import type { Change } from '../../scenario/changes';
import { absolute } from '../../ui/root';
import { STEP } from './parameters';

/** The address that opens the lesson for reading at a step, with the current changes to its experiments. `step` counts from 0. */
export function addressOf(session: LessonSession, step: number): string {
  const query = new URLSearchParams({ [STEP]: String(step + 1) });
  for (const [experiment, group] of session.benchGroups.value)
    for (const { arm, changes } of group.changes())
      putChanges(
        query,
        changes.map(([path, value]) => [`${experiment}.${arm}.${path}`, value]),
      );
  return absolute(`lessons/${session.opened.about.name}/?${query}`);
}

/** The changes in an address, by experiment. An address with too many has none. */
export function changesIn(query: URLSearchParams): ReadonlyMap<string, ChangesByArm> {
  const experiments = new Map<string, Map<string, Change[]>>();
  for (const [name, value] of readChanges(query)) {
    const [, experiment, arm, path] = /^([^.]+)\.([^.]+)\.(.+)$/.exec(name) ?? [];
    if (experiment === undefined || arm === undefined || path === undefined) continue;
    const arms = experiments.get(experiment) ?? new Map<string, Change[]>();
    experiments.set(experiment, arms.set(arm, [...(arms.get(arm) ?? []), [path, value]]));
  }
  return new Map([...experiments].map(([name, arms]) => [name, (arm) => arms.get(arm) ?? []]));
}

function readChanges(query: URLSearchParams): readonly Change[] {
  try {
    return changesOf(query).changes;
  } catch {
    return [];
  }
}

/** Applies an address's changes to the lesson's experiments as they load. */
export function applyChanges(session: LessonSession, query: URLSearchParams): void {
  const changes = changesIn(query);
  if (changes.size === 0) return;
  const applied = new WeakSet<object>();
  const apply = () => {
    for (const [experiment, group] of session.benchGroups.value) {
      const wanted = changes.get(experiment);
      if (wanted === undefined || applied.has(group)) continue;
      applied.add(group);
      group.restore(wanted);
    }
  };
  session.benchGroups.subscribe(apply);
  apply();
}
