/** Further entries for the menu of a field in the controls. */
import { useCallback, useEffect, useRef } from 'react';
import { t } from '../base/words/words';
import type { Bench } from '../run/bench';
import { sweepAddress, withField } from '../sweep/address';

/** Time without a change after which the address is made again. A drag changes the scenario all the time. */
const QUIET_MS = 300;

export function useFieldActions(bench: Bench): (path: string) => { label: string; href: string }[] {
  // Made ahead, because packing a scenario into an address takes a moment, and a link needs its address at once.
  const address = useRef<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => void sweepAddress(bench).then((made) => (address.current = made));
    const unsubscribe = bench.state.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(update, QUIET_MS);
    });
    update();
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [bench]);
  return useCallback(
    (path) => {
      const { scenario } = bench.state.value;
      if (address.current === null || scenario === null) return [];
      return [{ label: t('Sweep this'), href: withField(address.current, path, scenario) }];
    },
    [bench],
  );
}
