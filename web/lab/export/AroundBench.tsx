/** Gives everything in a bench its view, and exports their origin. */
import { type ReactNode, useCallback } from 'react';
import type { Bench } from '../../run/bench';
import { ViewContext } from '../../run/hooks';
import { OriginContext } from './origin';

interface Props {
  bench: Bench;
  /** Resolves to the address that opens the bench; null while the engine has not parsed its scenario. */
  address(bench: Bench): Promise<string | null>;
  children: ReactNode;
}

export function AroundBench({ bench, address, children }: Props) {
  const origin = useCallback(async () => {
    const { shown } = bench.runner.state.value;
    return await (await import('./provenance')).provenanceOf(bench, shown, address(bench));
  }, [bench, address]);
  return (
    <OriginContext value={origin}>
      <ViewContext value={bench.view}>{children}</ViewContext>
    </OriginContext>
  );
}
