import { t } from '../../../web/base/words/words';
import { meanOver, packetsOf, rateOf } from '../../../web/lessons/observe';
import { type Gauge, Gauges } from '../../../web/lessons/parts/Gauges';
import type { Run } from '../../../web/run/trace';

const LINK = 'Router1>Router2';
/** Packets that the link sends in a millisecond. */
const PER_MS = 6;
/** The last seconds, with all five flows. */
const LAST_S = 2;

const queue = (run: Run) => meanOver(packetsOf(run, LINK), run.now_s - LAST_S, run.now_s);
const rates = (run: Run) =>
  run.scenario.flows.reduce((sum, _, flow) => sum + rateOf(run, flow, run.now_s - LAST_S, run.now_s), 0);

/** The wait that five flows cause at the link, and the share of it that they use. */
export function Bill() {
  const gauges: Gauge[] = [
    { label: t('packets at the link'), unit: '', decimals: 0, most: 300, strong: true, of: queue },
    {
      label: t('wait of a packet'),
      unit: 'ms',
      decimals: 1,
      most: 50,
      strong: true,
      of: (run) => queue(run) / PER_MS,
    },
    { label: t('link used'), unit: '%', decimals: 0, most: 100, of: (run) => rates(run) / (10 * PER_MS) },
  ];
  return <Gauges gauges={gauges} />;
}
