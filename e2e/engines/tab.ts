/** Page actions for the flows, the same in every engine: read, click, drag, type. */
import type { Driver } from './driver';
import { BLOCKS, type Picture } from './picture';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Tab {
  readonly driver: Driver;
  private readonly base: string;

  constructor(driver: Driver, base: string) {
    this.driver = driver;
    this.base = base;
  }

  /** @param address relative to the lab's folder */
  async open(address: string): Promise<void> {
    await this.driver.goto(new URL(address, this.base).href);
  }

  /** Clears the lab's storage and leaves the page, so that the next one loads from scratch. */
  async forget(): Promise<void> {
    await this.open('lessons/glossary/');
    await this.evaluate(async () => {
      // Requests that are pending when a page is left fail and log errors.
      for (let tries = 0; tries < 600 && document.documentElement.dataset.alive !== 'true'; tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
      localStorage.clear();
      sessionStorage.clear();
    });
  }

  /** Calls a function in the page. Arguments and result are JSON. */
  async evaluate<A extends unknown[], R>(body: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    return (await this.driver.evaluate(`(${body})(...${JSON.stringify(args)})`)) as R;
  }

  count(css: string): Promise<number> {
    return this.evaluate((where) => document.querySelectorAll(where).length, css);
  }

  /** The text of the first match; null if there is none. */
  text(css: string): Promise<string | null> {
    return this.evaluate((where) => document.querySelector(where)?.textContent ?? null, css);
  }

  attribute(css: string, name: string): Promise<string | null> {
    return this.evaluate(
      (where, what) => document.querySelector(where)?.getAttribute(what) ?? null,
      css,
      name,
    );
  }

  /** The value of a control. */
  value(css: string): Promise<string | null> {
    return this.evaluate((where) => document.querySelector<HTMLInputElement>(where)?.value ?? null, css);
  }

  /** Clicks the first match that contains these words. */
  async click(css: string, words = ''): Promise<void> {
    await this.reach(css, words, 'click', async ({ x, y, width, height }) => {
      await this.driver.moveTo(x + width / 2, y + height / 2);
      await this.driver.down();
      await this.driver.up();
    });
  }

  /** Drags within an element, from one share of its width and height to another. */
  async drag(css: string, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.reach(css, '', 'pointerdown', async ({ x, y, width, height }) => {
      const at = (share: number) =>
        [
          x + width * (from[0] + (to[0] - from[0]) * share),
          y + height * (from[1] + (to[1] - from[1]) * share),
        ] as const;
      await this.driver.moveTo(...at(0));
      await this.driver.down();
      for (const share of [0.3, 0.6, 1]) await this.driver.moveTo(...at(share));
      await this.driver.up();
    });
  }

  /** Scrolls an element into the window. */
  async see(css: string): Promise<void> {
    await this.place(css, '');
  }

  async focus(css: string): Promise<void> {
    await this.place(css, '');
    await this.evaluate((where) => document.querySelector<HTMLElement>(where)?.focus(), css);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.driver.press(key);
  }

  /** A picture of an element, once it has stopped changing. */
  async picture(css: string): Promise<Picture> {
    let last: Picture = [];
    for (let tries = 0; tries < 50; tries += 1) {
      const box = await this.place(css, '');
      const picture = await this.evaluate(blocksOf, await this.driver.screenshot(), box, BLOCKS);
      if (JSON.stringify(picture) === JSON.stringify(last)) return picture;
      last = picture;
    }
    throw new Error(`the picture of ${css} never comes to rest`);
  }

  /**
   * Uses the pointer on the first match that contains these words. Content that loads above may move it away from the
   * pointer in engines without scroll anchoring; then this tries again, as a user would.
   */
  private async reach(css: string, words: string, event: string, use: (box: Box) => Promise<void>) {
    for (let tries = 0; tries < 10; tries += 1) {
      const box = await this.place(css, words);
      await this.evaluate(awaitEvent, css, words, event);
      await use(box);
      if (await this.evaluate(wasReached)) return;
    }
    throw new Error(`${css} “${words}” is never where it was`);
  }

  /** An element's box, once it exists, has stopped moving, and nothing covers its center. */
  private place(css: string, words: string): Promise<Box> {
    return this.evaluate(settledBox, css, words);
  }
}

/** In the page. */
async function settledBox(css: string, words: string): Promise<Box> {
  // A timer as well, because a hidden window draws no frames.
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 100);
    });
  let why = 'there is none';
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    await frame();
    const found = [...document.querySelectorAll(css)].find((one) => one.textContent?.includes(words));
    if (found === undefined) continue;
    const seen = found.getBoundingClientRect();
    if (seen.top < 60 || seen.bottom > innerHeight)
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = found.getBoundingClientRect();
    await frame();
    const { x, y, width, height } = found.getBoundingClientRect();
    why = 'it moves';
    if (before.x !== x || before.y !== y || before.width !== width || before.height !== height) continue;
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    why = `over it lies ${top?.outerHTML.slice(0, 200)}`;
    if (top === null || !(found.contains(top) || top.contains(found))) continue;
    why = 'it is disabled';
    if ((found as HTMLButtonElement).disabled) continue;
    return { x, y, width, height };
  }
  throw new Error(`${css} “${words}”: ${why}`);
}

/** Runs in the page: the picture of a part of a screenshot. */
async function blocksOf(png: string, box: Box, blocks: number): Promise<number[]> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas context');
  context.drawImage(image, 0, 0);
  const picture: number[] = [];
  for (let row = 0; row < blocks; row += 1) {
    for (let column = 0; column < blocks; column += 1) {
      const left = Math.round(box.x + (box.width * column) / blocks);
      const top = Math.round(box.y + (box.height * row) / blocks);
      const right = Math.round(box.x + (box.width * (column + 1)) / blocks);
      const bottom = Math.round(box.y + (box.height * (row + 1)) / blocks);
      const { data } = context.getImageData(left, top, right - left, bottom - top);
      const sums = [0, 0, 0];
      for (let i = 0; i < data.length; i += 1) {
        const channel = i % 4;
        if (channel < 3) sums[channel] = (sums[channel] ?? 0) + (data[i] ?? 0);
      }
      for (const sum of sums) picture.push(Math.round((sum / data.length) * 40) / 10);
    }
  }
  return picture;
}

/** Runs in the page: records whether an element gets an event. */
function awaitEvent(css: string, words: string, event: string): void {
  const found = [...document.querySelectorAll(css)].find((one) => one.textContent?.includes(words));
  const note = globalThis as { __reached?: boolean };
  note.__reached = false;
  addEventListener(
    event,
    ({ target }) => {
      // A click on a label also reaches its control.
      note.__reached ||= found?.contains(target as Node) === true;
    },
    { capture: true },
  );
}

/** Runs in the page. If the event led to another page, the record is gone and no second try is needed. */
function wasReached(): boolean {
  return (globalThis as { __reached?: boolean }).__reached !== false;
}
