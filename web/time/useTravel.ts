/** The steps through the events of a run, for as long as the run is on show. */
import { useEffect, useState } from 'react';
import { useView } from '../run/hooks';
import type { Run } from '../run/trace';
import { Travel } from './travel';

export function useTravel(run: Run, flows: readonly number[]): Travel {
  const view = useView();
  const [travel] = useState(() => new Travel(view));
  useEffect(() => travel.attach(), [travel]);
  useEffect(() => travel.follow(run, flows), [travel, run, flows]);
  return travel;
}
