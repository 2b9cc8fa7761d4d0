/**
 * Draws a picture that is mostly the previous one, shifted: moves the existing drawing by whole device pixels and draws only the
 * strips that come into view at its edges.
 */

import type { Theme } from '../ui/theme';
import { printing } from '../ui/theme';
import { type Layout, type Margin, partOf, REACH } from './layout';

export interface Size {
  /** In CSS pixels, before zooming. */
  width: number;
  height: number;
  /** Canvas pixels per CSS pixel. */
  density: number;
  margin: Margin;
}

/** Draws in the coordinates of a layout. */
type Draw = (context: CanvasRenderingContext2D, layout: Layout) => void;

interface Picture {
  /** Identity of the content: the same object while only the window changes. */
  scene: object;
  /** Identity of the rows that are drawn: a window that has all its rows looks different from one that hasn't. */
  source: unknown;
  layout: Layout;
  theme: Theme;
  size: Size;
  /** Draws marks that move with the window. */
  draw: Draw;
  /** Draws under the marks; called for every time window. */
  drawUnder: Draw;
  drawFixed: Draw;
}

/** A position on a canvas, or a shift, in canvas pixels. */
type Pixels = [across: number, down: number];

/** Largest invisible position error of a moved picture, pixels. */
const TOLERANCE_PX = 1e-3;

export class MovingPicture {
  /** The last complete drawing. */
  private first: Picture | null = null;
  /** Pixels of that drawing without its fixed parts, and the distance moved since; null until the first move. */
  private kept: { canvas: HTMLCanvasElement; moved: Pixels } | null = null;

  show(canvas: HTMLCanvasElement, shown: Picture): void {
    const { first } = this;
    const shift = first !== null && hasSameContent(first, shown) ? shiftBetween(first, shown) : null;
    if (shift === null) {
      this.first = shown;
      if (this.kept !== null) this.kept.canvas.width = 0;
      this.kept = null;
      paint(canvas, shown.size, (context) => {
        shown.drawUnder(context, shown.layout);
        shown.draw(context, shown.layout);
        shown.drawFixed(context, shown.layout);
      });
      return;
    }
    const { canvas: picture } = this.move(shift, shown);
    paint(canvas, shown.size, (context) => {
      shown.drawUnder(context, shown.layout);
      context.save();
      context.resetTransform();
      context.drawImage(picture, 0, 0);
      context.restore();
      shown.drawFixed(context, shown.layout);
    });
  }

  /** Moves the kept picture to its new position. */
  private move(shift: Pixels, { layout, size, draw }: Picture) {
    const before = this.kept;
    const [across, down] = before === null ? shift : [shift[0] - before.moved[0], shift[1] - before.moved[1]];
    const canvas = before?.canvas ?? document.createElement('canvas');
    this.kept = { canvas, moved: shift };
    const context = canvas.getContext('2d');
    const reusable = before === null ? null : reusableRange(across, layout, size);
    if (context === null || reusable === null) {
      paint(canvas, size, (context) => draw(context, layout));
      return this.kept;
    }
    if (across === 0 && down === 0) return this.kept;
    context.save();
    context.resetTransform();
    context.globalCompositeOperation = 'copy';
    context.drawImage(canvas, across, down);
    context.restore();
    // Nothing new appears above or below, because a scale that follows the window covers everything in it.
    // Two draws with one clip rectangle each: browsers quickly skip what is outside one rectangle, but not what is between two.
    for (const [left, right] of [
      [0, reusable[0]],
      [reusable[1], canvas.width],
    ] as const) {
      context.save();
      context.resetTransform();
      context.beginPath();
      context.rect(left, 0, right - left, canvas.height);
      context.clip();
      context.clearRect(left, 0, right - left, canvas.height);
      setOrigin(context, size);
      const inner = (at: number) => at / size.density - layout.margin.left;
      draw(context, partOf(layout, inner(left), inner(right)));
      context.restore();
    }
    return this.kept;
  }
}

function hasSameContent(first: Picture, { scene, source, theme, size }: Picture): boolean {
  if (first.scene !== scene || first.source !== source || first.theme !== theme) return false;
  const { width, height, density, margin } = first.size;
  return size.width === width && size.height === height && size.density === density && size.margin === margin;
}

/** The distance between two drawings, pixels; null if one isn't the other moved by whole pixels. */
export function shiftBetween(first: { layout: Layout }, next: { layout: Layout; size: Size }): Pixels | null {
  const [from, to] = [first.layout, next.layout];
  if (from.lanes.length !== to.lanes.length) return null;
  const { density } = next.size;
  const across = scaleShift(from.x, to.x, density);
  const downs = to.lanes.map((lane, at) => {
    const before = from.lanes[at];
    const isThere = before?.name === lane.name && before.top === lane.top && before.bottom === lane.bottom;
    return isThere ? scaleShift(before.y, lane.y, density) : null;
  });
  const down = downs[0] ?? null;
  if (across === null || down === null || downs.some((other) => other !== down)) return null;
  // With several lanes, each would have to be moved within its own edges.
  return down === 0 || downs.length === 1 ? [across, down] : null;
}

interface Scale {
  (value: number): number;
  domain(): number[];
}

/** The shift in whole pixels from one scale to another; null if they differ in any other way. */
function scaleShift(from: Scale, to: Scale, density: number): number | null {
  const [atStart = 0, atEnd = 0] = to.domain().map((value) => (to(value) - from(value)) * density);
  const whole = Math.round(atStart);
  return Math.abs(atStart - whole) < TOLERANCE_PX && Math.abs(atEnd - whole) < TOLERANCE_PX ? whole : null;
}

/** The part of a moved picture that equals a new drawing; null if there is none. */
function reusableRange(across: number, layout: Layout, { density }: Size): Pixels | null {
  // Marks just outside the window reach into it, so the edges must be redrawn.
  const left = Math.ceil((layout.margin.left + REACH) * density) + Math.max(0, across);
  const right = Math.floor((layout.margin.left + layout.width - REACH) * density) + Math.min(0, across);
  return left < right ? [left, right] : null;
}

/** Resizes and clears a canvas, then draws on it. */
export function paint(
  canvas: HTMLCanvasElement,
  size: Size,
  draw: (context: CanvasRenderingContext2D) => void,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const [across, down] = [Math.round(size.width * size.density), Math.round(size.height * size.density)];
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  context.resetTransform();
  context.clearRect(0, 0, across, down);
  setOrigin(context, size);
  draw(context);
}

/** Moves the origin to the top left corner within the margins. */
function setOrigin(context: CanvasRenderingContext2D, { density, margin }: Size): void {
  context.setTransform(density, 0, 0, density, margin.left * density, margin.top * density);
}

/** Least canvas pixels per CSS pixel on paper. */
const ON_PAPER = 3;

/** Canvas pixels per CSS pixel: enough for the zoom, for the screen's pixel ratio and for paper. */
export function densityOf({ scale }: { scale: number }): number {
  const own = globalThis.devicePixelRatio || 1;
  return scale * (printing.value ? Math.max(ON_PAPER, own) : own);
}
