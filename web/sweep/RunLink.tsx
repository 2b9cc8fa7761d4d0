/** A link that opens a run of a sweep on the bench. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Bench } from '../run/bench';
import { linkOf } from '../share/opening';
import { useRoot } from '../ui/root';
import type { Planned } from './design';

interface Props {
  /** The bench that holds the scenario of the sweep. */
  base: Bench;
  run: Planned;
  children: ReactNode;
}

export function RunLink({ base, run, children }: Props) {
  const root = useRoot();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let cancelled = false;
    void addressOf(base, run).then((made) => cancelled || setAddress(made));
    return () => {
      cancelled = true;
    };
  }, [base, run]);
  return address === null ? <span>{children}</span> : <a href={root + address}>{children}</a>;
}

/** Null while the engine has not read the scenario. */
async function addressOf(base: Bench, run: Planned): Promise<string | null> {
  const { origin } = base;
  const { catalogue } = base.runner.state.value;
  if (origin === null || catalogue === null) return null;
  const scenario = run.scenario();
  const { name } = base.state.value;
  return await linkOf({ name, text: JSON.stringify(scenario), scenario, origin }, catalogue);
}
