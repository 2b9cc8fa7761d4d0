import { flowSign } from '../../plot/signs';
import { flowToken } from '../../ui/theme';

/** A flow's number in a circle of its color. */
export function FlowSign({ flow, x, y }: { flow: number; x: number; y: number }) {
  return (
    <g className="sign">
      <circle cx={x} cy={y} r={6} style={{ stroke: `var(--${flowToken(flow)})` }} />
      <text x={x} y={y} textAnchor="middle" dominantBaseline="central">
        {flowSign(flow)}
      </text>
    </g>
  );
}
