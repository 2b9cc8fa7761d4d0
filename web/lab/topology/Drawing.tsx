/** A network as a drawing: its nodes, and its links with their queues and numbers. The owner lets its items react to pointer and keyboard. */
import type { ComponentProps } from 'react';
import { t } from '../../base/words/words';
import type { LegendEntry } from '../../plot/Legend';
import { flowSign } from '../../plot/signs';
import type { Run } from '../../run/trace';
import { MARKS, type Mark } from '../../ui/marks';
import { flowToken } from '../../ui/theme';
import type { Item } from './drawnItems';
import { FlowSign } from './FlowSign';
import type { Label } from './labels';
import { type Layout, type PlacedEdge, parallelTo } from './layout';
import { Way } from './Way';
import './drawing.css';

interface Props extends ComponentProps<'svg'> {
  layout: Layout;
  /** Screen CSS pixels per unit of the layout. */
  scale: number;
  labels: readonly Label[][];
  /** Flows and sources that begin or end at each box. */
  flows: readonly number[][];
  /** Flows whose colors tint each lane. */
  tints: readonly number[][];
  /** Properties of an item's element. */
  itemProps(item: Item): ComponentProps<'g'>;
}

/** Most pixels for a host's flow numbers; a host that needs more, or has three-digit numbers, shows none. */
const MOST_SIGNS = 52;

export function Drawing({ layout, scale, labels, flows, tints, itemProps, children, ...svg }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset
    <svg
      className="network-drawing"
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      {...svg}
    >
      {layout.edges.map((edge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an edge has no id but its index
        <g key={at} className="edge" {...itemProps({ kind: 'edge', at })}>
          <Lanes layout={layout} edge={edge} tints={tints} />
          {(labels[at] ?? []).map(({ x, y, anchor, text }) => (
            <text key={`${y} ${text}`} x={x} y={y} textAnchor={anchor}>
              {text}
            </text>
          ))}
        </g>
      ))}
      {layout.boxes.map((box, at) => {
        const own = flows[at] ?? [];
        const room = Math.min(MOST_SIGNS, box.width);
        const signs = 13 * own.length > room || own.some((flow) => flowSign(flow).length > 2) ? [] : own;
        return (
          <g
            key={`${box.component} ${box.name} ${box.nodes[0]}`}
            className={box.place !== 'router' || own.length > 0 ? 'box host' : 'box'}
            {...itemProps({ kind: 'box', at })}
          >
            {box.nodes.length > 1 && (
              <rect x={box.x + 3} y={box.y - 3} width={box.width} height={box.height} rx={4} />
            )}
            <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={4} />
            <text
              x={box.label.x}
              y={box.label.y}
              textAnchor="middle"
              dominantBaseline={box.label.inside ? 'central' : undefined}
            >
              {box.label.text}
            </text>
            {signs.map((flow, place) => {
              // In a vertical layout, queues are drawn in the middle.
              const middle = layout.down ? box.x + box.width - 7 - 6.5 * signs.length : box.x + box.width / 2;
              const x = middle + 13 * (place - (signs.length - 1) / 2);
              return <FlowSign key={flow} flow={flow} x={x} y={box.y + box.height} />;
            })}
          </g>
        );
      })}
      {children}
    </svg>
  );
}

/** A link's lanes, each with its queue. An arrowhead shows the direction of a link that leads one way. */
function Lanes({ layout, edge, tints }: Pick<Props, 'layout' | 'tints'> & { edge: PlacedEdge }) {
  return edge.lanes.map((number) => {
    const lane = layout.lanes[number];
    if (lane === undefined) return null;
    const corners = [...lane.points].join(' ');
    const { width } = lane;
    const flows = tints[number] ?? [];
    return (
      <g key={number} data-lane={number}>
        <polyline className="reach" points={corners} strokeWidth={width + 6} />
        <polyline className="lane" points={corners} strokeWidth={width} />
        {flows.map((flow, place) => (
          <polyline
            key={flow}
            className="taken"
            points={shifted(lane.points, width * ((place + 0.5) / flows.length - 0.5))}
            strokeWidth={width / flows.length}
            style={{ stroke: `var(--${flowToken(flow)})` }}
          />
        ))}
        {edge.lanes.length === 1 && <Way points={lane.points} width={width} />}
        <QueueBox points={lane.points} queue={lane.queue} width={width} />
      </g>
    );
  });
}

/** The corners of a line next to a lane's middle. */
function shifted(points: Float64Array, distance: number): string {
  if (distance === 0) return points.join(' ');
  const corners = Array.from({ length: points.length / 2 }, (_, corner): [number, number] => [
    points[2 * corner] ?? 0,
    points[2 * corner + 1] ?? 0,
  ]);
  return parallelTo(corners, distance).flat().join(' ');
}

/** The outline of a queue at the start of its lane: open where packets enter, with a wall at the transmitter. */
function QueueBox({ points, queue, width }: { points: ArrayLike<number>; queue: number; width: number }) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(points);
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [nx, ny] = [(-uy * width) / 2, (ux * width) / 2];
  const [x, y] = [x0 + ux * queue, y0 + uy * queue];
  return (
    <path
      className="queue"
      d={`M${x0 + nx},${y0 + ny}L${x + nx},${y + ny}L${x - nx},${y - ny}L${x0 - nx},${y0 - ny}`}
    />
  );
}

const shape = (label: string, one: Mark['shape'], radius: number): LegendEntry => ({
  label,
  mark: { label, shape: one, token: null, radius, always: true },
  token: 'flow-1',
});

/** The legend of the shapes in the drawing. */
export function legendOf({ scenario }: Run): LegendEntry[] {
  const entries = [shape(t('segment'), 'dot', 4), shape('ACK', 'dash', 6)];
  if (scenario.datagrams.length > 0) entries.push(shape(t('datagram'), 'diamond', 5));
  entries.push({ label: MARKS.drop_full.label, mark: MARKS.drop_full, token: 'mark-drop' });
  entries.push({ label: MARKS.drop_error.label, mark: MARKS.drop_error, token: 'mark-drop' });
  return entries;
}
