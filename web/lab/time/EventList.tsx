/**
 * Lists events, one sentence each. Only visible rows are in the page, however many there are. The list follows the
 * cursor, and a click moves the cursor to an event.
 */
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useObservable } from '../../base/observable';
import { observeSize } from '../../base/size';
import { formatCount, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { FLOW_STATES, SEGMENT_KINDS } from '../../engine/schema';
import { type LegendEntry, Sample } from '../../plot/Legend';
import type { Filter, TraceEvent } from '../../run/event';
import { useCursor, useView } from '../../run/hooks';
import type { Run, Trace } from '../../run/trace';
import { MARKS } from '../../ui/marks';
import { flowToken } from '../../ui/theme';
import { STATES } from '../panels/states';
import { FILTERS } from './filters';
import { Narrator } from './narrate';
import { heightOf, ROW_PX, type Scrolled, scrolled, topOf } from './scroll';
import type { Travel } from './travel';
import './EventList.css';

interface Props {
  travel: Travel;
  run: Run;
  flows: number[];
}

export function EventList({ travel, run: latest, flows: chosen }: Props) {
  // Deferred, so that the panels are drawn first during a drag.
  const run = useDeferredValue(latest);
  const flows = useDeferredValue(chosen);
  const narrator = useMemo(() => new Narrator(run, flows), [run, flows]);
  const filter = useObservable(travel.filter);
  const count = narrator.events.count(filter);
  const thinned = run.summary?.rows_thinned ?? 0;
  const place = useNow(travel, narrator);
  const caption = useObservable(travel.caption);
  return (
    <section className="event-list" aria-label={t('Event list')}>
      <p className="event-count">
        <select
          aria-label={t('Events to list')}
          value={filter}
          onChange={(event) => travel.filter.set(event.target.value as Filter)}
        >
          {FILTERS.map((one) => (
            <option key={one.filter} value={one.filter}>
              {one.label()}
            </option>
          ))}
        </select>
        <span>
          {place < 0
            ? plural(count, '{n} event', '{n} events')
            : t('{place} of {all}', { place: formatCount(place + 1), all: formatCount(count) })}
          {thinned > 0 && `; ${plural(thinned, '{n} sample was left out', '{n} samples were left out')}`}
        </span>
      </p>
      {caption !== null && <p className="event-now">{caption.words}</p>}
      <Rows key={filter} narrator={narrator} trace={run.trace} travel={travel} count={count} now={place} />
    </section>
  );
}

/** Index of the event at the cursor, or of the last one before it; -1 if there is none. */
function useNow(travel: Travel, { events }: Narrator): number {
  const cursor = useCursor();
  const filter = useObservable(travel.filter);
  const event = useObservable(travel.caption)?.event ?? null;
  return useMemo(() => {
    if (cursor === null) return -1;
    if (event === null || event.time_s !== cursor) return events.before(filter, cursor, true) - 1;
    return events.placeOf(filter, event) - (events.includes(filter, event) ? 0 : 1);
  }, [events, filter, cursor, event]);
}

interface RowsProps {
  narrator: Narrator;
  trace: Trace;
  travel: Travel;
  count: number;
  now: number;
}

function Rows({ narrator, trace, travel, count, now }: RowsProps) {
  const view = useView();
  const filter = useObservable(travel.filter);
  const frame = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const [{ first, top }, setScrolled] = useState<Scrolled>({ first: 0, top: 0 });
  const name = useId();
  const idOf = (place: number) => `${name}-${place}`;

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    return observeSize(element, () => setHeight(element.clientHeight));
  }, []);

  // Scrolls the list to the cursor. After the user has scrolled, the list stays there until the cursor moves.
  useEffect(() => {
    const element = frame.current;
    if (element === null || height === 0 || now < 0) return;
    setScrolled((before) => {
      const rows = height / ROW_PX;
      if (now >= before.first && now + 1 <= before.first + rows) return before;
      const first = Math.min(Math.max(0, now - Math.floor(rows / 3)), Math.max(0, count - rows));
      const top = topOf(first, count, height);
      element.scrollTop = top;
      return { first, top: element.scrollTop };
    });
  }, [now, count, height]);

  const start = Math.floor(first);
  const end = Math.min(count, start + Math.ceil(height / ROW_PX) + 1);
  const rows = useMemo(
    () =>
      narrator.events
        .slice(filter, start, end)
        .map((event) => ({ event, words: narrator.describe(event), sample: sampleOf(trace, event) })),
    [narrator, trace, filter, start, end],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const by = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key as 'ArrowDown'];
    if (by === undefined) return;
    event.preventDefault();
    void travel.step(by);
  };
  const hidden_px = (first - start) * ROW_PX;
  return (
    <div
      ref={frame}
      className="event-rows"
      role="listbox"
      tabIndex={0}
      aria-label={t('Events in order of time')}
      aria-activedescendant={now >= start && now < end ? idOf(now) : undefined}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) =>
        setScrolled((before) => scrolled(currentTarget.scrollTop, before, count, height))
      }
    >
      <div role="presentation" style={{ height: heightOf(count) }}>
        {rows.map(({ event, words, sample }, i) => {
          const place = start + i;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys, because its options have no focus
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
            <div
              key={`${event.flow} ${event.table} ${event.row}`}
              id={idOf(place)}
              className="event"
              role="option"
              aria-selected={place === now}
              aria-posinset={place + 1}
              aria-setsize={count}
              data-table={event.table}
              style={{ transform: `translateY(${top - hidden_px + i * ROW_PX}px)` }}
              onClick={() => {
                view.playing.set(false);
                travel.goTo(narrator, event);
              }}
            >
              <Sample entry={sample} />
              <span className="event-time">{formatTime(event.time_s)}</span>
              <span className="event-words">{words}</span>
            </div>
          );
        })}
      </div>
      {count === 0 && <p className="waiting">{t('The shown flows have none.')}</p>}
    </div>
  );
}

/** The mark or line that represents the event in the panels. */
function sampleOf(trace: Trace, { flow, table, row }: TraceEvent): LegendEntry {
  switch (table) {
    case 'segments': {
      const kind = SEGMENT_KINDS[trace.rows('segments', flow).kind[row] ?? 0] ?? 'send';
      return { label: '', mark: MARKS[kind], token: MARKS[kind].token ?? flowToken(flow) };
    }
    case 'states': {
      const state = FLOW_STATES[trace.rows('states', flow).state[row] ?? 0] ?? 'done';
      return { label: '', band: true, token: STATES[state].token };
    }
    case 'checks':
      return { label: '', line: 'dotted', token: 'mark-early' };
    case 'decisions':
      return { label: '', line: 'solid', token: flowToken(flow) };
  }
}
