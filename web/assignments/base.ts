/** The scenario that a bench task starts from. */
import type { Scenario } from '../engine/schema';
import { openExactly, textOf } from '../lessons/arms';
import type { BenchTask } from './assignment';
import type { Simulator } from './simulate';

/** The full scenario, defaults included. Throws a readable error if the link names one scenario and opens another. */
export async function baseOf(
  { base }: Pick<BenchTask, 'base'>,
  { read }: Pick<Simulator, 'read'>,
): Promise<Scenario> {
  const opening = await openExactly({ label: '', link: base });
  return await read(textOf(opening, await read(opening.text)));
}
