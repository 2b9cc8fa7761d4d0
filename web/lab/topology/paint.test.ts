import { describe, expect, it } from 'vitest';
import type { Drops } from './drops';
import type { Lane, Layout } from './layout';
import type { LinkStep } from './network';
import { boxOf, fullest, type LinkContents, type Paint, packetAt, paint, passagesOfPacket } from './paint';
import { ACK, DATA, type Passages } from './passages';

/** A lane from x = 100 to 220: a queue of 20 px, then 99 px of link to the far end. */
const LANE: Lane = {
  links: [0],
  edge: 0,
  points: Float64Array.of(100, 50, 220, 50),
  along: Float64Array.of(0, 120),
  length: 120,
  queue: 20,
  width: 11,
  depth: 11,
  elastic: false,
};
const layout = { lanes: [LANE], down: false } as unknown as Layout;
const steps: LinkStep[] = [
  {
    from_s: 0,
    rate_bps: 8000,
    delay_s: 0.5,
    clock_s: 0,
    queue: { kind: 'drop_tail_packets', limit_packets: 4 },
  },
];
/** Two packets arrive at 1 s; sending takes 1/8 s each. */
const passages = (kinds = [DATA, DATA]): Passages => ({
  count: 2,
  offered: Float64Array.of(1, 1),
  starts: Float64Array.of(1, 1.125),
  leaves: Float64Array.of(1.125, 1.25),
  arrives: Float64Array.of(1.625, 1.75),
  flow: Uint16Array.of(0, 1),
  kind: Uint8Array.from(kinds),
  seq: Uint32Array.of(0, 0),
});
const dropAt = (time_s: number, flow: number, error: number): Drops => ({
  time_s: Float64Array.of(time_s),
  flow: Uint16Array.of(flow),
  error: Uint8Array.of(error),
  seq: Int32Array.of(7),
});
const contents = (change: Partial<LinkContents> = {}): LinkContents => ({
  steps,
  passages: passages(),
  queue: { time_s: new Float64Array(), bytes: new Uint32Array(), packets: new Uint32Array() },
  level: () => 0,
  full: 4,
  limited: true,
  in_bytes: false,
  packets: 4,
  drops: null,
  followed: [],
  ...change,
});
const style: Paint = {
  colors: ['blue', 'green'],
  level: 'grey',
  drop: 'red',
  sizes: [],
  highlight: null,
  fall_s: 0.1,
  reducedMotion: false,
  followed: null,
  outline: 'black',
  ground: 'white',
  font: '11px sans-serif',
};

interface Stroke {
  color: string;
  width: number;
  alpha: number;
  from: number;
  to: number;
}

/** Records the strokes' ends and the filled squares. */
function painted(link: LinkContents, moment: number, change: Partial<Paint> = {}, drawn = layout) {
  const strokes: Stroke[] = [];
  const squares: [x: number, y: number][] = [];
  const texts: string[] = [];
  let path: [number, number][] = [];
  const context = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    beginPath: () => {
      path = [];
    },
    moveTo: (x: number) => path.push([x, x]),
    lineTo: (x: number) => {
      const last = path.at(-1);
      if (last) last[1] = x;
    },
    closePath: () => {},
    arc: () => {},
    stroke: () => {
      const { strokeStyle: color, lineWidth: width, globalAlpha: alpha } = context;
      for (const [from, to] of path) strokes.push({ color, width, alpha, from, to });
    },
    fill: () => squares.push([Number.NaN, Number.NaN]),
    fillRect: (x: number, y: number) => squares.push([x + 3, y + 3]),
    strokeText: () => {},
    fillText: (text: string) => texts.push(text),
  };
  paint(context as unknown as CanvasRenderingContext2D, drawn, [link], moment, { ...style, ...change });
  return { strokes, squares, texts };
}

it('packets on a lane fill the queue from its exit, in proportion to its limit', () => {
  // Transmission of the first begins now, so it is reducedMotion all in the queue. Each takes a quarter of 17 px.
  const { strokes } = painted(contents(), 1);
  expect(strokes.map(({ color, from, to }) => [color, from, to])).toEqual([
    ['blue', 119 - 17 / 4 + 0.8, 119],
    ['green', 119 - 17 / 2 + 0.8, 119 - 17 / 4],
    // The first bit is on the link.
    ['blue', 120, 123.5],
  ]);
});

