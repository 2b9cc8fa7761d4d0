import { t } from '../../../web/base/words/words';
import { rateOf } from '../../../web/lessons/observe';
import { type Gauge, Gauges } from '../../../web/lessons/parts/Gauges';
import { FIVE_FLOWS, LATENCIES_MS } from '../vegas-as-an-optimiser/flows';

/** The rates of five flows in the run of the picture, after slow start. */
export function Rates() {
  const gauges = Object.values(FIVE_FLOWS).map(
    (name, flow): Gauge => ({
      label: t('{flow}, {ms} ms', { flow: name, ms: LATENCIES_MS[flow] ?? 0 }),
      unit: 'kB/s',
      decimals: 0,
      most: 2000,
      strong: name === 'near' || name === 'far',
      of: (run) => rateOf(run, flow, 2, run.now_s),
    }),
  );
  return <Gauges gauges={gauges} />;
}
