/** Whether a file is open on the bench. Separate from what shows it, which loads later. */
import { useEffect, useEffectEvent } from 'react';
import { nullable, string } from 'valibot';
import { useObservable } from '../../base/observable';
import { usePlace } from '../../run/tabStorage';
import { incoming } from './incoming';

const NAME = nullable(string());

/** True if a file is open, or was open before a reload. */
export function useHasFile(): boolean {
  const { phase } = useObservable(incoming);
  const [earlier] = useEarlierCapture();
  return phase !== 'none' || earlier !== null;
}

/** Name of the capture open before a reload, and a function to forget it: a page can't reopen a file by itself. */
export function useEarlierCapture(): [string | null, () => void] {
  const [name, remember] = usePlace('capture', null, NAME);
  const follow = useEffectEvent(() => {
    const { value } = incoming;
    if (value.phase !== 'reading') remember(value.phase === 'capture' ? value.name : null);
  });
  useEffect(() => incoming.subscribe(() => follow()), []);
  return [name, () => remember(null)];
}
