import { CHAIN_FLOWS } from './flows';
import './Chain.css';

/** Routers in a row, joined by three links; and the first and last router of each of the six flows. */
const ROUTERS = ['LA', 'SF', 'CH', 'East'];
const FLOWS: readonly (readonly [flow: string, from: number, to: number])[] = [
  ['3a', 0, 1],
  ['4a', 1, 2],
  ['5a', 2, 3],
  ['1a', 0, 2],
  ['2a', 1, 3],
  ['6a', 0, 3],
];
/** The line on which each flow is drawn. Flows without a common link share a line. */
const LINES = [0, 0, 0, 1, 2, 3];

const across = (router: number) => 30 + router * 100;

export function Chain() {
  return (
    <svg
      viewBox="0 0 360 150"
      role="img"
      aria-label="Four routers in a row: LA, SF, CH and East. The flow west passes the first link, middle the second, east the third, west and middle the first two, middle and east the last two, long all three."
      className="chain"
      fontSize="11"
      fill="currentColor"
      stroke="none"
    >
      <line x1={across(0)} x2={across(3)} y1="26" y2="26" stroke="currentColor" strokeWidth="3" />
      {ROUTERS.map((name, router) => (
        <g key={name}>
          <circle cx={across(router)} cy="26" r="6" />
          <text x={across(router)} y="13" textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
      {['first', 'second', 'third'].map((link, place) => (
        <text key={link} x={(across(place) + across(place + 1)) / 2} y="20" textAnchor="middle">
          {link}
        </text>
      ))}
      {FLOWS.map(([flow, from, to], place) => {
        const y = 56 + (LINES[place] ?? 0) * 26;
        return (
          <g key={flow}>
            <line
              x1={across(from) + 8}
              x2={across(to) - 8}
              y1={y}
              y2={y}
              stroke="currentColor"
              strokeWidth="1.5"
            />
            <path
              d={`M${across(to) - 14} ${y - 3.5} L${across(to) - 7} ${y} L${across(to) - 14} ${y + 3.5} Z`}
            />
            <text x={(across(from) + across(to)) / 2} y={y - 5} textAnchor="middle">
              {CHAIN_FLOWS[flow]}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
