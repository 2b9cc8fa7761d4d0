/** Axes and grid: D3 says where the ticks are, React owns the elements. */
import { format } from 'd3';
import { type Layout, MARGIN, type PlacedLane } from './layout';

const PIXELS_PER_X_TICK = 90;
const PIXELS_PER_Y_TICK = 34;
/** A number of six digits and its comma would not fit beside the axis. */
const LONG = 100_000;

export function Axes({ layout, height }: { layout: Layout; height: number }) {
  const outerWidth = layout.width + MARGIN.left + MARGIN.right;
  const count = Math.max(2, Math.floor(layout.width / PIXELS_PER_X_TICK));
  const written = layout.x.tickFormat(count);
  return (
    <svg className="plot-axes" width={outerWidth} height={height} aria-hidden="true">
      <g transform={`translate(${MARGIN.left},${MARGIN.top})`}>
        {layout.x.ticks(count).map((time) => (
          <g key={time} transform={`translate(${layout.x(time)},0)`}>
            <line className="grid" y2={layout.height} />
            <text y={layout.height + 16} textAnchor={anchorAt(layout.x(time), layout.width)}>
              {written(time)} s
            </text>
          </g>
        ))}
        {layout.lanes.map((lane) => (
          <LaneAxis key={lane.name} lane={lane} width={layout.width} />
        ))}
      </g>
    </svg>
  );
}

/** A long number at the right edge would be cut off if it stood astride it. */
function anchorAt(x: number, width: number): 'middle' | 'end' {
  return x > width - 8 ? 'end' : 'middle';
}

function LaneAxis({ lane, width }: { lane: PlacedLane; width: number }) {
  if (lane.pixels !== undefined) return null;
  const count = Math.max(2, Math.floor((lane.bottom - lane.top) / PIXELS_PER_Y_TICK));
  const [, high = 0] = lane.y.domain();
  const written = high < LONG ? lane.y.tickFormat(count) : format('~s');
  return (
    <g>
      {lane.y.ticks(count).map((value) => (
        <g key={value} transform={`translate(0,${lane.y(value)})`}>
          <line className="grid" x2={width} />
          <text x={-7} dy="0.32em" textAnchor="end">
            {written(value)}
          </text>
        </g>
      ))}
      <path className="frame" d={`M0,${lane.top}V${lane.bottom}H${width}`} />
      <text className="lane-label" x={6 - MARGIN.left} y={lane.top - 7}>
        {lane.label}
      </text>
    </g>
  );
}
