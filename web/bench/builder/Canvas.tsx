/** The network as a drawing: nodes, links and the paths of the flows. Nodes are dragged, connected by their ports, and edited by keyboard. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { flowSign } from '../../plot/signs';
import { flowToken } from '../../ui/theme';
import type { Draft, Item, Link } from './draft';
import type { DrawnNode } from './fold';
import {
  type Curve,
  curveOf,
  DIRECTIONS,
  type Frame,
  frameOf,
  middleOf,
  nearestInDirection,
  type Point,
  parallel,
  pathOf,
} from './frame';
import { itemKey } from './items';
import { labelsOf, linkInWords } from './labels';
import { linkTargets } from './operations';
import { pathNodes } from './routes';
import type { Spot } from './spots';
import './Canvas.css';

interface Props {
  draft: Draft;
  /** The nodes to draw. */
  nodes: readonly DrawnNode[];
  selected: Item | null;
  /** Keys of the items that something is missing at. */
  incomplete: ReadonlySet<string>;
  /** The node that a new link starts from; null if none has been chosen. */
  connecting: string | null;
  /** True while a click on a node chooses an end of a new link. */
  choosing: boolean;
  select(item: Item | null): void;
  /** Moves the focus to the form of an item. */
  open(item: Item): void;
  /** Begins a new link, or ends it at this node. */
  connect(name: string, at: number): void;
  /** Asks for the ends of a new link. */
  beginLink(at: number): void;
  link(from: string, to: string, at: number): void;
  move(name: string, spot: Spot, at: number): void;
  remove(item: Item, at: number): void;
  cancel(): void;
}

/** Least size of the drawing. */
const LEAST = { width: 280, height: 240 };
const HOST = { width: 62, height: 30 };
const ROUTER = 21;
/** Distance of two flows' lines on one link, and the thickness of a line. */
const APART = 5;
/** A pointer that moves less than this clicks, pixels. */
const CLICK = 4;
type Drag =
  | { kind: 'node'; name: string; start: Point; offset: Point; at: Point; frame: Frame; moved: boolean }
  | { kind: 'port'; name: string; at: Point };