it("packets on a lane leave the queue while they're sent, and occupy the link from their first bit to their last", () => {
  // Half of the first has been sent; its first bit is an eighth of the way.
  const { strokes } = painted(contents(), 1.0625);
  expect(strokes[0]).toMatchObject({ color: 'blue', from: 119 - 17 / 8, to: 119 });
  expect(strokes[1]).toMatchObject({ color: 'green', from: 119 - (17 * 3) / 8 + 0.8, to: 119 - 17 / 8 });
  expect(strokes[2]).toMatchObject({ color: 'blue', from: 120.8, to: 120 + 99 / 8 });
  expect(strokes).toHaveLength(3);
});

it('packets on a lane move along the link during its delay', () => {
  const { strokes } = painted(contents(), 1.5);
  expect(strokes.map(({ color, from, to }) => [color, from, to])).toEqual([
    ['blue', 120 + 99 * 0.75 + 0.8, 120 + 99],
    ['green', 120 + 99 * 0.5 + 0.8, 120 + 99 * 0.75],
  ]);
  expect(painted(contents(), 1.7).strokes.map(({ color }) => color)).toEqual(['green']);
  expect(painted(contents(), 1.75).strokes).toEqual([]);
  expect(painted(contents(), 0.99).strokes).toEqual([]);
});

it('packets on a lane have the shape of their kind, and fade next to a highlighted flow', () => {
  const { strokes } = painted(contents({ passages: passages([DATA, ACK]) }), 1.5, { highlight: 1 });
  const [data, ack] = strokes;
  expect(data?.width).toBeGreaterThan(2 * (ack?.width ?? 0));
  expect(data?.alpha).toBeLessThan(0.3);
  expect(ack?.alpha).toBe(1);
});

it('packets on a lane are a gray level while they are not known', () => {
  const { strokes } = painted(contents({ passages: null, level: () => 2 }), 1);
  expect(strokes).toEqual([{ color: 'grey', width: 8, alpha: 0.55, from: 119 - 17 / 2, to: 119 }]);
});

describe('packets that are not known', () => {
  // A packet of 125 bytes arrives at 1 s and has been sent at 1.125 s; an ACK follows.
  const queue = {
    time_s: Float64Array.of(1, 1.125, 1.2, 1.24),
    bytes: Uint32Array.of(125, 0, 40, 0),
    packets: Uint32Array.of(1, 0, 1, 0),
  };

  it('packets that are not known are on the link where the known ones are', () => {
    const unknown = contents({ passages: null, queue });
    for (const moment of [1.05, 1.125, 1.4, 1.6]) {
      const [first] = painted(unknown, moment).strokes.filter(({ color }) => color === 'grey');
      const [known] = painted(contents(), moment).strokes.filter(
        ({ color, from }) => color === 'blue' && from >= 120,
      );
      expect([first?.from, first?.to], `at ${moment} s`).toEqual([known?.from, known?.to]);
    }
  });

  it('packets that are not known are thin if they are as small as ACKs', () => {
    const strokes = painted(contents({ passages: null, queue }), 1.5).strokes;
    expect(strokes.map(({ width }) => width)).toEqual([8, 3]);
  });

  it('packets that are not known are gone once they have arrived', () => {
    expect(painted(contents({ passages: null, queue }), 1.8).strokes).toEqual([]);
  });
});

