/** The story of the followed packet: one button for each of its moments, which moves the cursor there. */
import { useEffect } from 'react';
import { useObservable } from '../base/observable';
import type { Packet } from '../run/event';
import { useCursor, useView } from '../run/hooks';
import type { Happening } from '../run/story';
import type { Run } from '../run/trace';
import { formatCount, formatTime } from '../words/format';
import { t } from '../words/words';
import './FollowedPacket.css';

export function FollowedPacket({ run, packet }: { run: Run; packet: Packet }) {
  const view = useView();
  const story = useObservable(view.story);
  const cursor = useCursor();
  const name = nameOf(run, packet);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('dialog[open], :popover-open') === null) view.followed.set(null);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [view]);
  return (
    <section className="followed" aria-label={t('Followed packet')}>
      <b>{name}</b>
      {story?.length === 0 && <span>{t("isn't in this run.")}</span>}
      {story !== null && story.length > 0 && (
        <ol>
          {story.map(({ happening, event, link }) => (
            <li key={event.row} data-happening={happening}>
              <button
                type="button"
                aria-current={event.time_s === cursor ? 'step' : undefined}
                onClick={() => {
                  view.playback.pause();
                  view.hold(event.time_s, event);
                }}
              >
                {inWords(happening, link)} <time>{formatTime(event.time_s)}</time>
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
        onClick={() => view.followed.set(null)}
      >
        ×
      </button>
    </section>
  );
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
