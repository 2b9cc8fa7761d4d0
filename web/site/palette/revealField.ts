/** Scrolls to a field of the scenario's controls and puts the focus in it. */
import type { Bench } from '../../run/bench';
import { FOCUS } from '../../run/selection';

/** Longest wait for the controls, which may have to open first. */
const PATIENCE_MS = 1500;

export function revealField(bench: Bench, path: string): void {
  const [list, entry] = path.split('.');
  // The controls show one flow at a time, and fold links.
  if (list === 'flows') bench.view.of(FOCUS).set({ flow: Number(entry) });
  if (list === 'links') bench.view.of(FOCUS).set({ link: directedLink(bench, Number(entry)) });
  bench.view.of(FOCUS).set({ field: path });
  const until = performance.now() + PATIENCE_MS;
  const look = () => {
    const place = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
    if (place === null) {
      if (performance.now() < until) requestAnimationFrame(look);
      return;
    }
    for (
      let outer = place.closest('details');
      outer !== null;
      outer = outer.parentElement?.closest('details') ?? null
    )
      outer.open = true;
    place.scrollIntoView({ block: 'center' });
    place.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true });
  };
  requestAnimationFrame(look);
}

/** The first directed link of an entry in the scenario's list. */
function directedLink({ state }: Bench, index: number): number {
  const before = state.value.scenario?.links.slice(0, index) ?? [];
  return before.reduce((count, { both_ways }) => count + (both_ways ? 2 : 1), 0);
}