describe('an elastic queue', () => {
  const elastic = {
    ...LANE,
    points: Float64Array.of(0, 50, 400, 50),
    along: Float64Array.of(0, 400),
    length: 400,
    queue: 200,
    elastic: true,
    depth: 30,
  };

  it('an elastic queue ends where its room ends, and is as long as its buffer allows', () => {
    expect(boxOf(elastic, { packets: 8 })).toBe(100);
    const { strokes } = painted(contents(), 1, {}, { lanes: [elastic], down: false } as unknown as Layout);
    const box = boxOf(elastic, { packets: 4 });
    expect(strokes[0]).toMatchObject({ to: 199, width: 27 });
    expect(strokes[0]?.from).toBeCloseTo(199 - (box - 3) / 4 + 0.8, 9);
  });

  it('an elastic queue drops packets at its open end', () => {
    const dropped = contents({
      drops: dropAt(1, 1, 0),
      passages: null,
    });
    const { squares } = painted(dropped, 1, {}, { lanes: [elastic], down: false } as unknown as Layout);
    expect(squares[0]?.[0]).toBeCloseTo(200 - boxOf(elastic, { packets: 4 }) - 4 - 10, 9);
  });
});

const both = { ...passages(), flow: Uint16Array.of(0, 0), seq: Uint32Array.of(5, 6) };

it('a followed packet is found with its retransmissions and the first ACK that covers it', () => {
  const sent = {
    ...both,
    count: 5,
    flow: Uint16Array.of(0, 0, 1, 0, 0),
    kind: Uint8Array.of(DATA, ACK, DATA, ACK, DATA),
    seq: Uint32Array.of(5, 5, 5, 6, 5),
  };
  expect(passagesOfPacket(sent, { flow: 0, seq: 5 })).toEqual([0, 3, 4]);
  expect(passagesOfPacket(null, { flow: 0, seq: 5 })).toEqual([]);
});

it('a followed packet is outlined and numbered wherever it is, and nowhere else', () => {
  const followed = { flow: 0, seq: 6 };
  const link = contents({ passages: both, followed: passagesOfPacket(both, followed) });
  for (const [moment, shown] of [
    [1, 1],
    [1.2, 1],
    [1.5, 1],
    [1.8, 0],
  ] as const) {
    const { strokes, texts } = painted(link, moment, { followed });
    expect(texts, `at ${moment} s`).toEqual(shown === 1 ? ['6'] : []);
    expect(strokes.filter(({ color }) => color === 'black')).toHaveLength(shown);
  }
});

it('a followed packet is the one that was clicked', () => {
  const link = contents({ passages: both });
  // In the queue, the first is at its exit.
  expect(packetAt(LANE, link, 1, 18, [])).toBe(0);
  expect(packetAt(LANE, link, 1, 12, [])).toBe(1);
  expect(packetAt(LANE, link, 1, 60, [])).toBeNull();
  // On the link.
  expect(packetAt(LANE, link, 1.5, 20 + 99 * 0.9, [])).toBe(0);
  expect(packetAt(LANE, link, 1.5, 20 + 99 * 0.6, [])).toBe(1);
});

describe('drops', () => {
  const dropped = contents({
    drops: dropAt(1, 1, 0),
    passages: null,
  });

  it('drops fall from the queue with acceleration, then disappear', () => {
    const height = (moment: number) => painted(dropped, moment).squares[0]?.[1] ?? Number.NaN;
    expect(painted(dropped, 0.99).squares).toEqual([]);
    expect(height(1)).toBe(56);
    expect(height(1.05)).toBeCloseTo(56 + 34 / 4, 9);
    expect(painted(dropped, 1.11).squares).toEqual([]);
  });

  it("drops don't move for users who prefer reduced motion", () => {
    const height = (moment: number) => painted(dropped, moment, { reducedMotion: true }).squares[0]?.[1];
    expect(height(1.09)).toBe(height(1));
  });

  it('drops are at the far end if a packet arrived there damaged', () => {
    const damaged = contents({
      drops: dropAt(1.625, 0, 1),
    });
    expect(painted(damaged, 1.63).squares[0]?.[0]).toBe(206);
    const refused = contents({
      drops: dropAt(1.5, 0, 1),
    });
    expect(painted(refused, 1.63).squares).toEqual([]);
    expect(painted(refused, 1.51).squares[0]?.[0]).toBe(94);
  });
});

it('shows the fullest queue of a bundle', () => {
  const links = [1, 3, 2].map((held) => contents({ level: () => held }));
  expect(fullest({ ...LANE, links: [0, 1, 2] }, links, 5)).toBe(1);
});
