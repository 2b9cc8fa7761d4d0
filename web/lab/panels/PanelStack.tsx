/**
 * The bench's plots in one or two columns that fit their room: one time axis at the bottom, edges that can be dragged, and plots that can be
 * enlarged, hidden and moved. Curves get `LEAST_HEIGHT` at least: a room that is too low for all plots shows fewer, with tabs, and one that is
 * too low for one plot grows, so that the page scrolls. On a phone, one plot with tabs.
 */
import {
  type KeyboardEvent,
  lazy,
  memo,
  type PointerEvent as PointerInput,
  type ReactNode,
  Suspense,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useObservable } from '../../base/observable';
import { observeSize } from '../../base/size';
import { t } from '../../base/words/words';
import { heightFor, MARGIN, STACKED, STACKED_LAST } from '../../plot/layout';
import { useView } from '../../run/hooks';
import { Boundary } from '../../ui/Boundary';
import { Floating } from '../../ui/Floating';
import { useMedia } from '../../ui/hooks';
import { scaleOf } from '../../ui/scale';
import { ROOM_FOR_TWO_COLUMNS } from '../../ui/screens';
import { useTheme } from '../../ui/theme';
import {
  type Arrangement,
  arrangementOf,
  columnsOf,
  heightsOf,
  type Item,
  itemsIn,
  OPEN_PLOT,
  PLOTS,
  roomFor,
  textOf,
  withEdgeMoved,
  withEnlarged,
  withMoved,
  withToggled,
} from './arrangement';
import type { PanelProps } from './Panel';
import { PanelSlot } from './PanelSlot';
import { type PanelName, panelNamed } from './registry';
import { StackContext } from './stack';
import { ThinnedNotice } from './ThinnedNotice';
import './PanelStack.css';

/** Room for the labels of the time axis. */
const AXIS = MARGIN.bottom - STACKED.bottom;

/** A screen that has room for one plot only. */
const ONE_PLOT = '(max-width: 37.49rem)';

/** Height of the tabs, pixels; larger for fingers. */
const TABS = 30;
const TABS_FOR_FINGERS = 41;

/** Part of the height by which an arrow key moves an edge. */
const KEY_STEP = 0.02;

export function useArrangement(): [Arrangement, (next: Arrangement) => void] {
  const text = useView().of(PLOTS);
  const plots = useObservable(text);
  const wide = useMedia(ROOM_FOR_TWO_COLUMNS);
  const set = useCallback((next: Arrangement) => text.set(textOf(next, wide)), [text, wide]);
  return [useMemo(() => arrangementOf(plots, wide), [plots, wide]), set];
}

const NONE: readonly number[] = [];

interface StackProps extends PanelProps {
  /** The number of flows of each run that is drawn over this one. */
  overlaid?: readonly number[];
  /** True where several runs have a stack each: then this one has no room for a second column. */
  narrow?: boolean;
  /** False for a stack whose tabs would repeat another's. */
  tabs?: boolean;
  /** The run's letter, if others are drawn over it. */
  letter?: string | undefined;
}

