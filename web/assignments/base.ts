/** The scenario that a bench task starts from. */

import { useEffect, useState } from 'react';
import { Reader } from '../engine/reader';
import type { Catalogue, Scenario } from '../engine/schema';
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

/** Loads the base scenario of a bench task through an engine. */
export interface Base {
  /** The full scenario, defaults included. */
  scenario: Scenario;
  catalogue: Catalogue;
  engine_version: string;
}

export type OpenedBase = { link: string; base: Base | null; failure: string };

/** `link` is the text after `#/bench?`; pass '' for no base. Returns null while the scenario loads. */
export function useBase(link: string): OpenedBase | null {
  const [opened, setOpened] = useState<OpenedBase | null>(null);
  useEffect(() => {
    if (link === '') return undefined;
    let cancelled = false;
    const reader = new Reader();
    const open = async (): Promise<Base> => {
      const scenario = await baseOf({ base: link }, { read: (text) => reader.read(text) });
      return { scenario, ...(await reader.known) };
    };
    open()
      .then(
        (base) => cancelled || setOpened({ link, base, failure: '' }),
        (error: Error) => cancelled || setOpened({ link, base: null, failure: error.message }),
      )
      .finally(() => reader.dispose());
    return () => {
      cancelled = true;
      reader.dispose();
    };
  }, [link]);
  return opened?.link === link ? opened : null;
}