export function Canvas(props: Props) {
  const { draft, nodes, selected, incomplete, connecting, choosing } = props;
  const { scenario } = draft;
  const drawn = new Set(nodes.map(({ name }) => name));
  const isDrawn = ({ from, to }: { from: string; to: string }) => drawn.has(from) && drawn.has(to);
  const links = scenario.links.flatMap((link, entry) => (isDrawn(link) ? [{ link, entry }] : []));
  const [place, size] = useSize();
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [current, setCurrent] = useState('');
  const [hovered, setHovered] = useState<string | null>(null);
  const allPaths = useMemo(() => pathNodes(scenario), [scenario]);
  const paths = allPaths.flatMap((path, flow) =>
    [...path.data, ...path.acks].every((name) => drawn.has(name)) ? [{ ...path, flow }] : [],
  );
  const fitting = frameOf(
    nodes.map(({ spot }) => spot),
    size.width,
    size.height,
  );
  // The frame stays while a node moves, so that the others don't.
  const frame = drag?.kind === 'node' ? drag.frame : fitting;
  const points = new Map(
    nodes.map(({ name, spot }) => [
      name,
      drag?.kind === 'node' && drag.name === name && drag.moved ? drag.at : frame.pointOf(spot),
    ]),
  );
  const pointOf = (name: string) => points.get(name) ?? { x: 0, y: 0 };
  /** The line of the link between two nodes; the same one in both directions. */
  const curveBetween = (a: string, b: string): Curve => {
    const [from, to] = a < b ? [a, b] : [b, a];
    const others = nodes.flatMap(({ name }) => (name === a || name === b ? [] : [pointOf(name)]));
    const curve = curveOf(pointOf(from), pointOf(to), others);
    return from === a ? curve : { from: curve.to, to: curve.from, bend: curve.bend };
  };
  const lines = linesOf(paths);
  /** Distance of the ACKs' line from the middle of a link: just outside of it. */
  const acksAside = (a: string, b: string) => (APART * (lines.count.get(pairOf(a, b)) ?? 0)) / 2 + 5;
  const thickness = (link: Link) =>
    Math.max(4, APART * (lines.count.get(pairOf(link.from, link.to)) ?? 0) + 4);
  const routers = new Set(nodes.flatMap(({ name, kind }) => (kind === 'router' ? [name] : [])));
  const labels = labelsOf(
    links.map(({ link, entry }) => ({
      link,
      curve: curveBetween(link.from, link.to),
      thick: thickness(link),
      chosen: selected?.kind === 'link' && selected.entry === entry,
      inner: routers.has(link.from) && routers.has(link.to),
    })),
    nodes.map(({ name, kind }) => ({ ...pointOf(name), kind })),
  );
  const targets = useMemo(
    () => new Set(connecting === null ? [] : linkTargets(draft, connecting)),
    [draft, connecting],
  );

  const items = [
    ...nodes.map(({ name }) => ({ item: { kind: 'node', name } as Item, point: pointOf(name) })),
    ...links.map(({ link: { from, to }, entry }) => ({
      item: { kind: 'link', entry } as Item,
      point: middleOf(curveBetween(from, to)),
    })),
  ].toSorted((a, b) => a.point.x - b.point.x || a.point.y - b.point.y);
  const keys = items.map(({ item }) => itemKey(item));
  const wanted = selected !== null && keys.includes(itemKey(selected)) ? itemKey(selected) : current;
  const focusable = keys.includes(wanted) ? wanted : keys[0];

  const inDrawing = ({ clientX, clientY }: PointerEvent): Point => {
    const box = svg.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };

  const focusItem = (key: string) =>
    svg.current?.querySelector<SVGGElement>(`[data-item="${CSS.escape(key)}"]`)?.focus();

  const onKeyDown = (event: KeyboardEvent, item: Item, point: Point) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    const node = item.kind === 'node' ? nodes.find(({ name }) => name === item.name) : undefined;
    if (direction && event.shiftKey && node) {
      const [x, y] = frame.down ? [direction[1], direction[0]] : direction;
      const { along, across } = node.spot;
      props.move(node.name, { along: along + x / 4, across: across + y / 4 }, event.timeStamp);
    } else if (direction) {
      const others = items.filter((other) => itemKey(other.item) !== itemKey(item));
      const next = nearestInDirection(
        others.map((other) => other.point),
        point,
        event.key,
      );
      const found = others[next];
      if (found) focusItem(itemKey(found.item));
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (choosing && node) props.connect(node.name, event.timeStamp);
      else props.open(item);
    } else if (event.key === 'c') {
      if (node) props.connect(node.name, event.timeStamp);
      else props.beginLink(event.timeStamp);
    } else if (event.key === 'Delete' || event.key === 'Backspace') props.remove(item, event.timeStamp);
    else if (event.key === 'Escape') props.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const itemProps = (item: Item, point: Point, label: string) => {
    const key = itemKey(item);
    return {
      'data-item': key,
      'data-incomplete': incomplete.has(key) || undefined,
      role: 'button',
      tabIndex: key === focusable ? 0 : -1,
      'aria-label': label,
      'aria-pressed': selected !== null && itemKey(selected) === key,
      onFocus: () => {
        setCurrent(key);
        if (!choosing) props.select(item);
      },
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, item, point),
    };
  };

  const onNodeDown = (event: PointerEvent<SVGGElement>, name: string) => {
    if (event.button !== 0) return;
    const at = inDrawing(event);
    const own = pointOf(name);
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({
      kind: 'node',
      name,
      start: at,
      offset: { x: own.x - at.x, y: own.y - at.y },
      at: own,
      frame: fitting,
      moved: false,
    });
  };

  const onPointerMove = (event: PointerEvent) => {
    if (drag === null) return;
    const at = inDrawing(event);
    if (drag.kind === 'port') setDrag({ ...drag, at });
    else if (drag.moved || Math.hypot(at.x - drag.start.x, at.y - drag.start.y) > CLICK)
      setDrag({ ...drag, at: { x: at.x + drag.offset.x, y: at.y + drag.offset.y }, moved: true });
  };

  const onPointerUp = (event: PointerEvent) => {
    if (drag === null) return;
    setDrag(null);
    if (drag.kind === 'port') {
      const over = document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest('[data-node]')?.getAttribute('data-node'))
        .find((name) => name && name !== drag.name);
      if (over) props.link(drag.name, over, event.timeStamp);
    } else if (drag.moved) props.move(drag.name, drag.frame.spotOf(drag.at), event.timeStamp);
    else if (choosing) props.connect(drag.name, event.timeStamp);
    else props.select({ kind: 'node', name: drag.name });
  };

  const portAt = ({ x, y }: Point, kind: 'host' | 'router'): Point =>
    kind === 'host'
      ? { x: x + HOST.width / 2, y: y - HOST.height / 2 }
      : { x: x + ROUTER * 0.8, y: y - ROUTER * 0.8 };

  return (
    <div className="builder-canvas" ref={place}>
      {draft.nodes.length === 0 && <p>{t('Add a host or a router, or start from a template.')}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset */}
      <svg
        ref={svg}
        width={frame.width}
        height={frame.height}
        role="group"
        aria-label={t('Network under construction')}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => event.target === svg.current && props.select(null)}
        onKeyDown={(event) => event.key === 'Escape' && props.cancel()}
        data-choosing={choosing}
      >
        {links.map(({ link, entry }, place) => {
          const curve = curveBetween(link.from, link.to);
          const item: Item = { kind: 'link', entry };
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: `itemProps` gives it the role of a button
            <g
              key={link.name}
              className="builder-link"
              {...itemProps(item, middleOf(curve), linkInWords(link))}
              onClick={() => props.select(item)}
            >
              <path className="reach" d={pathOf(curve)} />
              <path className="pipe" d={pathOf(curve)} strokeWidth={thickness(link)} />
              {!link.both_ways && <Arrow curve={curve} />}
              {labels[place]?.map(({ x, y, anchor, text }) => (
                <text key={`${y} ${text}`} x={x} y={y} textAnchor={anchor} dominantBaseline="central">
                  {text}
                </text>
              ))}
            </g>
          );
        })}
        <g className="builder-paths">
          {paths.map(({ data, acks, flow }) => {
            const chosen = selected?.kind === 'flow' && selected.index === flow;
            const stroke = `var(--${flowToken(flow)})`;
            return (
              <g key={flow} data-chosen={chosen} data-faint={selected?.kind === 'flow' && !chosen}>
                {stretches(data).map(([a, b]) => (
                  <path
                    key={`${a}>${b}`}
                    d={pathOf(parallel(curveBetween(a, b), lines.offset(flow, a, b)))}
                    style={{ stroke }}
                  />
                ))}
                {chosen &&
                  stretches(acks).map(([a, b]) => (
                    <path
                      key={`acks ${a}>${b}`}
                      className="acks"
                      d={pathOf(parallel(curveBetween(a, b), -acksAside(a, b)))}
                      style={{ stroke }}
                    />
                  ))}
              </g>
            );
          })}
        </g>
        {drag?.kind === 'port' && (
          <line
            className="builder-new-link"
            x1={pointOf(drag.name).x}
            y1={pointOf(drag.name).y}
            x2={drag.at.x}
            y2={drag.at.y}
          />
        )}
        {nodes.map(({ name, kind, more }) => {
          const point = pointOf(name);
          const { x, y } = point;
          const flows = signsAt(draft, name);
          const label =
            more > 0
              ? plural(more, 'Host {name} and {n} more', 'Host {name} and {n} more', { name })
              : kind === 'host'
                ? t('Host {name}', { name })
                : t('Router {name}', { name });
          return (
            <g
              key={name}
              className="builder-node"
              data-kind={kind}
              data-node={name}
              data-source={connecting === name || undefined}
              data-target={targets.has(name) || undefined}
              {...itemProps({ kind: 'node', name }, point, label)}
              onPointerEnter={() => setHovered(name)}
              onPointerDown={(event) => onNodeDown(event, name)}
            >
              {more > 0 && (
                <rect
                  x={x - HOST.width / 2 + 4}
                  y={y - HOST.height / 2 - 4}
                  width={HOST.width}
                  height={HOST.height}
                  rx={5}
                />
              )}
              {kind === 'host' ? (
                <rect
                  x={x - HOST.width / 2}
                  y={y - HOST.height / 2}
                  width={HOST.width}
                  height={HOST.height}
                  rx={5}
                />
              ) : (
                <>
                  <circle cx={x} cy={y} r={ROUTER} />
                  {!isShort(name) && <path className="arrows" d={arrowsAt(point)} />}
                </>
              )}
              <text
                x={x}
                y={kind === 'host' || isShort(name) ? y : y + ROUTER + 12}
                textAnchor="middle"
                dominantBaseline="central"
              >
                {more > 0
                  ? `${shortened(name, 4)} +${formatCount(more)}`
                  : shortened(name, kind === 'host' ? 9 : 14)}
              </text>
              {flows.map(({ flow, sends }, index) => (
                <g key={`${flow} ${sends}`} className="builder-sign" data-sends={sends}>
                  <circle
                    cx={x + 15 * (index - (flows.length - 1) / 2)}
                    cy={y + HOST.height / 2 + 1}
                    r={7}
                    style={{ stroke: `var(--${flowToken(flow)})` }}
                  />
                  <text
                    x={x + 15 * (index - (flows.length - 1) / 2)}
                    y={y + HOST.height / 2 + 1}
                    textAnchor="middle"
                    dominantBaseline="central"
                  >
                    {flowSign(flow)}
                  </text>
                </g>
              ))}
            </g>
          );
        })}
        {!choosing &&
          drag?.kind !== 'node' &&
          nodes
            .filter(({ name }) => name === hovered || (selected?.kind === 'node' && name === selected.name))
            .map(({ name, kind }) => {
              const { x, y } = portAt(pointOf(name), kind);
              return (
                <g
                  key={name}
                  className="builder-port"
                  onPointerDown={(event) => {
                    svg.current?.setPointerCapture(event.pointerId);
                    setDrag({ kind: 'port', name, at: inDrawing(event) });
                  }}
                >
                  <title>{t('Drag to another node to connect them')}</title>
                  <circle className="reach" cx={x} cy={y} r={14} />
                  <circle cx={x} cy={y} r={9} />
                  <path d={`M${x - 4},${y}h8M${x},${y - 4}v8`} />
                </g>
              );
            })}
      </svg>
    </div>
  );
}

