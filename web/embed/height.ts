/**
 * Tells the page around how high the embed would be, in the words of those who listen:
 * our own message; `lti.frameResize` of Canvas and other learning platforms, as the text that all of them read; H5P's resizer once it has
 * said hello; WordPress' embeds where the address carries their secret.
 *
 * The height is that of the content, which depends on the frame's width and never on its height: so a host that follows
 * does not make it change again.
 */
import type { Frame, HostLine } from './hostLine';

/** Letters and digits that WordPress puts behind the `#` of an embed, to know it again. */
const SECRET = /^#\?secret=([A-Za-z0-9]{1,64})$/;

export interface Sized {
  /** The height of the content, pixels. */
  measure(): number;
  /** Calls back whenever that may have changed. */
  observe(changed: () => void): void;
}

export function followHeight(content: Sized, frame: Frame, line: HostLine, hash: string): void {
  const [, secret] = SECRET.exec(hash) ?? [];
  let told = 0;
  let resizes = false;
  const tell = () => {
    const height = Math.ceil(content.measure());
    if (height <= 0 || height === told) return;
    told = height;
    line.tellHeight(height);
    line.toAnyone(JSON.stringify({ subject: 'lti.frameResize', height }));
    if (secret !== undefined) line.toAnyone({ message: 'height', value: height, secret });
    if (resizes) line.toAnyone({ context: 'h5p', action: 'resize', scrollHeight: height });
  };
  frame.addEventListener('message', ({ source, data }) => {
    if (source !== (frame.parent as unknown) || data?.context !== 'h5p' || data.action !== 'hello') return;
    resizes = true;
    told = 0;
    tell();
  });
  line.toAnyone({ context: 'h5p', action: 'hello' });
  content.observe(tell);
}

/** An element whose height follows from its content. */
export function sized(element: Element): Sized {
  return {
    measure: () => element.getBoundingClientRect().height,
    observe: (changed) => new ResizeObserver(changed).observe(element),
  };
}
