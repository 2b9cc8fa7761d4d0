/** Addresses of the sweep page: for the bench's scenario, or for one of its fields. */
import type { Scenario } from '../engine/schema';
import type { Bench } from '../run/bench';
import { linkOf } from '../run/share/opening';
import { namedPath } from '../scenario/path';

/** The parameter that names a field: `field=links.R1-R2.queue.limit_bytes`. */
export const FIELD = 'field';

/** The address of the page for the bench's scenario; null until the engine has read it. */
export async function sweepAddress({ state, origin, runner }: Bench): Promise<string | null> {
  const { name, text, scenario } = state.value;
  const { catalogue } = runner.state.value;
  if (origin === null || scenario === null || catalogue === null) return null;
  const link = await linkOf({ name, text, scenario, origin }, catalogue);
  return link.replace('#/bench', '#/sweep');
}

/** Opens the page with the bench's scenario, once the engine has read it. */
export async function openSweep(bench: Bench): Promise<void> {
  const address = await sweepAddress(bench);
  if (address !== null) window.location.hash = address;
}

/** The page's address with one field to vary, by its path: `links.0.rate_bps`. */
export function withField(address: string, path: string, scenario: Scenario): string {
  return `${address}&${new URLSearchParams({ [FIELD]: namedPath(path, scenario) })}`;
}
