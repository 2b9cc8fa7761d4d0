/** The network under construction: its drawing, with handles. Nodes are dragged, connected by their ports, and edited by keyboard. */
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { observeSize } from '../../base/size';
import { plural, t } from '../../base/words/words';
import { Drawing } from '../../lab/topology/Drawing';
import type { Item as DrawnItem } from '../../lab/topology/drawnItems';
import { flowsAt, flowsOn } from '../../lab/topology/layout';
import { networkOf } from '../../lab/topology/network';
import { useTheme } from '../../ui/theme';
import type { Draft, Item } from './draft';
import type { DrawnNode } from './fold';
import { DIRECTIONS, type Frame, frameOf, nearestInDirection, type Point } from './frame';
import { itemInWords, itemKey } from './items';
import { labelsIn, linkInWords } from './labels';
import { layOutAt } from './layout';
import { linkTargets } from './operations';
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
/** A pointer that moves less than this clicks, pixels. */
const CLICK = 4;
type Drag =
  | { kind: 'node'; name: string; start: Point; offset: Point; at: Point; frame: Frame; moved: boolean }
  | { kind: 'port'; name: string; at: Point };

export function Canvas(props: Props) {
  const { draft, nodes, selected, incomplete, connecting, choosing } = props;
  const { scenario } = draft;
  const [place, size] = useSize();
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [current, setCurrent] = useState('');
  const [hovered, setHovered] = useState<string | null>(null);
  const network = useMemo(() => networkOf(scenario), [scenario]);
  const { scale } = useTheme();
  const fitting = frameOf(
    nodes.map(({ spot }) => spot),
    size.width / scale,
    size.height / scale,
  );
  // The frame stays while a node moves, so that the others don't.
  const frame = drag?.kind === 'node' ? drag.frame : fitting;
  const placed = nodes.map((node) => ({
    ...node,
    point:
      drag?.kind === 'node' && drag.name === node.name && drag.moved ? drag.at : frame.pointOf(node.spot),
  }));
  const layout = layOutAt(placed, network, frame);
  const { boxes, edges, entries } = layout;
  const flow = selected?.kind === 'flow' ? selected.index : null;
  // The paths of all data, or those of the selected flow's data and ACKs.
  const paths = network.paths.filter((path) => (flow === null ? path.kind === 'data' : path.flow === flow));
  const labels = labelsIn(layout, network, scenario, selected?.kind === 'link' ? selected.entry : null);
  const targets = useMemo(
    () => new Set(connecting === null ? [] : linkTargets(draft, connecting)),
    [draft, connecting],
  );

  const items = [
    ...boxes.map(({ name, label: { x, y } }) => ({ item: { kind: 'node', name } as Item, point: { x, y } })),
    ...edges.map(({ middle }, at) => ({
      item: { kind: 'link', entry: entries[at] } as Item,
      point: middle,
    })),
  ].toSorted((a, b) => a.point.x - b.point.x || a.point.y - b.point.y);
  const keys = items.map(({ item }) => itemKey(item));
  const wanted = selected !== null && keys.includes(itemKey(selected)) ? itemKey(selected) : current;
  const focusable = keys.includes(wanted) ? wanted : keys[0];

  const inDrawing = ({ clientX, clientY }: PointerEvent): Point => {
    const { left = 0, top = 0, width = 1 } = svg.current?.getBoundingClientRect() ?? {};
    const shown = width / layout.width;
    return { x: (clientX - left) / shown, y: (clientY - top) / shown };
  };

  const focusItem = (key: string) =>
    svg.current?.querySelector<SVGGElement>(`[data-item="${CSS.escape(key)}"]`)?.focus();

  const onKeyDown = (event: KeyboardEvent, item: Item) => {
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
        items[keys.indexOf(itemKey(item))]?.point ?? { x: 0, y: 0 },
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

  const buttonProps = (item: Item, label: string) => {
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
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, item),
    };
  };

  const onNodeDown = (event: PointerEvent<SVGGElement>, name: string) => {
    if (event.button !== 0) return;
    const at = inDrawing(event);
    const own = placed.find((node) => node.name === name)?.point ?? at;
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

  const itemProps = ({ kind, at }: DrawnItem): ComponentProps<'g'> => {
    if (kind === 'edge') {
      const link = scenario.links[entries[at] ?? -1];
      const item: Item = { kind: 'link', entry: entries[at] ?? -1 };
      return { ...buttonProps(item, link ? linkInWords(link) : ''), onClick: () => props.select(item) };
    }
    const { name = '', nodes: own = [] } = nodes[at] ?? {};
    const item: Item = { kind: 'node', name };
    const more = own.length - 1;
    const label =
      more > 0
        ? plural(more, 'Host {name} and {n} more', 'Host {name} and {n} more', { name })
        : itemInWords(draft, item);
    return {
      ...buttonProps(item, label),
      ...{ 'data-node': name, 'data-source': connecting === name || undefined },
      ...{ 'data-target': targets.has(name) || undefined },
      onPointerEnter: () => setHovered(name),
      onPointerDown: (event) => onNodeDown(event, name),
    };
  };

  const ported = boxes.filter(
    ({ name }) => name === hovered || (selected?.kind === 'node' && name === selected.name),
  );
  const start = boxes.find(({ name }) => drag?.kind === 'port' && name === drag.name);
  return (
    <div className="builder-canvas" ref={place}>
      {draft.nodes.length === 0 && <p>{t('Add a host or a router, or start from a template.')}</p>}
      <Drawing
        ref={svg}
        layout={layout}
        scale={scale}
        labels={labels}
        flows={flowsAt(layout, { scenario })}
        tints={flowsOn(layout, paths)}
        itemProps={itemProps}
        aria-label={t('Network under construction')}
        data-choosing={choosing}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => event.target === svg.current && props.select(null)}
        onKeyDown={(event) => event.key === 'Escape' && props.cancel()}
      >
        {drag?.kind === 'port' && start && (
          <line
            className="builder-new-link"
            x1={start.x + start.width}
            y1={start.y}
            x2={drag.at.x}
            y2={drag.at.y}
          />
        )}
        {!choosing &&
          drag?.kind !== 'node' &&
          ported.map(({ name, x, y, width }) => (
            <g
              key={name}
              className="builder-port"
              transform={`translate(${x + width} ${y})`}
              onPointerDown={(event) => {
                svg.current?.setPointerCapture(event.pointerId);
                setDrag({ kind: 'port', name, at: inDrawing(event) });
              }}
            >
              <title>{t('Drag to another node to connect them')}</title>
              <circle className="reach" r={14} />
              <circle r={9} />
              <path d="M-4,0h8M0,-4v8" />
            </g>
          ))}
      </Drawing>
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
    return observeSize(element, measure);
  }, []);
  return [place, size];
}
