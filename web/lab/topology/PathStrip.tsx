/** The live path: layout in the given height, packets on a canvas, values that can be dragged, and the packet being followed. */
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useObservable, useReading } from '../../base/observable';
import { formatCount, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { useSettled, useSight, useWidth } from '../../plot/onScreen';
import { useView } from '../../run/hooks';
import { FOLLOWED } from '../../run/selection';
import type { Run } from '../../run/trace';
import { useTheme } from '../../ui/theme';
import type { Item } from './drawnItems';
import { type Dragged, draggedField, type Quantity, rounded, scrubbed } from './edits';
import { FollowedStatus } from './FollowedStatus';
import type { LivePathProps } from './LivePath';
import { flowsAt } from './layout';
import { describe, type Scene } from './moment';
import { Network } from './Network';
import { type Network as Graph, networkOf } from './network';
import type { CanvasInput } from './packetCanvas';
import { boxOf } from './paint';
import type { Sizes } from './passages';
import { packetsIn } from './queueBox';
import { StripDrawing } from './StripDrawing';
import { Handle } from './StripHandles';
import { layOutStrip } from './strip';
import { stripLabels } from './stripLabels';
import { isBoxed, type Strip, type StripEdge } from './stripParts';
import { useCloseup, useNetwork, usePacketCanvas, usePackets, useSame, useScene } from './tools';
import { useWaits } from './waits';
import './path.css';

export default function PathStrip({ run, flows: shown, height, catalogue, onEdit, onOpen }: LivePathProps) {
  const view = useView();
  const theme = useTheme();
  const { scale } = theme;
  const [sight, seen] = useSight();
  const [frame, width] = useWidth();
  const closeup = useCloseup();
  const packetCanvas = usePacketCanvas(closeup);
  const [large, setLarge] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useWaits(run, closeup);

  const { graph, scenario, isSettled, drops } = useNetwork(run);
  const flow = shown[0] ?? 0;
  const strip = useMemo(
    () =>
      width > 0
        ? layOutStrip(
            networkOf(scenario),
            scenario,
            Math.floor(width / scale),
            Math.floor(height / scale),
            flow,
          )
        : null,
    [scenario, width, height, scale, flow],
  );
  // During a drag, only the bottlenecks' queues are shown.
  const only = useMemo(() => {
    const elastic = strip?.lanes.filter((lane) => lane.elastic) ?? [];
    return isSettled ? null : new Set(elastic.flatMap(({ links }) => links));
  }, [strip, isSettled]);
  const { canvas, sizes, contents, press, follow } = usePackets({
    ...{ run, network: graph, layout: strip, drops, only, seen, packetCanvas },
    highlight: null,
    onPress: onOpen,
  });
  const flowsOfBoxes = useMemo(() => (strip ? flowsAt(strip, { scenario }) : []), [strip, scenario]);
  const queues = useSame((strip?.lanes ?? []).map((lane) => boxOf(lane, contents[lane.links[0] ?? -1])));

  const nameOf = useCallback(({ kind, at }: Item) => (strip ? nameOfItem(strip, { kind, at }) : ''), [strip]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || view.of(FOLLOWED).value === null) return;
    view.of(FOLLOWED).set(null);
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works from anything inside
    <div ref={sight} className="strip" onKeyDown={onKeyDown}>
      <div ref={frame} className="strip-frame">
        {strip && (
          // biome-ignore lint/a11y/noStaticElementInteractions: a click on empty ground is a shortcut for the button
          // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is its key
          <div
            className="strip-layers"
            style={{ width: strip.width * scale, height: strip.height * scale, fontSize: 11 * scale }}
            onClick={(event) => {
              if (
                event.target instanceof Element &&
                event.target.closest('[role]') === event.currentTarget.querySelector('svg')
              )
                view.of(FOLLOWED).set(null);
            }}
          >
            <StripDrawing
              strip={strip}
              scale={scale}
              flows={flowsOfBoxes}
              queues={queues}
              nameOf={nameOf}
              press={press}
              follow={follow}
            />
            <canvas ref={canvas} style={{ width: strip.width * scale, height: strip.height * scale }} />
            {packetCanvas && (
              <Moving
                run={run}
                graph={graph}
                strip={strip}
                queues={queues}
                contents={contents}
                drops={drops}
                sizes={sizes}
                packetCanvas={packetCanvas}
                catalogue={catalogue ?? null}
                onEdit={onEdit}
                onOpen={onOpen}
                status={!large}
              />
            )}
          </div>
        )}
      </div>
      <button
        ref={button}
        type="button"
        className="enlarge"
        aria-expanded={large}
        title={t('Show the whole network, larger')}
        onClick={() => setLarge(true)}
      >
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          <path d="M8.5 1.5h4v4M12.5 1.5l-4.5 4.5M5.5 12.5h-4v-4M1.5 12.5l4.5-4.5" />
        </svg>
        <span className="visually-hidden">{t('Enlarge the network')}</span>
        {strip && strip.hidden > 0 && (
          <small>
            <span aria-hidden="true">+{formatCount(strip.hidden)}</span>
            <span className="visually-hidden">
              {plural(strip.hidden, '{n} more link direction', '{n} more link directions')}
            </span>
          </small>
        )}
      </button>
      {large && closeup && (
        <Enlarged
          close={() => {
            setLarge(false);
            button.current?.focus();
          }}
        >
          <Network run={run} closeup={closeup} onOpen={onOpen} />
        </Enlarged>
      )}
    </div>
  );
}

