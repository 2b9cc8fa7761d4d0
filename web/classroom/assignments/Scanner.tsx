/** Scans result codes with the camera, one after the other. Loaded on demand. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { openQrReader } from './qrReader';
import './Scanner.css';

/** Time between two looks at the camera's picture. */
const LOOK_EVERY_MS = 120;

/** Time for which a code is ignored after it was read, because it stays in front of the camera for a while. */
const SAME_MS = 4000;

interface Props {
  /** Called once for each code that comes into view. Returns true if it was a new result code. */
  onText(text: string): boolean;
  close(): void;
}

export function Scanner({ onText, close }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState('');
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([]);
  const [camera, setCamera] = useState('');
  const [flash, setFlash] = useState<{ count: number; isNew: boolean }>({ count: 0, isNew: false });
  const receive = useEffectEvent((text: string) => {
    const isNew = onText(text);
    setFlash(({ count }) => ({ count: count + 1, isNew }));
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let closed = false;
    const lastSeen = new Map<string, number>();
    const keep = (opened: MediaStream) => {
      stream = opened;
      if (closed) stopTracks(opened);
      return opened;
    };
    const stop = () => {
      closed = true;
      clearTimeout(timer);
      if (stream !== null) stopTracks(stream);
    };
    const fail = (error: DOMException) => {
      if (!closed) setFailure(cameraProblem(error));
      stop();
    };
    const start = async () => {
      // Browsers offer cameras only to pages that were loaded safely.
      if (navigator.mediaDevices === undefined) throw new DOMException('', 'SecurityError');
      const opening = navigator.mediaDevices.getUserMedia({
        video: {
          width: { ideal: 1280 },
          height: { ideal: 720 },
          ...(camera === '' ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: camera } }),
        },
      });
      // If the reader doesn't load, the camera is turned off too.
      const [opened, read] = await Promise.all([opening.then(keep), openQrReader()]);
      const element = video.current;
      if (closed || element === null) {
        stopTracks(opened);
        return;
      }
      element.srcObject = opened;
      await element.play();
      const devices = await navigator.mediaDevices.enumerateDevices();
      if (!closed) setCameras(devices.filter(({ kind }) => kind === 'videoinput'));
      const look = async () => {
        const { videoWidth: width, videoHeight: height } = element;
        const texts = width === 0 ? [] : await read({ source: element, width, height }, 'frame');
        if (closed) return;
        for (const text of texts) {
          const now = performance.now();
          if (now - (lastSeen.get(text) ?? Number.NEGATIVE_INFINITY) > SAME_MS) receive(text);
          lastSeen.set(text, now);
        }
        timer = setTimeout(() => look().catch(fail), LOOK_EVERY_MS);
      };
      await look();
    };
    start().catch(fail);
    return stop;
  }, [camera]);
  return (
    <section className="scanner" aria-label={t('Camera')}>
      {failure === '' ? (
        <div className="scanner-view" data-count={flash.count}>
          <video ref={video} muted playsInline aria-label={t('The camera’s picture')} />
          <span className="scanner-frame" aria-hidden="true" />
          {flash.count > 0 && (
            <span key={flash.count} className="scanner-flash" data-new={flash.isNew} aria-hidden="true">
              {flash.isNew ? '✓' : '–'}
            </span>
          )}
        </div>
      ) : (
        <p className="wrong" role="alert">
          {failure}
        </p>
      )}
      <p className="ask-actions">
        <button type="button" onClick={close}>
          {t('Close the camera')}
        </button>
        {cameras.length > 1 && (
          <label>
            {t('Camera')}{' '}
            <select
              value={camera}
              onChange={({ target }) => {
                setFailure('');
                setCamera(target.value);
              }}
            >
              <option value="">{t('Chosen by the browser')}</option>
              {cameras.map(({ deviceId, label }, index) => (
                <option key={deviceId} value={deviceId}>
                  {label || t('Camera {number}', { number: index + 1 })}
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
    </section>
  );
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function cameraProblem({ name, message }: DOMException): string {
  switch (name) {
    case 'NotAllowedError':
      return t(
        'The browser doesn’t let this page use the camera. Allow it next to the address, or open a photo of the code with “Choose files”.',
      );
    case 'NotFoundError':
    case 'NotSupportedError':
    case 'OverconstrainedError':
      return t('This device has no camera. Open a photo of the code with “Choose files”, or paste the code.');
    case 'NotReadableError':
      return t('Another program is using the camera. Close it, then open the camera again.');
    case 'SecurityError':
      return t('Browsers allow cameras only on pages whose address begins with https.');
    default:
      return t('The camera doesn’t start: {why}', { why: message || name });
  }
}
