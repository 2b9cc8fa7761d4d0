/** The colors of senders: each has its own, whichever flow or run it is. */
import type { Run } from '../run/trace';
import { flowToken } from '../ui/theme';

/**
 * Colors of `tokens.css` by the sender's preset. Reno's and Vegas's go to no other sender as long as there are others. Senders that meet in
 * a lesson have different ones.
 */
export const OWN: ReadonlyMap<string, number> = new Map([
  ['reno', 1],
  ['vegas', 2],
  ['newreno', 3],
  ['dual', 3],
  ['cubic', 3],
  ['sack', 4],
  ['veno', 4],
  ['bbr', 5],
  ['fack', 5],
  ['vegas-cam', 5],
  ['tahoe', 6],
]);

const OTHERS = [3, 4, 5, 6, 2, 1];

/**
 * Numbers of colors for the senders of a picture, in order. The first of several equal senders has the preset's own color, the others have
 * colors that are left.
 */
export function colorsOf(presets: readonly (string | null)[]): number[] {
  const used = new Set<number>();
  const take = (color: number | undefined) => {
    if (color === undefined || used.has(color)) return undefined;
    used.add(color);
    return color;
  };
  const own = presets.map((preset) => take(OWN.get(preset ?? '')));
  return own.map(
    (color, place) => color ?? take(OTHERS.find((one) => !used.has(one))) ?? (place % OTHERS.length) + 1,
  );
}

/**
 * Colors for what a picture tells apart: the runs of a comparison, or else the flows of its run.
 *
 * @param runs null for a run that isn't known yet
 */
export function colorsIn(
  runs: readonly (Pick<Run, 'scenario'> | null)[],
  flows: readonly number[],
): number[] {
  const [run, ...others] = runs;
  if (!run) return [];
  const presetOf = (flow: number, one: Pick<Run, 'scenario'> | null) =>
    one?.scenario.flows[flow]?.sender.preset ?? null;
  return colorsOfAll(
    others.length > 0
      ? runs.map((one) => presetOf(flows[0] ?? 0, one))
      : run.scenario.flows.map((_, flow) => presetOf(flow, run)),
  );
}

/** Colors of the senders. What comes after them, as sources of datagrams do, gets the colors that are left. */
export function colorsOfAll(presets: readonly (string | null)[]): number[] {
  const rest = Array(Math.max(0, OTHERS.length - presets.length)).fill(null);
  return colorsOf([...presets, ...rest]);
}

/** Colors of lines with these names: those that are called as senders are have their colors. Without such a name, none is replaced. */
export function colorsOfNames(names: readonly string[]): number[] {
  const presets = names.map((name) => name.toLowerCase());
  return presets.some((name) => OWN.has(name)) ? colorsOfAll(presets) : [];
}

/** The color of `tokens.css` that takes the place of another: a flow has one of these colors, everything else its own. */
export function hueOf(token: string, colors: readonly number[]): string {
  const color = colors[Number(/^flow-(\d)$/.exec(token)?.[1]) - 1];
  return color === undefined ? token : `hue-${color}`;
}

/** CSS properties that give flows these colors. */
export function asStyle(colors: readonly number[]): Record<string, string> {
  const tokens = colors.slice(0, OTHERS.length).map((_, flow) => flowToken(flow));
  return Object.fromEntries(tokens.map((token) => [`--${token}`, `var(--${hueOf(token, colors)})`]));
}
