import { t } from '../../../web/base/words/words';
import { rateOf } from '../../../web/lessons/observe';
import { type Gauge, Gauges } from '../../../web/lessons/parts/Gauges';

/** The flows from the shortest path to the longest, and the round trip of each without a queue, ms. */
const FLOWS: readonly (readonly [name: string, round_trip_ms: number])[] = [
  ['near', 15],
  ['near twin', 15],
  ['middle', 20],
  ['distant', 30],
  ['far', 40],
];

/** The rates of five flows in the run of the picture, after slow start. */
export function Rates() {
  const gauges = FLOWS.map(
    ([name, ms], flow): Gauge => ({
      label: t('{flow}, {ms} ms', { flow: name, ms }),
      unit: 'kB/s',
      decimals: 0,
      most: 2000,
      strong: name === 'near' || name === 'far',
      of: (run) => rateOf(run, flow, 2, run.now_s),
    }),
  );
  return <Gauges gauges={gauges} />;
}
