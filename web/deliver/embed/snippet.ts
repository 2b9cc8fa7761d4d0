/** Writes the HTML that embeds the lab in a page. */
import { escaped } from '../../base/escaped';

/** Default height of a frame in pixels: enough for a plot or two. The frame is as wide as its container. */
const HEIGHT = 640;

/**
 * The frame's permissions: run scripts, store progress if the browser allows it, open the lab in an unsandboxed window,
 * and save files. Without `allow-same-origin`, the browser doesn't start the engine's worker.
 */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-downloads',
];

export interface Snippet {
  /** The full address of the frame. */
  address: string;
  /** Accessible name of the frame. */
  title: string;
  /** Height in pixels; null: the frame reports its height. */
  height: number | null;
}

export function snippetOf({ address, title, height }: Snippet): string {
  const attributes = {
    src: address,
    title,
    loading: 'lazy',
    sandbox: SANDBOX.join(' '),
    allow: 'clipboard-write; fullscreen',
    width: '100%',
    height: String(height ?? HEIGHT),
    style: 'border: 0',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}

/**
 * The HTML of a bench as an element, without a frame. `file` is the address of the element's module, `link` the query of the bench's link.
 */
export function elementSnippet(file: string, link: string): string {
  return `<script type="module" src="${escaped(file)}"></script>
<vegas-lab link="${escaped(link || 'scenario=ahn-fig1-rr')}" panels="window,queue">This needs JavaScript.</vegas-lab>`;
}

/** The snippet plus a script that fits the frame's height to its content. `sdk` is the address of the lab's `sdk/`. */
export function snippetWithScript(snippet: Snippet, sdk: string): string {
  const frames = `'iframe[src^="${snippet.address.replace(/[?#].*$/s, '')}"]'`;
  return `${snippetOf(snippet)}
<script src="${escaped(`${sdk}v1.global.js`)}"></script>
<script>document.querySelectorAll(${frames}).forEach((frame) => VegasLab.connect(frame));</script>`;
}
