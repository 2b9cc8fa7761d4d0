/**
 * Draws the cursor with its readings, the event at the cursor and the moments of the followed packet on a separate layer, so that moving
 * the pointer redraws nothing else.
 */
import { useEffect, useMemo, useState } from 'react';
import { useObservable } from '../base/observable';
import { formatTime } from '../base/words/format';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { sameEvent, type TraceEvent } from '../run/event';
import { useCursor, useView } from '../run/hooks';
import { FOLLOWED, STORY } from '../run/selection';
import type { ViewState } from '../run/view';
import { belowBands, CORNER_SHARE, cornerOf, type Line } from './corner';
import type { Layout } from './layout';
import { describedEvents, type EventMarks, NARRATION, positionOf } from './snap';
import './plot.css';

/** Id of the plot that was last pointed to or focused: the one that shows the event's sentence. */
export const POINTED: ViewState<string | null> = { usual: null, until: 'never' };

/** One value at the cursor. */
export interface Reading {
  label: string;
  value: string;
  /** The color in `tokens.css` that the panel uses for it. */
  token?: string;
}

/** Most readings listed; more would cover the plot. */
const READINGS = 8;

interface Props {
  layout: Layout;
  read(moment: number): Reading[];
  events: EventMarks | null;
  lines: readonly Line[];
  /** Id of the plot. */
  plot: string;
}

export function CursorLayer({ layout, read, events, lines, plot }: Props) {
  const view = useView();
  const cursor = useCursor();
  const selecting = useObservable(view.selecting);
  const event = useObservable(view.event);
  const isPointed = useObservable(view.of(POINTED)) === plot;
  const { x, window, width, height, margin } = layout;
  const shown = cursor !== null && cursor >= window.from && cursor <= window.to;
  const at = shown ? x(cursor) : 0;
  const inLeftHalf = at < width / 2;
  const mark = event === null ? null : positionOf(describedEvents(events, view), layout, event);
  const corner = useMemo(
    () => (shown ? cornerOf(layout, { events, lines }, inLeftHalf) : null),
    [shown, layout, events, lines, inLeftHalf],
  );
  // The sentence about the event replaces the readings.
  const readings = shown && !(isPointed && mark) ? read(cursor) : null;
  return (
    <div
      className="plot-cursor"
      style={{ left: margin.left, top: margin.top, width, height }}
      aria-hidden="true"
    >
      {selecting && (
        <div
          className="selection"
          style={{ left: x(selecting.from), width: Math.max(1, x(selecting.to) - x(selecting.from)) }}
        />
      )}
      <FollowedMoments layout={layout} events={events} />
      {shown && <div className="cursor-line" style={{ transform: `translateX(${at}px)` }} />}
      {mark && <span className="event-ring" style={{ left: mark.x, top: mark.y }} />}
      {corner && readings && cursor !== null && (
        <div
          className="readout"
          style={{
            [corner.side]: 0,
            top: 'auto',
            [corner.edge]: corner.offset,
            maxWidth: CORNER_SHARE * width,
            maxHeight: corner.height,
          }}
        >
          <b>{formatTime(cursor)}</b>
          {readings.slice(0, READINGS).map(({ label, value, token }) => (
            <span key={label}>
              <i style={token ? { background: `var(--${token})` } : undefined} />
              {label} <b>{value}</b>
            </span>
          ))}
          {readings.length > READINGS && (
            <span>{t('and {count} more values', { count: readings.length - READINGS })}</span>
          )}
        </div>
      )}
    </div>
  );
}

/** A line at each moment of the followed packet, and a ring where the plot shows it. */
function FollowedMoments({ layout, events }: Pick<Props, 'layout' | 'events'>) {
  const view = useView();
  const story = useObservable(view.of(STORY));
  const described = describedEvents(events, view);
  // The packet is not of this plot's run.
  if (story === null || (events !== null && described === null)) return null;
  const { x, window } = layout;
  return story
    .filter(({ event: { time_s } }) => time_s >= window.from && time_s <= window.to)
    .map(({ happening, event }) => {
      const mark = positionOf(described, layout, event);
      return (
        <span
          key={event.row}
          className="followed-moment"
          data-happening={happening}
          style={{ left: x(event.time_s) }}
        >
          {mark && <i style={{ top: mark.y }} />}
        </span>
      );
    });
}

