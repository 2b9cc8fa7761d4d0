/** Axes and grid: D3 says where the ticks are, React owns the elements. */
import { format } from 'd3';
import { type Layout, MARGIN, type PlacedLane } from './layout';

const PIXELS_PER_X_TICK = 90;
const PIXELS_PER_Y_TICK = 34;
/** A number of six digits and its comma would not fit beside the axis. */
const LONG = 100_000;

/** Every element says itself where it is: groups that are moved each cost a browser a layer of its own in every frame. */
export function Axes({ layout, height }: { layout: Layout; height: number }) {
  const { x, width, lanes } = layout;
  const outerWidth = width + MARGIN.left + MARGIN.right;
  const count = Math.max(2, Math.floor(width / PIXELS_PER_X_TICK));
  const written = x.tickFormat(count);
  const times = x.ticks(count);
  const bottom = MARGIN.top + layout.height;
  return (
    <svg className="plot-axes" width={outerWidth} height={height} aria-hidden="true">
      <path
        className="grid"
        d={times.map((time) => `M${MARGIN.left + x(time)},${MARGIN.top}V${bottom}`).join('')}
      />
      {times.map((time) => (
        <text key={time} x={MARGIN.left + x(time)} y={bottom + 16} textAnchor={anchorAt(x(time), width)}>
          {written(time)} s
        </text>
      ))}
      {lanes.map((lane) => (
        <LaneAxis key={lane.name} lane={lane} width={width} />
      ))}
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
  const values = lane.y.ticks(count);
  const [left, right, above] = [MARGIN.left, MARGIN.left + width, MARGIN.top];
  return (
    <>
      <path
        className="grid"
        d={values.map((value) => `M${left},${above + lane.y(value)}H${right}`).join('')}
      />
      {values.map((value) => (
        <text key={value} x={left - 7} y={above + lane.y(value)} dy="0.32em" textAnchor="end">
          {written(value)}
        </text>
      ))}
      <path className="frame" d={`M${left},${above + lane.top}V${above + lane.bottom}H${right}`} />
      <text className="lane-label" x={6} y={above + lane.top - 7}>
        {lane.label}
      </text>
    </>
  );
}
