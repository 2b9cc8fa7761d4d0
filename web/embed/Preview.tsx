/** The embed as it stands, driven as another page would. The frame has no sandbox: it is of this page's own origin, for which there is none. */
import { useEffect, useRef } from 'react';
import { connect } from '../sdk/v1';
import { absolute } from '../ui/root';
import { t } from '../words/words';

/** The pause in typing before the frame reloads, ms. */
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