/** Least room next to a mark for its sentence, pixels. With less, the sentence goes above or below the mark. */
const ROOM_PX = 190;
/** Distance between a mark and its sentence. */
const ASIDE_PX = 16;

/**
 * The sentence about the event at the cursor, next to its mark, and a button that follows its packet. The plot that was last pointed to
 * or focused shows it. Until the user keeps the event by clicking or stepping, it lets the pointer through.
 */
export function EventReadout({ layout, events, plot }: Pick<Props, 'layout' | 'events' | 'plot'>) {
  const view = useView();
  const event = useObservable(view.event);
  const isPointed = useObservable(view.of(POINTED)) === plot;
  const mark = event === null || !isPointed ? null : positionOf(describedEvents(events, view), layout, event);
  if (event === null || mark === null) return null;
  return (
    <EventSentence
      key={`${event.flow} ${event.table} ${event.row}`}
      layout={layout}
      event={event}
      mark={mark}
    />
  );
}

function EventSentence({
  layout,
  event,
  mark,
}: {
  layout: Layout;
  event: TraceEvent;
  mark: { x: number; y: number };
}) {
  const view = useView();
  const followed = useObservable(view.of(FOLLOWED));
  const kept = useObservable(view.held);
  const words = useSentence(event);
  if (words === null) return null;
  const { margin, width } = layout;
  // The sentence keeps clear of the bands.
  const start = Math.min(belowBands(layout), mark.y);
  const height = layout.height - start;
  const { x, y } = { x: mark.x, y: mark.y - start };
  const room = Math.max(x, width - x) - ASIDE_PX;
  const isBeside = room >= ROOM_PX;
  const onRight = x < width / 2;
  const across = onRight ? { left: x + ASIDE_PX } : { right: width - x + ASIDE_PX };
  // Beside a mark, the box is moved up by as much of its height as the mark is from the top, so it stays in the plot.
  const beside = {
    ...across,
    top: y,
    maxWidth: Math.min(352, room),
    transform: `translateY(${(-100 * y) / height}%)`,
  };
  const apart = y < height / 2 ? { top: y + ASIDE_PX } : { bottom: height - y + ASIDE_PX };
  const packet = view.of(NARRATION).value?.packet(event) ?? null;
  const isFollowed = packet !== null && followed?.flow === packet.flow && followed.seq === packet.seq;
  return (
    <div
      className="event-readout"
      data-kept={kept}
      style={{ left: margin.left, top: margin.top + start, width, height }}
    >
      <i
        className="leader"
        style={
          isBeside
            ? { ...(onRight ? { left: x + 7 } : { right: width - x + 7 }), top: y, width: ASIDE_PX - 7 }
            : {
                left: x,
                ...(y < height / 2 ? { top: y + 7 } : { bottom: height - y + 7 }),
                height: ASIDE_PX - 7,
              }
        }
      />
      <div className="readout" style={isBeside ? beside : { left: 0, right: 0, ...apart }}>
        <span>
          <b>{formatTime(event.time_s)}</b> {words}
        </span>
        {packet !== null && !kept && (
          <small>
            {rich('Click to keep this, or press <kbd>f</kbd> to follow the packet', {
              kbd: (key) => <kbd>{key}</kbd>,
            })}
          </small>
        )}
        {packet !== null && kept && !isFollowed && (
          <button type="button" className="follow" onClick={() => view.of(FOLLOWED).set(packet)}>
            {t('Follow this packet')} <kbd>f</kbd>
          </button>
        )}
      </div>
    </div>
  );
}

/** The sentence about an event; null until it has loaded. */
function useSentence(event: TraceEvent): string | null {
  const view = useView();
  const [described, setDescribed] = useState<{ event: TraceEvent; words: string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void view
      .of(NARRATION)
      .value?.describe(event)
      .then((words) => isCurrent && setDescribed({ event, words }));
    return () => {
      isCurrent = false;
    };
  }, [view, event]);
  return described !== null && sameEvent(described.event, event) ? described.words : null;
}

export function readingsInWords(moment: number, readings: Reading[]): string {
  return [formatTime(moment), ...readings.map(({ label, value }) => `${label} ${value}`)].join(', ');
}