export function PanelStack({ run, flows, overlaid = NONE, narrow = false, tabs = true, letter }: StackProps) {
  const [arrangement, arrange] = useArrangement();
  const plot = useView().of(OPEN_PLOT);
  const chosen = useObservable(plot);
  const onePlot = useMedia(ONE_PLOT);
  const fingers = useMedia('(pointer: coarse)');
  const { scale } = useTheme();
  const [measure, height] = useHeight();
  const [measureNotice, noticeHeight] = useHeight();
  const room = Math.floor((height - noticeHeight) / scale);
  const { items, enlarged } = arrangement;
  const tabsHeight = onePlot || fingers ? TABS_FOR_FINGERS : TABS;
  const least = (name: PanelName) => {
    const { bands } = panelNamed(name);
    return heightFor(bands === undefined ? [] : [flows.length, ...overlaid].flatMap((count) => bands(count)));
  };
  const alone: Item[] | null = enlarged === null ? null : [{ name: enlarged, share: 1, column: 0 }];
  const inOne = narrow ? items.map((item) => ({ ...item, column: 0 as const })) : items;
  const { shown: visible, tabbed } = itemsIn(
    alone ?? inOne,
    least,
    { room, axis: AXIS, tabs: tabsHeight, ...(onePlot && { most: 1 }) },
    chosen,
  );
  const columns = columnsOf(visible);
  const leastRoom =
    Math.max(...items.map(({ name }) => roomFor([least(name)], AXIS))) + (items.length > 1 ? tabsHeight : 0);
  const tabList = useId();
  const current = visible.find(({ name }) => name === chosen) ?? visible[0];
  const content = useRef<HTMLDivElement>(null);

  /** Drags a plot by its title to another place. */
  const startMove = (event: PointerInput, name: PanelName) => {
    const { target, clientX: fromX, clientY: fromY } = event;
    if (!(target instanceof Element) || target.closest('button, select, a') !== null || event.button !== 0)
      return;
    const boxes = [...(content.current?.querySelectorAll('.stack-plot') ?? [])].map((one) =>
      one.getBoundingClientRect(),
    );
    const follow = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - fromX, clientY - fromY) < 8) return;
      const at = boxes.findIndex(
        ({ left, right, top, bottom }) =>
          clientX >= left && clientX < right && clientY >= top && clientY < bottom,
      );
      const there = visible[at];
      if (there === undefined) return;
      const place = items.filter(({ column }) => column === there.column).indexOf(there);
      arrange(withMoved(arrangement, name, place, there.column));
    };
    followPointer(follow);
  };

  const startResize = (event: PointerInput, above: PanelName) => {
    event.preventDefault();
    const from = event.clientY;
    const onScreen = height * (content.current === null ? 1 : scaleOf(content.current));
    followPointer(({ clientY }) => arrange(withEdgeMoved(arrangement, above, (clientY - from) / onScreen)));
  };

  const column = (shown: Item[]) => {
    const heights = heightsOf(
      shown,
      tabbed ? room - tabsHeight : room,
      AXIS,
      shown.map(({ name }) => least(name)),
    );
    return shown.map((item, place) => (
      <div key={item.name} className="stack-plot" style={{ height: (heights[place] ?? 0) * scale }}>
        <div
          className="stack-panel"
          onPointerDown={(event) =>
            event.target instanceof Element &&
            event.target.closest('.panel > header') !== null &&
            visible.length > 1 &&
            startMove(event, item.name)
          }
        >
          <Plot
            name={item.name}
            height={heights[place] ?? 0}
            last={place === shown.length - 1}
            {...{ run, flows, arrangement, arrange }}
          />
        </div>
        {place < shown.length - 1 && (
          <Edge
            above={item}
            share={item.share}
            onPointerDown={(event) => startResize(event, item.name)}
            move={(part) => arrange(withEdgeMoved(arrangement, item.name, part))}
          />
        )}
      </div>
    ));
  };

  return (
    <div
      className="stack"
      data-plots={visible.length}
      ref={measure}
      style={{ minHeight: leastRoom * scale + noticeHeight }}
    >
      <div className="stack-notice" ref={measureNotice}>
        <ThinnedNotice run={run} letter={letter} />
      </div>
      {tabbed && (
        <div className="stack-tabs" style={{ height: tabsHeight * scale }}>
          {tabs && (
            <Tabs
              id={tabList}
              items={items}
              current={current?.name ?? null}
              shown={visible}
              choose={(name) => plot.set(name)}
            />
          )}
        </div>
      )}
      <div
        className="stack-plots"
        {...(tabbed &&
          tabs && {
            role: 'tabpanel',
            id: `${tabList}panel`,
            'aria-labelledby': `${tabList}${current?.name}`,
          })}
      >
        <div className="stack-columns" ref={content}>
          {room > 0 &&
            columns.map((shown) => (
              <div key={shown[0]?.column} className="stack-column">
                {column(shown)}
              </div>
            ))}
        </div>
      </div>
    </div>
  );
}

/** Calls `move` for the moves of the pointer that is down, until it is up. */
function followPointer(move: (event: PointerEvent) => void): void {
  const end = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}

interface PlotProps extends PanelProps {
  name: PanelName;
  height: number;
  last: boolean;
  arrangement: Arrangement;
  arrange(next: Arrangement): void;
}