interface MovingProps {
  run: Run;
  graph: Graph;
  strip: Strip;
  queues: readonly number[];
  contents: CanvasInput['contents'];
  drops: Scene['drops'];
  sizes: Sizes;
  packetCanvas: NonNullable<ReturnType<typeof usePacketCanvas>>;
  catalogue: NonNullable<LivePathProps['catalogue']> | null;
  onEdit: LivePathProps['onEdit'];
  onOpen: LivePathProps['onOpen'];
  /** False while the enlarged network says where the followed packet is. */
  status: boolean;
}

/** The text that changes with the cursor, a few times a second, and the values that can be dragged. */
function Moving(props: MovingProps) {
  const { run, graph, strip, drops, sizes, packetCanvas, status } = props;
  const view = useView();
  const { scene, moment } = useScene({ run, network: graph, drops }, sizes, packetCanvas);
  // Without a cursor, the plots don't show which moment this is.
  const time = useReading(view.cursor, (cursor) => cursor === null)
    ? t('at {time}', { time: formatTime(moment) })
    : null;
  const labeled = strip.edges.findIndex(
    ({ labels, lanes }) => labels !== null && lanes.some((lane) => strip.lanes[lane]?.elastic),
  );
  // Screen readers get the description once the path stops changing.
  const settled = useSettled(useMemo(() => ({ scene, at: moment }), [scene, moment]));
  const words = useMemo(() => describe(settled.scene, settled.at), [settled]);
  return (
    <>
      <p className="visually-hidden strip-words">{words}</p>
      {strip.edges.map((edge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an edge has no id but its index
        <EdgeHandles key={at} {...props} edge={edge} moment={moment} time={at === labeled ? time : null} />
      ))}
      {status && <FollowedStatus run={run} passages={scene.passages} moment={moment} />}
    </>
  );
}

