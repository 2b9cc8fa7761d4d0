/** Addresses of the sweep page: for the bench's scenario, or for one of its fields. */
import type { Scenario } from '../engine/schema';
import type { Bench } from '../run/bench';
import { linkOf } from '../run/share/opening';

/** The parameter that names a field: `field=links.R1-R2.queue.limit_bytes`. */
export const FIELD = 'field';

const LISTS = ['links', 'flows', 'datagrams'] as const;

type Named = { name: string }[];

const isList = (name: string): name is (typeof LISTS)[number] => LISTS.some((one) => one === name);

/** A path with names of links, flows and sources instead of numbers, where the name can be read back. */
export function namedPath(path: string, scenario: Scenario): string {
  const [list = '', place = '', ...rest] = path.split('.');
  if (!isList(list)) return path;
  const entries: Named = scenario[list];
  const name = entries[Number(place)]?.name ?? '';
  const clear =
    /^[^.]*[^.\d][^.]*$/.test(name) && entries.filter((entry) => entry.name === name).length === 1;
  return clear ? [list, name, ...rest].join('.') : path;
}

/** The path with numbers. Accepts numbers too, and leaves names that the scenario doesn't have. */
export function indexedPath(path: string, scenario: Scenario): string {
  const [list = '', name = '', ...rest] = path.split('.');
  if (!isList(list)) return path;
  const place = (scenario[list] as Named).findIndex((entry) => entry.name === name);
  return place < 0 ? path : [list, place, ...rest].join('.');
}

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
