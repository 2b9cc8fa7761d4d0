/** The static part of the network: nodes, links and their numbers, which react to pointer and keyboard; and the legend. */
import { memo } from 'react';
import { t } from '../../base/words/words';
import type { LegendEntry } from '../../plot/Legend';
import { flowSign } from '../../plot/signs';
import type { Run } from '../../run/trace';
import { MARKS, type Mark } from '../../ui/marks';
import { type Item, inReadingOrder, laneUnder, pointIn, useRovingFocus } from './drawnItems';
import { FlowSign } from './FlowSign';
import type { Label } from './labels';
import { LANE, type Layout } from './layout';

interface Props {
  layout: Layout;
  /** Screen CSS pixels per unit of the layout. */
  scale: number;
  labels: readonly Label[][];
  /** Flows and sources that begin or end at each box; a box without any cannot be pressed. */
  flows: readonly number[][];
  /** Lanes on the highlighted flow's path. */
  taken: ReadonlySet<number>;
  takenToken: string;
  nameOf(item: Item): string;
  point(item: Item | null): void;
  /** A press on an item with its lane, where the pointer pressed one, and the point in the layout. */
  press(item: Item, lane: number | null, point: { x: number; y: number } | null, element: Element): void;
  /** Follows the next packet on an edge, or the one before; false if there is none. */
  follow(edge: number, direction: 1 | -1): boolean;
  /** Describes the item that has the focus. */
  card: string;
}

/** Most pixels for a host's flow numbers; a host that needs more, or has three-digit numbers, shows none. */
const MOST_SIGNS = 52;

export const Drawing = memo(function Drawing(props: Props) {
  const { layout, scale, labels, flows, taken, takenToken, nameOf, point, press, follow, card } = props;
  const itemProps = useRovingFocus(inReadingOrder(layout, flows), {
    press: (item, element) => press(item, null, null, element),
    follow,
  });

  const buttonProps = (item: Item) => {
    const own = itemProps(item);
    if (own === null) return {};
    return {
      ...own,
      'aria-label': nameOf(item),
      'aria-describedby': card,
      onFocus: () => {
        own.onFocus();
        point(item);
      },
      onBlur: () => point(null),
      onPointerEnter: () => point(item),
      onPointerLeave: () => point(null),
    };
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset
    <svg
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="group"
      aria-label={t('The network, drawn')}
    >
      {layout.edges.map((edge, at) => {
        const item: Item = { kind: 'edge', at };
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: `buttonProps` gives it the role of a button
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: an edge has no id but its index
            key={at}
            className="edge"
            {...buttonProps(item)}
            onClick={(event) => press(item, laneUnder(event.target), pointIn(event), event.currentTarget)}
          >
            {edge.lanes.map((lane) => {
              const { points, queue } = layout.lanes[lane] ?? { points: [], queue: 0 };
              const corners = [...points].join(' ');
              return (
                <g key={lane} data-lane={lane}>
                  <polyline className="reach" points={corners} strokeWidth={LANE + 6} />
                  <polyline className="lane" points={corners} strokeWidth={LANE} />
                  {taken.has(lane) && (
                    <polyline
                      className="taken"
                      points={corners}
                      strokeWidth={LANE}
                      style={{ stroke: `var(--${takenToken})` }}
                    />
                  )}
                  <QueueBox points={points} queue={queue} />
                </g>
              );
            })}
            {(labels[at] ?? []).map(({ x, y, anchor, text }) => (
              <text key={`${y} ${text}`} x={x} y={y} textAnchor={anchor}>
                {text}
              </text>
            ))}
          </g>
        );
      })}
      {layout.boxes.map((box, at) => {
        const item: Item = { kind: 'box', at };
        const own = flows[at] ?? [];
        const room = Math.min(MOST_SIGNS, box.width);
        const signs = 13 * own.length > room || own.some((flow) => flowSign(flow).length > 2) ? [] : own;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: `buttonProps` gives it the role of a button
          <g
            key={`${box.component} ${box.name} ${box.nodes[0]}`}
            className={own.length > 0 ? 'box host' : 'box'}
            {...buttonProps(item)}
            onClick={own.length > 0 ? (event) => press(item, null, null, event.currentTarget) : undefined}
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
    </svg>
  );
});

/** The outline of a queue at the start of its lane: open where packets enter, with a wall at the transmitter. */
function QueueBox({ points, queue }: { points: ArrayLike<number>; queue: number }) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = Array.from(points);
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [nx, ny] = [(-uy * LANE) / 2, (ux * LANE) / 2];
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
