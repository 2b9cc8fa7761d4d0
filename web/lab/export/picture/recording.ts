/**
 * Records a panel's drawing calls as SVG elements. It implements only the canvas methods that panels use. Consecutive paths of one look, for
 * example the dots of a plot, become one.
 */
import type { Ink } from '../../../plot/ink';

interface State {
  fillStyle: Ink['fillStyle'];
  strokeStyle: Ink['strokeStyle'];
  lineWidth: number;
  lineJoin: CanvasLineJoin;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  dash: number[];
  clip: string | null;
}

const ANCHORS: Partial<Record<CanvasTextAlign, string>> = { right: 'end', end: 'end', center: 'middle' };
const BASELINES: Partial<Record<CanvasTextBaseline, string>> = { middle: 'central', top: 'text-before-edge' };

/** Rounds to hundredths of a pixel, which is finer than any printer, to keep the file small. */
function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function finite(...values: number[]): boolean {
  return values.every(Number.isFinite);
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export class Recording implements Ink {
  fillStyle: Ink['fillStyle'] = '#000';
  strokeStyle: Ink['strokeStyle'] = '#000';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  globalAlpha = 1;
  font = '10px sans-serif';
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly measureText: Ink['measureText'];
  private dash: number[] = [];
  private clipped: string | null = null;
  private path: string[] = [];
  private readonly saved: State[] = [];
  private readonly elements: string[] = [];
  private readonly clips = new Map<string, string>();
  private joined: { look: string; d: string[] } | null = null;

  /** Begins the ids of clip paths, which must differ between drawings of one page. */
  private readonly prefix: string;

  constructor(measureText: Ink['measureText'], prefix = 'clip') {
    this.measureText = measureText;
    this.prefix = prefix;
  }

  /** The drawing as SVG. */
  svg(): string {
    this.endJoined();
    const clips = [...this.clips].map(([d, id]) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    const defs = clips.length > 0 ? `<defs>${clips.join('')}</defs>` : '';
    return defs + this.elements.join('');
  }

  save(): void {
    const { fillStyle, strokeStyle, lineWidth, lineJoin, globalAlpha, font, textAlign, textBaseline } = this;
    const { dash, clipped: clip } = this;
    const style = { fillStyle, strokeStyle, lineWidth, lineJoin, globalAlpha, font, textAlign, textBaseline };
    this.saved.push({ ...style, dash, clip });
  }

  restore(): void {
    const state = this.saved.pop();
    if (state === undefined) return;
    const { dash, clip, ...style } = state;
    Object.assign(this, style);
    this.dash = dash;
    this.clipped = clip;
  }

  beginPath(): void {
    this.path = [];
  }

  closePath(): void {
    this.path.push('Z');
  }

  /** Skips non-finite points as a canvas does, because lines use them for gaps. */
  moveTo(x: number, y: number): void {
    if (!finite(x, y)) return;
    this.path.push(`M${short(x)},${short(y)}`);
  }

  lineTo(x: number, y: number): void {
    if (!finite(x, y)) return;
    this.path.push(`${this.path.length === 0 ? 'M' : 'L'}${short(x)},${short(y)}`);
  }

  rect(x: number, y: number, width: number, height: number): void {
    if (!finite(x, y, width, height)) return;
    this.path.push(`M${short(x)},${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`);
  }

  /** Always a full circle, starting at the right: panels draw no other arcs. */
  arc(x: number, y: number, radius: number): void {
    if (!finite(x, y, radius)) return;
    const [right, left, r] = [short(x + radius), short(x - radius), short(radius)];
    const at = short(y);
    this.path.push(`M${right},${at}A${r},${r},0,1,1,${left},${at}A${r},${r},0,1,1,${right},${at}`);
  }

  clip(): void {
    const d = this.path.join('');
    const id = this.clips.get(d) ?? `${this.prefix}-${this.clips.size + 1}`;
    this.clips.set(d, id);
    this.clipped = id;
  }

  fill(): void {
    this.join(this.path.join(''), this.filled());
  }

  stroke(): void {
    this.join(this.path.join(''), `fill="none" ${this.stroked()}`);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    if (!finite(x, y, width, height)) return;
    this.join(`M${short(x)},${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`, this.filled());
  }

  fillText(text: string, x: number, y: number): void {
    this.add(this.textAt(text, x, y, this.filled()));
  }

  strokeText(text: string, x: number, y: number): void {
    this.add(this.textAt(text, x, y, `fill="none" ${this.stroked('round')}`));
  }

  setLineDash(dash: Iterable<number>): void {
    this.dash = [...dash];
  }

  private textAt(text: string, x: number, y: number, look: string): string {
    const anchor = ANCHORS[this.textAlign];
    const baseline = BASELINES[this.textBaseline];
    const placed = `${anchor ? ` text-anchor="${anchor}"` : ''}${baseline ? ` dominant-baseline="${baseline}"` : ''}`;
    return `<text x="${short(x)}" y="${short(y)}" ${fontAttributes(this.font)}${placed} ${look}>${escaped(text)}</text>`;
  }

  private filled(): string {
    return `fill="${this.fillStyle}"${this.common()}`;
  }

  private stroked(lineJoin = this.lineJoin): string {
    const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.join(' ')}"` : '';
    const join = lineJoin === 'miter' ? '' : ` stroke-linejoin="${lineJoin}"`;
    return `stroke="${this.strokeStyle}" stroke-width="${short(this.lineWidth)}"${dash}${join}${this.common()}`;
  }

  private common(): string {
    const alpha = this.globalAlpha === 1 ? '' : ` opacity="${this.globalAlpha}"`;
    return `${alpha}${this.clipped === null ? '' : ` clip-path="url(#${this.clipped})"`}`;
  }

  /** Paths that let something through stay apart: where they overlap, they'd add up. */
  private join(d: string, look: string): void {
    if (d === '') return;
    if (this.joined?.look !== look || this.globalAlpha < 1) this.endJoined();
    this.joined ??= { look, d: [] };
    this.joined.d.push(d);
  }

  private add(element: string): void {
    this.endJoined();
    this.elements.push(element);
  }

  private endJoined(): void {
    if (this.joined === null) return;
    this.elements.push(`<path d="${this.joined.d.join('')}" ${this.joined.look}/>`);
    this.joined = null;
  }
}

/** Converts a canvas font, in pixels, to attributes: pages with a strict content security policy block `style` in an embedded picture. */
export function fontAttributes(font: string): string {
  const [, weight, size = '', family = ''] = /^(?:(\S+) )?([\d.]+px) (.+)$/.exec(font) ?? [];
  const heavy = weight === undefined ? '' : `font-weight="${escaped(weight)}" `;
  return `${heavy}font-size="${size}" font-family="${escaped(family)}"`;
}
