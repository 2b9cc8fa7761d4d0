/**
 * Reports the embed's height to the host page in several formats: our own; `lti.frameResize` as an object with an id and
 * the frame's width, as SPLICE has it, and as JSON text, for Canvas and other learning platforms; that of H5P's resizer,
 * after its hello; and that of WordPress, if the address contains its secret.
 *
 * The content's height depends on the frame's width but not on its height. So when a host resizes the frame, the
 * content's height doesn't change again.
 */
import { observeSize } from '../../base/size';
import type { Frame, HostConnection } from './hostConnection';
import { messageId } from './messageId';

/** WordPress puts a secret into the address, after the `#`, and recognizes the embed's messages by it. */
const SECRET = /^#\?secret=([A-Za-z0-9]{1,64})$/;

export interface MeasuredContent {
  /** Returns the height in pixels. */
  measure(): number;
  /** Calls `changed` whenever the height may have changed. */
  observe(changed: () => void): void;
}

export function followHeight(
  content: MeasuredContent,
  frame: Frame,
  host: HostConnection,
  hash: string,
): void {
  const [, secret] = SECRET.exec(hash) ?? [];
  let lastHeight = 0;
  let hasH5pResizer = false;
  const sendHeight = () => {
    const height = Math.ceil(content.measure());
    if (height <= 0 || height === lastHeight) return;
    lastHeight = height;
    host.sendHeight(height);
    const width = frame.innerWidth;
    host.sendPublic({ subject: 'lti.frameResize', message_id: messageId(), height, width });
    host.sendPublic(JSON.stringify({ subject: 'lti.frameResize', height }));
    if (secret !== undefined) host.sendPublic({ message: 'height', value: height, secret });
    if (hasH5pResizer) host.sendPublic({ context: 'h5p', action: 'resize', scrollHeight: height });
  };
  frame.addEventListener('message', ({ source, data }) => {
    if (source !== (frame.parent as unknown) || data?.context !== 'h5p' || data.action !== 'hello') return;
    hasH5pResizer = true;
    lastHeight = 0;
    sendHeight();
  });
  host.sendPublic({ context: 'h5p', action: 'hello' });
  content.observe(sendHeight);
}

/** Measures an element whose height depends on its content, up to a height at which the frame scrolls. */
export function measured(element: Element, most = Number.POSITIVE_INFINITY): MeasuredContent {
  return {
    measure: () => Math.min(element.getBoundingClientRect().height, most),
    observe: (changed) => {
      observeSize(element, changed);
    },
  };
}
