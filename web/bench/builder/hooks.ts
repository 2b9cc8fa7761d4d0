/** React hooks for the builder: the network under construction, and what a person does with it. */
import { useEffect, useMemo } from 'react';
import { useObservable, usePart } from '../../base/observable';
import type { Catalogue } from '../../engine/schema';
import type { Editing } from '../../lab/controls/editing';
import type { Bench } from '../../run/bench';
import { withOwnPresets, withRequirements } from '../../scenario/edit';
import { setValue } from './operations';
import { type Session, type SessionState, sessionOf } from './session';

/** The network under construction; null until the engine has parsed the scenario. */
export function useSession(bench: Bench): SessionState | null {
  const session = sessionOf(bench);
  useEffect(() => session.follow(), [session]);
  return useObservable(session.state);
}

/** The engine's catalogue with the scenario's own presets; null until the engine has loaded. */
export function useCatalogue(bench: Bench): Catalogue | null {
  const builtIn = usePart(bench.runner.state, 'catalogue');
  const presets = useSession(bench)?.draft.scenario.presets;
  return useMemo(() => builtIn && withOwnPresets(builtIn, { presets: presets ?? [] }), [builtIn, presets]);
}

/** Lets the fields of the controls edit the network under construction. */
export function useEditingOf(bench: Bench, session: Session, catalogue: Catalogue): Editing {
  const problems = usePart(bench.runner.state, 'problems');
  return useMemo(
    () => ({
      catalogue,
      problems,
      edit: (path, value, at) => {
        const draft = session.state.value?.draft;
        if (draft === undefined) return;
        const [changed, whole] = withRequirements(draft.scenario, path, value, catalogue);
        session.apply(setValue(draft, changed, whole), path, at);
      },
    }),
    [session, catalogue, problems],
  );
}
