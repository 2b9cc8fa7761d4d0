/** Builds the address of a bench's current state. */
import type { Bench } from '../../run/bench';
import { linkOf } from '../../run/share/opening';
import { pinnedParameter } from '../../run/share/pinned';
import { absolute } from '../../ui/root';

/** The whole address of a bench, including pinned runs. Null until the engine has read the scenario and its file. */
export async function addressOf(bench: Bench): Promise<string | null> {
  const { name, text, scenario } = bench.state.value;
  const { catalogue } = bench.runner.state.value;
  const { origin } = bench;
  if (origin === null || scenario === null || catalogue === null) return null;
  const link = await linkOf({ name, text, scenario, origin }, catalogue);
  const pinned = (await pinnedParameters(bench)).map((one) => `&${new URLSearchParams({ with: one })}`);
  return absolute(link + pinned.join(''));
}

/** One parameter for each pinned run. */
export async function pinnedParameters(bench: Bench): Promise<string[]> {
  const { pinned } = bench.state.value;
  if (pinned.length === 0) return [];
  const { comparisonOf } = await import('./comparison');
  const compared = comparisonOf(bench).state.value;
  const { catalogue } = bench.runner.state.value;
  return Promise.all(
    pinned.map((one) => {
      const scenario = compared.find(({ pinned: { letter } }) => letter === one.letter)?.scenario ?? null;
      return pinnedParameter(one, bench.originOf(one.name), scenario, catalogue);
    }),
  );
}
