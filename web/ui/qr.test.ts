import decodeQr from 'qr/decode.js';
import { expect, it } from 'vitest';
import { fitsQr, qrPath } from './QrCode';

const LINK = 'https://example.org/lab/#/bench?scenario=ahn-fig1-vr&of=msv2nxbp&seed=4';

/** A camera's picture: four pixels a square, dark gray on light gray. */
function pictureOf({ path, side }: { path: string; side: number }) {
  const size = 4 * side;
  const data = new Uint8ClampedArray(4 * size * size).fill(220);
  for (const [, x, y] of path.matchAll(/M(\d+),(\d+)h/g))
    for (let dy = 0; dy < 4; dy += 1)
      data.fill(
        30,
        4 * ((4 * Number(y) + dy) * size + 4 * Number(x)),
        4 * ((4 * Number(y) + dy) * size + 4 * Number(x) + 4),
      );
  return { width: size, height: size, data };
}

const code = (length: number) => `VL2-${'04EW8-'.repeat(100)}`.slice(0, length);

it('the QR code of a result has at most 77 squares a side, and the reader reads it', () => {
  for (const [length, most] of [
    [140, 41],
    [192, 49],
    [600, 77],
  ] as const) {
    const qr = qrPath(code(length), 'medium');
    expect(qr.side - 8).toBeLessThanOrEqual(most);
    expect(decodeQr(pictureOf(qr))).toBe(code(length));
  }
});

it('the QR code of a link has a margin of four squares and the three finder patterns', () => {
  const { path, side } = qrPath(LINK, 'low');
  const dark = new Set([...path.matchAll(/M(\d+),(\d+)h/g)].map(([, x, y]) => `${x},${y}`));
  const last = side - 1;
  for (const square of dark) {
    const [x = 0, y = 0] = square.split(',').map(Number);
    expect(Math.min(x, y, last - x, last - y)).toBeGreaterThanOrEqual(4);
  }
  const corners = [
    [4, 4],
    [side - 11, 4],
    [4, side - 11],
  ];
  for (const [left = 0, top = 0] of corners) {
    const row = (y: number) =>
      Array.from({ length: 7 }, (_, x) => (dark.has(`${left + x},${top + y}`) ? '#' : '.'));
    expect(Array.from({ length: 7 }, (_, y) => row(y).join(''))).toEqual([
      '#######',
      '#.....#',
      '#.###.#',
      '#.###.#',
      '#.###.#',
      '#.....#',
      '#######',
    ]);
  }
});

it('the QR code of a link is offered for links of up to 105 squares a side', () => {
  const longest = 'a'.repeat(1000);
  expect(fitsQr(longest)).toBe(true);
  expect(qrPath(longest, 'low').side - 8).toBeLessThanOrEqual(105);
  expect(decodeQr(pictureOf(qrPath(longest, 'low')))).toBe(longest);
  expect(fitsQr(`${longest}a`)).toBe(false);
});
