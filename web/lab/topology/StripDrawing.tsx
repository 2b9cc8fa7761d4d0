/** The parts of the strip that don't move: nodes, pipes and queues. They react to pointer and keyboard. */
import { type MouseEvent, memo } from 'react';
import { plural, t } from '../../base/words/words';
import { flowSign } from '../../plot/signs';
import { type Item, inReadingOrder, laneUnder, pointIn, useRovingFocus } from './drawnItems';
import { FlowSign } from './FlowSign';
import type { Lane, PlacedBox } from './layout';
import { isBoxed, type Strip, type StripEdge } from './stripParts';
import { Way } from './Way';
import './strip.css';

interface Props {
  strip: Strip;
  /** Screen CSS pixels per unit of the layout. */
  scale: number;
  /** Flows and sources that begin or end at each box. */
  flows: readonly number[][];
  /** Length of each lane's queue, in the layout's units. */
  queues: readonly number[];
  nameOf(item: Item): string;
  /** A press on an item with its lane, where the pointer pressed one, and the point in the layout. */
  press(item: Item, lane: number | null, point: { x: number; y: number } | null, element: Element): void;
  /** Follows the next packet on an edge, or the one before; false if there is none. */
  follow(edge: number, direction: 1 | -1): boolean;
}

export const StripDrawing = memo(function StripDrawing(props: Props) {
  const { strip, scale, flows, queues, nameOf, press, follow } = props;
  // Routers open their fields too.
  const items = inReadingOrder(
    strip,
    flows.map(() => [0]),
  ).filter(({ kind, at }) => kind === 'box' || strip.edges[at]?.skipped === 0);
  const several = new Set(flows.flat()).size > 1;
  const itemProps = useRovingFocus(items, {
    press: (item, element) => press(item, null, null, element),
    follow,
  });

  const buttonProps = (item: Item) => {
    const own = itemProps(item);
    if (own === null) return {};
    return {
      ...own,
      'aria-label': nameOf(item),
      onClick: (event: MouseEvent<SVGGElement>) => {
        press(item, laneUnder(event.target), pointIn(event), event.currentTarget);
      },
    };
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset
    <svg
      width={strip.width * scale}
      height={strip.height * scale}
      viewBox={`0 0 ${strip.width} ${strip.height}`}
      role="group"
      aria-label={t('The path: nodes and links')}
    >
      {strip.edges.map((edge, at) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: an edge has no id but its index
          key={at}
          className="link"
          {...buttonProps({ kind: 'edge', at })}
        >
          {edge.skipped > 0 && <Skipped edge={edge} />}
          {edge.lanes.map((lane) => (
            <Pipe key={lane} number={lane} lane={strip.lanes[lane]} queue={queues[lane] ?? 0} />
          ))}
        </g>
      ))}
      {strip.boxes.map((box, at) => (
        <g
          key={`${box.name} ${box.nodes[0]}`}
          className={box.place === 'router' ? 'node' : 'node end'}
          {...buttonProps({ kind: 'box', at })}
        >
          {box.nodes.length > 1 && (
            <rect x={box.x + 3} y={box.y - 3} width={box.width} height={box.height} rx={5} />
          )}
          <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={5} />
          <text x={box.label.x} y={box.label.y} textAnchor="middle" dominantBaseline="central">
            {box.label.text}
          </text>
          {several && <Signs box={box} flows={flows[at] ?? []} />}
        </g>
      ))}
    </svg>
  );
});

/** Least length and depth of a buffer that its name fits in, pixels. */
const NAMED_PX = 56;
const NAME_PX = 12;

/** A lane as a pipe with its queue. An arrowhead shows its direction. */
function Pipe({ number, lane, queue }: { number: number; lane: Lane | undefined; queue: number }) {
  if (lane === undefined) return null;
  const { points, width, depth, length } = lane;
  const corners = [...points].join(' ');
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(0, 4);
  const start = unit(x0, y0, x1, y1);
  const [from, to] = [lane.queue - queue, lane.queue];
  const isLevel = start.x > 0 && start.y === 0;
  const corner = (along: number, across: number) =>
    `${x0 + start.x * along - start.y * across},${y0 + start.y * along + start.x * across}`;
  return (
    <g data-lane={number}>
      <polyline className="reach" points={corners} strokeWidth={Math.max(width, depth) + 2} />
      <polyline className="rim" points={corners} strokeWidth={width} />
      <polyline className="bore" points={corners} strokeWidth={width - 1.5} />
      {length > 60 && <Way points={points} width={width} />}
      {isBoxed(lane) && (
        <>
          <path
            className={lane.elastic ? 'buffer large' : 'buffer'}
            d={`M${corner(from, -depth / 2)}L${corner(to, -depth / 2)}L${corner(to, depth / 2)}L${corner(from, depth / 2)}`}
          />
          {/* Packets cover it as they fill the buffer from its other end. */}
          {isLevel && queue > NAMED_PX && depth > NAME_PX && (
            <text className="buffer-name" x={x0 + from + 5} y={y0} dominantBaseline="central">
              {t('buffer')}
            </text>
          )}
        </>
      )}
    </g>
  );
}

function unit(x0: number, y0: number, x1: number, y1: number): { x: number; y: number } {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  return { x: (x1 - x0) / length, y: (y1 - y0) / length };
}

function Skipped({ edge }: { edge: StripEdge }) {
  return (
    <>
      <polyline className="skipped" points={edge.line.join(' ')} />
      <text x={edge.middle.x} y={edge.middle.y - 7} textAnchor="middle">
        {plural(edge.skipped, '{n} link', '{n} links')}
      </text>
    </>
  );
}

/** Pixels per sign. */
const SIGN = 13;

/** Numbers of the flows that begin or end at a host, under its name; none if they don't fit. */
function Signs({ box, flows }: { box: PlacedBox; flows: readonly number[] }) {
  const crowded = SIGN * flows.length > box.width || flows.some((flow) => flowSign(flow).length > 2);
  if (box.place === 'router' || crowded || box.height < 44) return null;
  return flows.map((flow, place) => {
    const x = box.x + box.width / 2 + SIGN * (place - (flows.length - 1) / 2);
    return <FlowSign key={flow} flow={flow} x={x} y={box.y + box.height - 8} />;
  });
}
