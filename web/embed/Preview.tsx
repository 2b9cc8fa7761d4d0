/** A live preview of the embed, driven as a host page would. Its frame has no sandbox, which wouldn't restrict a page of the same origin. */
import { useEffect, useRef } from 'react';
import { connect } from '../sdk/v1';
import { absolute } from '../ui/root';
import { t } from '../words/words';
import './EmbedPage.css';

/** Time after the last keystroke until the frame reloads, ms. */
const PAUSE_MS = 500;

export function Preview({ address, height }: { address: string; height: number | null }) {
  const place = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const frame = place.current;
    if (frame === null) return undefined;
    let leave: (() => void) | null = null;
    const show = () => {
      frame.style.height = '';
      frame.src = absolute(`embed/?${address}`);
      leave = connect(frame, { resize: height === null }).disconnect;
    };
    const pause = setTimeout(show, frame.src === '' ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(pause);
      leave?.();
    };
  }, [address, height]);
  return (
    <section className="builder-preview" aria-label={t('Preview')}>
      <h2>{t('As it will be')}</h2>
      <iframe ref={place} title={t('Preview')} height={height ?? 640} />
    </section>
  );
}