/** An element's current size in CSS pixels. */
function useSize(): [RefCallback<HTMLElement>, { width: number; height: number }] {
  const [size, setSize] = useState(LEAST);
  const place = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const measure = () => {
      const width = Math.max(LEAST.width, element.clientWidth);
      const height = Math.max(LEAST.height, element.clientHeight);
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, size];
}

/** The direction of a link that leads one way. */
function Arrow({ curve }: { curve: Curve }) {
  const { from, to } = curve;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const { x, y } = middleOf(curve);
  const tip = `${x + 9 * ux},${y + 9 * uy}`;
  return <path className="arrow" d={`M${tip}L${x - 7 * uy},${y + 7 * ux}L${x + 7 * uy},${y - 7 * ux}Z`} />;
}

/** True for names that fit into the circle of a router. */
function isShort(name: string): boolean {
  return name.length <= 4;
}

function shortened(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

/** Two arrows past each other, the usual sign of a router. */
function arrowsAt({ x, y }: Point): string {
  return `M${x - 11},${y - 4}h20m-5,-4l5,4l-5,4M${x + 11},${y + 5}h-20m5,-4l-5,4l5,4`;
}

/** Most flows marked at a host. */
const MOST_SIGNS = 4;

function signsAt({ scenario }: Draft, node: string): { flow: number; sends: boolean }[] {
  const found = [...scenario.flows, ...scenario.datagrams].flatMap(({ from, to }, flow) => [
    ...(from === node ? [{ flow, sends: true }] : []),
    ...(to === node ? [{ flow, sends: false }] : []),
  ]);
  const fits = found.length <= MOST_SIGNS && found.every(({ flow }) => flowSign(flow).length <= 2);
  return fits ? found : [];
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a}>${b}` : `${b}>${a}`;
}

function stretches(nodes: readonly string[]): [string, string][] {
  return nodes.slice(1).map((to, before) => [nodes[before] ?? '', to]);
}

/** The number of flows' lines on each link, and each line's distance from the middle. */
function linesOf(paths: readonly { data: readonly string[]; flow: number }[]) {
  const flows = new Map<string, number[]>();
  for (const { data, flow } of paths)
    for (const [a, b] of stretches(data)) {
      const pair = pairOf(a, b);
      flows.set(pair, [...(flows.get(pair) ?? []), flow]);
    }
  return {
    count: new Map([...flows].map(([pair, on]) => [pair, Math.min(on.length, 8)])),
    offset: (flow: number, a: string, b: string) => {
      const on = flows.get(pairOf(a, b)) ?? [];
      const scale = Math.min(1, 8 / on.length);
      // Measured from the same side of the link for flows in either direction.
      const side = a < b ? 1 : -1;
      return side * APART * scale * (on.indexOf(flow) - (on.length - 1) / 2);
    },
  };
}
