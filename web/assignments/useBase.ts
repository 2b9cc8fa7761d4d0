/** Loads the base scenario of a bench task through an engine. */
import { useEffect, useState } from 'react';
import { Reader } from '../engine/reader';
import type { Catalogue, Scenario } from '../engine/schema';
import { baseOf } from './base';

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
