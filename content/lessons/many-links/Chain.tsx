import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import { useRunInPicture } from '../../../web/lessons/parts/Stage';
import { CHAIN_FLOWS } from './flows';
import { EAST, LONG, MIDDLE, rateAtEnd, WEST, waitAtEnd } from './measures';
import './Chain.css';

/** Routers in a row, joined by three links; and the first and last router of each of the six flows. */
const ROUTERS = ['LA', 'SF', 'CH', 'East'];
/** The flows in the order of the scenario: the first and the last router of each. */
const WAYS: readonly (readonly [flow: string, from: number, to: number])[] = [
  ['1a', 0, 2],
  ['2a', 1, 3],
  ['3a', 0, 1],
  ['4a', 1, 2],
  ['5a', 2, 3],
  ['6a', 0, 3],
];
/** The line on which each is drawn. Flows without a common link share a line. */
const LINES = [1, 2, 0, 0, 0, 3];
/** The flow whose packets wait at one link only, by link. */
const AT_LINKS = [WEST, MIDDLE, EAST];
/** The router of each host to which `long` may send. */
const ENDS: Readonly<Record<string, number>> = { SF: 1, CH: 2, East: 3 };

/** The last seconds of a run, after its windows have settled. */
const SECONDS = 4;

const across = (router: number) => 26 + router * 103;

/** The links that six flows cross. In a step, each has its rate in the run of the picture, and each link the wait at it. */
export function Chain() {
  const run = useRunInPicture();
  const destination = run?.scenario.flows[LONG]?.to ?? '';
  const longEnds = ENDS[destination.split(' ')[0] ?? ''] ?? 3;
  return (
    <svg viewBox="0 0 360 186" role="img" aria-label={inWords()} className="chain" fontSize="11">
      <line x1={across(0)} x2={across(3)} y1="22" y2="22" stroke="currentColor" strokeWidth="3" />
      {ROUTERS.map((name, router) => (
        <g key={name}>
          <circle cx={across(router)} cy="22" r="5" />
          <text x={across(router)} y="11" textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
      {AT_LINKS.map((flow, place) => (
        <text
          key={flow}
          x={(across(place) + across(place + 1)) / 2}
          y="38"
          textAnchor="middle"
          className="wait"
        >
          {run === null
            ? [t('first'), t('second'), t('third')][place]
            : t('{ms} ms', { ms: formatFixed(waitAtEnd(run, flow, SECONDS), 2) })}
        </text>
      ))}
      {WAYS.map(([flow, from, to], place) => {
        const end = place === LONG ? longEnds : to;
        const y = 64 + (LINES[place] ?? 0) * 33;
        return (
          <g key={flow} className={place === LONG ? 'long' : undefined}>
            <line
              x1={across(from) + 8}
              x2={across(end) - 8}
              y1={y}
              y2={y}
              strokeWidth={place === LONG ? 2.5 : 1.5}
            />
            <path
              d={`M${across(end) - 14} ${y - 3.5} L${across(end) - 7} ${y} L${across(end) - 14} ${y + 3.5} Z`}
            />
            <text x={(across(from) + across(end)) / 2} y={y - 5} textAnchor="middle">
              {CHAIN_FLOWS[flow]}
              {run && <tspan className="rate"> {formatFixed(rateAtEnd(run, place, SECONDS), 0)}</tspan>}
            </text>
          </g>
        );
      })}
      {run && (
        <text x="180" y="183" textAnchor="middle" className="wait">
          {t('rates in kB/s and waits, last {seconds} s', { seconds: SECONDS })}
        </text>
      )}
    </svg>
  );
}

function inWords(): string {
  return t(
    'Four routers in a row: LA, SF, CH and East. The flow west passes the first link, middle the second, east the third, west and middle the first two, middle and east the last two, long up to all three.',
  );
}
