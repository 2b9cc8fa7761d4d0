/** The scenario that a bench task starts from. */
import type { Scenario } from '../engine/schema';
import { openExactly, textOf } from '../lessons/arms';
import type { BenchTask } from './assignment';
import type { Simulator } from './simulate';

/** With nothing left out. Fails with a sentence if its link opens something else than it names. */
export async function baseOf(
  { base }: Pick<BenchTask, 'base'>,
  { read }: Pick<Simulator, 'read'>,
): Promise<Scenario> {
  const opening = await openExactly({ label: '', link: base });
  return await read(textOf(opening, await read(opening.text)));
}
