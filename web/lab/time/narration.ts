/** Sentences about the events of a run, for panels on pages without buttons for stepping through it. Their code loads with the first one. */
import { useEffect } from 'react';
import { NARRATION } from '../../plot/snap';
import type { Run } from '../../run/trace';
import type { View } from '../../run/view';
import type { Narrator } from './narrate';

export function useNarration(view: View, run: Run, flows: readonly number[]): void {
  useEffect(() => {
    let narrator: Narrator | null = null;
    view.event.set(null);
    view.of(NARRATION).set({
      trace: run.trace,
      describe: async (event) => {
        const { Narrator } = await import('./narrate');
        narrator ??= new Narrator(run, flows);
        return narrator.describe(event);
      },
      packet: () => null,
    });
    return () => view.of(NARRATION).set(null);
  }, [view, run, flows]);
}