/** The numbers under a link, and the open end of its queue. */
function EdgeHandles(props: MovingProps & { edge: StripEdge; moment: number; time: string | null }) {
  const { run, graph, strip, queues, contents, catalogue, onEdit, onOpen, edge, moment, time } = props;
  const { scale } = useTheme();
  const labels = stripLabels(strip, edge, graph, moment, time);
  const fieldOf = (link: number, quantity: Quantity): Dragged | null =>
    catalogue && onEdit ? draggedField(run.scenario, graph, link, quantity, catalogue) : null;
  const press = (link: number) =>
    onOpen &&
    ((element: Element) => onOpen({ kind: 'link', link, entry: graph.links[link]?.entry ?? 0 }, element));
  const names = (link: number) => (run.trace.links[link] ?? '').replace('>', ' → ');
  return (
    <>
      {labels && edge.labels && (
        <div
          className="strip-labels"
          style={{
            left: edge.labels.x * scale,
            top: edge.labels.y * scale,
            width: edge.labels.width * scale,
            height: edge.labels.height * scale,
          }}
        >
          {labels.pieces.map(({ quantity, text }) => {
            const field = labels.changed || quantity === 'buffer' ? null : fieldOf(labels.link, quantity);
            if (field === null || !onEdit) return <span key={quantity}>{text}</span>;
            const name =
              quantity === 'rate'
                ? t('Rate of {link}', { link: names(labels.link) })
                : t('Delay of {link}', { link: names(labels.link) });
            return (
              <Handle
                key={quantity}
                field={field}
                name={name}
                className="number"
                scale={scale}
                onEdit={onEdit}
                onPress={press(labels.link)}
              />
            );
          })}
          {labels.time !== null && <span className="strip-time">{labels.time}</span>}
        </div>
      )}
      {edge.lanes.map((number) => {
        const lane = strip.lanes[number];
        const link = lane?.links[0] ?? -1;
        const own = contents[link];
        // A bundle has a buffer for each link, and the timeline may change one: neither has a single value to drag.
        const single = lane?.links.length === 1 && graph.links[link]?.steps.length === 1;
        const field = lane && isBoxed(lane) && single ? fieldOf(link, 'buffer') : null;
        if (lane === undefined || own === undefined || field === null || !onEdit) return null;
        const [x = 0, y = 0, next = 0] = lane.points;
        const direction = next >= x ? 1 : -1;
        const box = queues[number] ?? 0;
        const packet = field.unit === 'bytes' ? own.full / own.packets : 1;
        const size = Math.max(LEAST_TARGET, (lane.depth + (lane.elastic ? 8 : 0)) * scale);
        return (
          <Handle
            key={number}
            field={field}
            name={t('Buffer at {link}', { link: names(link) })}
            className={['grip', lane.elastic ? '' : 'small', direction < 0 ? 'back' : ''].join(' ')}
            style={{
              left: (x + direction * (lane.queue - box)) * scale - LEAST_TARGET / 2,
              top: y * scale - size / 2,
              width: LEAST_TARGET,
              height: size,
            }}
            {...(lane.elastic && own.limited
              ? {
                  origin: () => box,
                  drag: (start, pixels) =>
                    rounded(field, packet * packetsIn(start - direction * pixels, lane.queue)),
                }
              : // The box doesn't show the limit, so its end can't follow the pointer.
                { drag: (start, pixels) => scrubbed(field, start, -direction * pixels) })}
            scale={scale}
            onEdit={onEdit}
            onPress={press(link)}
          >
            <i />
          </Handle>
        );
      })}
    </>
  );
}

/** Smallest target for a pointer, screen pixels. */
const LEAST_TARGET = 24;

/** The full drawing over the page. It isn't modal, so that the fields that it opens can be used. */
function Enlarged({ close, children }: { close(): void; children: ReactNode }) {
  const view = useView();
  const frame = useRef<HTMLDivElement>(null);
  const playing = useObservable(view.playing);
  useEffect(() => {
    frame.current?.showPopover();
    frame.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div
      ref={frame}
      popover="manual"
      role="dialog"
      aria-label={t('Network')}
      className="network-large"
      data-panel="network"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        if (view.of(FOLLOWED).value === null) close();
        else view.of(FOLLOWED).set(null);
      }}
    >
      <header>
        <h2>{t('Network')}</h2>
        <button type="button" onClick={() => view.togglePlaying()}>
          {playing ? t('Pause') : t('Play')}
        </button>
        <button type="button" onClick={close}>
          {t('Close')}
        </button>
      </header>
      {children}
    </div>
  );
}

function nameOfItem(strip: Strip, { kind, at }: Item): string {
  if (kind === 'box') {
    const box = strip.boxes[at];
    return box?.place === 'router'
      ? t('Router {name}', { name: box.name })
      : t('Host {name}', { name: box?.name ?? '' });
  }
  const [left = 0, right = 0] = strip.edges[at]?.ends ?? [];
  return t('Link from {left} to {right}', {
    left: strip.boxes[left]?.name ?? '',
    right: strip.boxes[right]?.name ?? '',
  });
}
