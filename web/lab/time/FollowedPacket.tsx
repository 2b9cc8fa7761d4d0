/** The story of the followed packet: one button for each of its moments, which moves the cursor there. */
import { useEffect } from 'react';
import { useObservable } from '../../base/observable';
import { formatCount, formatPlain, formatTime } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import type { Packet, TraceEvent } from '../../run/event';
import { useCursor, useView } from '../../run/hooks';
import { FOLLOWED, STORY } from '../../run/selection';
import { ALWAYS, isWhole } from '../../run/series';
import type { Happening, PacketMoment, Wait } from '../../run/story';
import type { Run } from '../../run/trace';
import type { TimeWindow } from '../../run/window';
import { WAITS } from '../topology/waits';
import './FollowedPacket.css';

export function FollowedPacket({ run, packet }: { run: Run; packet: Packet }) {
  const view = useView();
  const story = useObservable(view.of(STORY));
  const waits = useObservable(view.of(WAITS));
  const cursor = useCursor();
  const name = nameOf(run, packet);
  const steps = stepsOf(story ?? [], waits);
  // A packet may join a queue at the moment at which it's sent.
  const current = steps.find(({ time_s }) => time_s === cursor)?.key;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], :popover-open') === null) view.of(FOLLOWED).set(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [view]);
  return (
    <section className="followed" aria-label={t('Followed packet')}>
      <b>{name}</b>
      {story?.length === 0 && isWhole(run.trace, 'segments', packet.flow) && (
        <span>{t("isn't in this run.")}</span>
      )}
      {story !== null && !isWhole(run.trace, 'segments', packet.flow, windowOf(story)) && (
        <span>{t('Some of its moments may not be recorded.')}</span>
      )}
      {story !== null && story.length > 0 && (
        <ol>
          {steps.map(({ key, happening, words, time_s, event }) => (
            <li key={key} data-happening={happening}>
              <button
                type="button"
                aria-current={key === current ? 'step' : undefined}
                onClick={() => {
                  view.playing.set(false);
                  view.hold(time_s, event);
                }}
              >
                {words} <time>{formatTime(time_s)}</time>
              </button>
            </li>
          ))}
        </ol>
      )}
      <button
        type="button"
        className="stop"
        aria-label={t('Stop following')}
        title={t('Stop following (Esc)')}
        onClick={() => view.of(FOLLOWED).set(null)}
      >
        ×
      </button>
    </section>
  );
}

interface Step {
  key: string;
  happening: Happening | 'queued';
  words: string;
  time_s: number;
  event: TraceEvent | null;
}

/** From a packet's first known moment to its last; all times if none is known. */
function windowOf(story: readonly PacketMoment[]): TimeWindow {
  const [from, to] = [story[0]?.event.time_s, story.at(-1)?.event.time_s];
  const isComplete = story[0]?.happening === 'sent' && story.at(-1)?.happening === 'acknowledged';
  return isComplete && from !== undefined && to !== undefined ? { from, to } : ALWAYS;
}

/** The story with the waits in it. Those of copies that arrive after the acknowledgment are left out, as in the story. */
function stepsOf(story: readonly PacketMoment[], waits: readonly Wait[]): Step[] {
  const last = story.at(-1)?.event.time_s ?? Number.NEGATIVE_INFINITY;
  const moments = story.map(
    ({ happening, event, link }): Step => ({
      key: `${event.row}`,
      happening,
      words: inWords(happening, link),
      time_s: event.time_s,
      event,
    }),
  );
  const queued = waits
    .filter(({ time_s }) => time_s <= last)
    .map(
      ({ time_s, wait_s, link, ahead }): Step => ({
        key: `${link} ${time_s}`,
        happening: 'queued',
        words: plural(
          ahead,
          'waits {time} at {link} behind {n} packet',
          'waits {time} at {link} behind {n} packets',
          { time: durationInWords(wait_s), link: link.replace('>', '→') },
        ),
        time_s,
        event: null,
      }),
    );
  return [...moments, ...queued].toSorted((a, b) => a.time_s - b.time_s);
}

/** Three significant digits, in ms below a tenth of a second. */
function durationInWords(duration_s: number): string {
  const [value, unit] = duration_s < 0.1 ? [1e3 * duration_s, 'ms'] : [duration_s, 's'];
  return `${formatPlain(Number(value.toPrecision(3)))} ${unit}`;
}

function nameOf({ scenario }: Run, { flow, seq }: Packet): string {
  const number = formatCount(seq);
  const { flows, datagrams } = scenario;
  if (flow >= flows.length)
    return t('Datagram {number} of {name}', { number, name: datagrams[flow - flows.length]?.name ?? flow });
  return flows.length > 1
    ? t('Segment {number} of {name}', { number, name: flows[flow]?.name ?? flow })
    : t('Segment {number}', { number });
}

function inWords(happening: Happening, directed: string | null): string {
  const link = directed?.replace('>', '→') ?? '';
  switch (happening) {
    case 'sent':
      return t('sent');
    case 'retransmitted':
      return t('retransmitted');
    case 'marked':
      return t('marked at {link}', { link });
    case 'dropped':
      return t('dropped at {link}', { link });
    case 'lost':
      return t('lost on {link}', { link });
    case 'arrived':
      return t('arrived');
    case 'acknowledged':
      return t('acknowledged');
  }
}
