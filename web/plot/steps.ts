/** Step lines: each value holds until the next row. */
import { bisectRight } from 'd3-array';
import type { Explained } from '../ui/explanations';
import { leavesOut } from './highlighted';
import { begin, clipped, type Ink, LINE_PX, type Points, type Stroke, type X } from './ink';
import { type PlacedLane, plain, REACH } from './layout';

/**
 * Draws a line that holds each value until the next row, and the last one until `until`. NaN values break the line; infinite
 * ones are drawn above the lane's top, where they are clipped.
 */
export function steps(
  context: Ink,
  points: Points,
  x: X,
  lane: PlacedLane,
  stroke: Stroke,
  until: number,
): void {
  if (leavesOut(stroke.kind)) return;
  clipped(context, lane, x, () => {
    begin(context, stroke, 'miter');
    if (stroke.dash === undefined && stroke.alpha === undefined) {
      context.fillStyle = stroke.color;
      trace(new Bars(context, stroke.width ?? LINE_PX), points, x, lane, until);
    } else {
      // Dashes follow the line, and translucent bars would be darker where they overlap.
      trace(new Line(context), points, x, lane, until);
      context.stroke();
    }
  });
}

/** Fills the area under a step line. */
export function filledSteps(
  context: Ink,
  points: Points,
  x: X,
  lane: PlacedLane,
  fill: { color: string; alpha: number; kind?: Explained },
  until: number,
): void {
  if (leavesOut(fill.kind)) return;
  clipped(context, lane, x, () => {
    context.globalAlpha = fill.alpha;
    context.fillStyle = fill.color;
    trace(new Area(context, lane.bottom), points, x, lane, until);
  });
}

/** Paints a step line from left to right. */
interface Steps {
  begin(at: number, y: number): void;
  /** Steps from one level to another. */
  turn(at: number, before: number, y: number): void;
  end(at: number, y: number): void;
}

/** Calls `steps` for the part of the line in the drawn range. */
function trace(steps: Steps, { time_s, value }: Points, x: X, lane: PlacedLane, until: number): void {
  const [across, up] = [plain(x), plain(lane.y)];
  const [from = 0, to = 0] = x.range();
  let before = Number.NaN;
  for (let i = Math.max(0, bisectRight(time_s, x.invert(from - REACH)) - 1); i < time_s.length; i += 1) {
    const level = value[i] ?? Number.NaN;
    const y = level === Number.POSITIVE_INFINITY ? lane.top - 4 : up(level);
    if (y === before) continue;
    const at = across(time_s[i] ?? 0);
    if (Number.isNaN(y)) {
      if (!Number.isNaN(before)) steps.end(at, before);
    } else if (Number.isNaN(before)) steps.begin(at, y);
    else steps.turn(at, before, y);
    before = y;
    if (at > to + REACH) {
      if (!Number.isNaN(y)) steps.end(at, y);
      return;
    }
  }
  if (!Number.isNaN(before)) steps.end(x(until), before);
}

/** Adds the line to a path, to be stroked. */
class Line implements Steps {
  private readonly path: Pick<Ink, 'moveTo' | 'lineTo'>;

  constructor(path: Pick<Ink, 'moveTo' | 'lineTo'>) {
    this.path = path;
  }

  begin(at: number, y: number): void {
    this.path.moveTo(at, y);
  }

  turn(at: number, before: number, y: number): void {
    this.path.lineTo(at, before);
    this.path.lineTo(at, y);
  }

  end(at: number, y: number): void {
    this.path.lineTo(at, y);
  }
}

/** Fills the area under the line, in pieces, which paint faster than the whole. They meet at pixel boundaries, so that no seam is visible. */
class Area implements Steps {
  private readonly context: Ink;
  private readonly ground: number;
  private turns = 0;
  /** Start of the current level. */
  private from = 0;

  constructor(context: Ink, ground: number) {
    this.context = context;
    this.ground = ground;
  }

  begin(at: number, y: number): void {
    this.context.beginPath();
    this.context.moveTo(at, this.ground);
    this.context.lineTo(at, y);
    this.turns = 0;
    this.from = at;
  }

  turn(at: number, before: number, y: number): void {
    const seam = Math.floor(at);
    if (this.turns >= STEPS_PER_PIECE && seam > this.from) {
      this.end(seam, before);
      this.begin(seam, before);
    }
    this.context.lineTo(at, before);
    this.context.lineTo(at, y);
    this.turns += 1;
    this.from = at;
  }

  end(at: number, y: number): void {
    this.context.lineTo(at, y);
    this.context.lineTo(at, this.ground);
    this.context.closePath();
    this.context.fill();
  }
}

/** Steps per piece of an area. */
const STEPS_PER_PIECE = 64;

/**
 * Fills what a stroke would cover: a bar for each level and each step. Browsers paint bars much faster than they stroke a line. A
 * level between steps whose bars meet needs no bar.
 */
class Bars implements Steps {
  private readonly context: Ink;
  private readonly width: number;
  /** Start of the level. */
  private from = 0;
  private turned = false;

  constructor(context: Ink, width: number) {
    this.context = context;
    this.width = width;
  }

  begin(at: number): void {
    this.from = at;
    this.turned = false;
  }

  turn(at: number, before: number, y: number): void {
    if (!this.turned || at - this.from > this.width) this.bar(this.from, at, before, before);
    const half = this.width / 2;
    this.bar(at - half, at + half, Math.min(before, y), Math.max(before, y));
    this.from = at;
    this.turned = true;
  }

  end(at: number, y: number): void {
    this.bar(this.from, at, y, y);
  }

  /** A bar between two levels, extended by half a line width above and below. */
  private bar(left: number, right: number, top: number, bottom: number): void {
    this.context.fillRect(left, top - this.width / 2, right - left, bottom - top + this.width);
  }
}
