/** Step lines: each value holds until the next row. */
import { bisectRight } from 'd3';
import { begin, clipped, type Ink, LINE_PX, type Points, type Stroke, type X } from './ink';
import { type PlacedLane, plain, REACH } from './layout';

/**
 * A line that holds each value until the next row, and the last one until `until`. Values that are not numbers break
 * it; infinite ones run off the top of the lane, where they are.
 */
export function steps(
  context: Ink,
  points: Points,
  x: X,
  lane: PlacedLane,
  stroke: Stroke,
  until: number,
): void {
  clipped(context, lane, x, () => {
    begin(context, stroke, 'miter');
    if (stroke.dash === undefined && stroke.alpha === undefined) {
      context.fillStyle = stroke.colour;
      trace(new Bars(context, stroke.width ?? LINE_PX), points, x, lane, until);
    } else {
      // Dashes run along the line, and what shines through would be darker where bars meet.
      trace(new Line(context), points, x, lane, until);
      context.stroke();
    }
  });
}

/** The area under such a line. */
export function filledSteps(
  context: Ink,
  points: Points,
  x: X,
  lane: PlacedLane,
  fill: { colour: string; alpha: number },
  until: number,
): void {
  clipped(context, lane, x, () => {
    context.globalAlpha = fill.alpha;
    context.fillStyle = fill.colour;
    trace(new Area(context, lane.bottom), points, x, lane, until);
  });
}

/** Paints a step line from left to right. */
interface Steps {
  begin(at: number, y: number): void;
  /** From one level to another. */
  turn(at: number, before: number, y: number): void;
  end(at: number, y: number): void;
}

/** Follows the line through the part of the plot that is drawn. */
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

/** As one line, to be stroked. */
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

/** As the area under it, in pieces that are painted sooner than the whole. They meet where pixels do, so that no seam shows through. */
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
    if (this.turns >= PIECE && seam > this.from) {
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

/** Turns in a piece of an area. */
const PIECE = 64;

/**
 * As what a stroke of it covers: a bar for each level and each turn, which a browser paints much sooner than it strokes a line. A level
 * between turns whose bars meet needs none.
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

  /** As high as from one level to another, and half a line on both sides. */
  private bar(left: number, right: number, top: number, bottom: number): void {
    this.context.fillRect(left, top - this.width / 2, right - left, bottom - top + this.width);
  }
}