const Plot = memo(function Plot({ name, height, last, arrangement, arrange, run, flows }: PlotProps) {
  const panel = panelNamed(name);
  const { items, enlarged } = arrangement;
  const frame = useMemo(() => {
    const large = enlarged === name;
    const action =
      (label: string, next: Arrangement, possible = true) =>
      (close: () => void): ReactNode => (
        <button
          key={label}
          type="button"
          disabled={!possible}
          onClick={() => {
            close();
            arrange(next);
          }}
        >
          {label}
        </button>
      );
    const column = items.find((item) => item.name === name)?.column ?? 0;
    const inColumn = items.filter((item) => item.column === column);
    const place = inColumn.findIndex((item) => item.name === name);
    const isMovable = enlarged === null;
    const actions = [
      action(t('Move up'), withMoved(arrangement, name, place - 1), isMovable && place > 0),
      action(
        t('Move down'),
        withMoved(arrangement, name, place + 1),
        isMovable && place + 1 < inColumn.length,
      ),
      ...(inColumn.length < items.length
        ? [
            action(
              t('Move to the other column'),
              withMoved(arrangement, name, items.length, column === 0 ? 1 : 0),
              isMovable,
            ),
          ]
        : []),
      action(t('Hide this plot'), withToggled(arrangement, name), items.length > 1),
    ];
    return {
      height,
      margin: last ? STACKED_LAST : STACKED,
      tools: (
        <button
          type="button"
          className="panel-enlarge"
          aria-pressed={large}
          aria-label={large ? t('Show all plots') : t('Enlarge {plot}', { plot: panel.choice() })}
          title={large ? t('Show all plots') : t('Enlarge this plot')}
          onClick={() => arrange(withEnlarged(arrangement, name))}
        >
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <path
              d={large ? 'M5,1V5H1M7,11V7H11' : 'M7,1H11V5M5,11H1V7'}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.6"
            />
          </svg>
        </button>
      ),
      actions: (close: () => void) => <p className="buttons">{actions.map((one) => one(close))}</p>,
    };
  }, [height, last, items, enlarged, name, arrangement, arrange, panel]);
  return (
    <StackContext value={frame}>
      <Boundary name={t('This panel')}>
        <PanelSlot panel={panel} run={run} flows={flows} />
      </Boundary>
    </StackContext>
  );
});

interface EdgeProps {
  above: Item;
  share: number;
  onPointerDown(event: PointerInput): void;
  move(part: number): void;
}

/** The edge between two plots. */
function Edge({ above, share, onPointerDown, move }: EdgeProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    move(direction * KEY_STEP);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved
    <div
      className="stack-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('Height of {plot}', { plot: panelNamed(above.name).choice() })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(100, 10 * share))}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}

interface TabsProps {
  id: string;
  items: readonly Item[];
  current: PanelName | null;
  /** The plots in sight. */
  shown: readonly Item[];
  choose(name: PanelName): void;
}

function Tabs({ id, items, current, shown, choose }: TabsProps) {
  return (
    <div role="tablist" aria-label={t('Plots')}>
      {items.map(({ name }, place) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={id + name}
          aria-selected={name === current}
          aria-controls={`${id}panel`}
          data-shown={shown.some((item) => item.name === name)}
          tabIndex={name === current ? 0 : -1}
          onClick={() => choose(name)}
          onKeyDown={(event) => {
            const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: -1 }[event.key];
            if (to === undefined) return;
            event.preventDefault();
            const next = items.at(to % items.length);
            if (next === undefined) return;
            choose(next.name);
            document.getElementById(id + next.name)?.focus();
          }}
        >
          {panelNamed(name).choice()}
        </button>
      ))}
    </div>
  );
}

/** Loads when the menu opens. */
const PlotsChoice = lazy(async () => ({ default: (await import('./PlotsChoice')).PlotsChoice }));

/** The menu of plots to show. */
export function PlotsMenu() {
  return (
    <Floating label={t('Plots')} className="plots-menu">
      {() => (
        <Boundary name={t('Plots')}>
          <Suspense fallback={<p>{t('Loading …')}</p>}>
            <PlotsChoice />
          </Suspense>
        </Boundary>
      )}
    </Floating>
  );
}

/** An element's current height in CSS pixels; 0 until it is measured. */
function useHeight(): [(element: HTMLElement | null) => void, number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const measure = () => setHeight(Math.floor(element.clientHeight));
    measure();
    return observeSize(element, measure);
  }, []);
  return [ref, height];
}
