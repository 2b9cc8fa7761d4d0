/** Every promise of the SDK settles: here with a fake page and a frame that answers, refuses, is silent, or is no frame of the lab's. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HostConnection } from '../embed/hostConnection';
import { connect, type Embed } from './v1';

const LAB = 'https://lab.example';
const COURSE = 'https://course.example';

type Listener = (event: MessageEvent) => void;

/** A window that delivers what's posted to it, cloned like in a browser. */
function fakeWindow(origin: string) {
  const listeners = new Set<Listener>();
  return {
    origin,
    listeners,
    loads: new Set<Listener>(),
    addEventListener(type: string, listener: Listener) {
      (type === 'message' ? listeners : this.loads).add(listener);
    },
    removeEventListener: (_: string, listener: Listener) => listeners.delete(listener),
    receive(data: unknown, source: unknown, from: string) {
      const event = { data: structuredClone(data), source, origin: from } as MessageEvent;
      queueMicrotask(() => {
        for (const listener of [...listeners]) listener(event);
      });
    },
  };
}

function fakePage() {
  const page = fakeWindow(COURSE);
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { baseURI: `${COURSE}/lesson.html`, readyState: 'loading' });
  const inner = fakeWindow(LAB);
  const contentWindow = {
    postMessage: (data: unknown, target: string) => {
      if (target === '*' || target === LAB) inner.receive(data, parent, COURSE);
    },
  };
  const loads = new Set<() => void>();
  const attributes: Record<string, string> = { src: `${LAB}/embed/?scenario=ahn-fig1-vr` };
  const frame = {
    localName: 'iframe',
    loading: 'eager',
    style: {},
    contentWindow: contentWindow as typeof contentWindow | null,
    /** A page of another origin can't be read. */
    contentDocument: null as { URL: string } | null,
    getAttribute: (name: string) => attributes[name] ?? null,
    get src() {
      return attributes.src ?? '';
    },
    addEventListener: (_: 'load', listener: () => void) => loads.add(listener),
    removeEventListener: (_: 'load', listener: () => void) => loads.delete(listener),
  };
  const parent = {
    postMessage: (data: unknown, target: string) => {
      if (target === '*' || target === COURSE) page.receive(data, contentWindow, LAB);
    },
  };
  /** Starts the lab's script in the frame. */
  const lab = () =>
    new HostConnection(
      {
        parent,
        innerWidth: 640,
        addEventListener: (type, listener) => inner.addEventListener(type, listener),
      },
      null,
    );
  const load = () => {
    for (const listener of loads) listener();
  };
  /** The page has loaded with all its frames. */
  const loadPage = () => {
    for (const listener of page.loads) listener({} as MessageEvent);
  };
  return {
    frame,
    inner,
    attributes,
    lab,
    load,
    loadPage,
    connected: () => connect(frame as unknown as HTMLIFrameElement),
  };
}

const READY = { shows: 'bench' as const, title: 'x', problems: [] };

/** `pending`, or what a promise has resolved or been rejected with. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  const pending = {};
  const first = await Promise.race([
    promise.catch((error: Error & { code?: string }) => `${error.code}: ${error.message}`),
    // Microtasks first: messages take a few.
    new Promise((resolve) => {
      let left = 50;
      const next = () => {
        left -= 1;
        if (left === 0) resolve(pending);
        else queueMicrotask(next);
      };
      next();
    }),
  ]);
  return first === pending ? 'pending' : first;
}

/** All calls of the SDK. */
const CALLS: Record<string, (embed: Embed) => Promise<unknown>> = {
  getState: (embed) => embed.getState(),
  'setState without arguments': (embed) => embed.setState(),
  setState: (embed) => embed.setState({ changes: { seed: 1 } }),
  run: (embed) => embed.run(),
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(Object.entries(CALLS))('%s', (_, method) => {
  /** The test looks at rejections later. */
  const call = (embed: Embed) => {
    const asked = method(embed);
    asked.catch(() => undefined);
    return asked;
  };

  test(`${_} resolves with the answer of a working frame, however long that takes`, async () => {
    const { connected, lab } = fakePage();
    const embed = connected();
    const host = lab();
    let answer: (reply: { result: unknown }) => void = () => undefined;
    host.answer(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      READY,
    );
    expect(await outcome(embed.ready)).toEqual(READY);
    const asked = call(embed);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await outcome(asked)).toBe('pending');
    answer({ result: 7 });
    expect(await outcome(asked)).toBe(7);
  });

  test(`${_} rejects with the reason of a frame that can’t open, before and after it says so`, async () => {
    const { connected, lab, frame } = fakePage();
    const embed = connected();
    const failures: unknown[] = [];
    embed.on('failed', (data) => failures.push(data));
    const before = call(embed);
    const host = lab();
    await vi.advanceTimersByTimeAsync(0);
    const reason = { reason: 'address' as const, message: 'The lesson in this link is damaged.' };
    host.fail(reason);
    expect(await outcome(before)).toBe(`failed: ${reason.message}`);
    expect(await outcome(embed.ready)).toBe(`failed: ${reason.message}`);
    expect(await outcome(call(embed))).toBe(`failed: ${reason.message}`);
    // A frame repeats it after each hello, of which the SDK sends several.
    const hello = { vegaslab: 1, type: 'hello' };
    for (let count = 0; count < 3; count += 1) frame.contentWindow?.postMessage(hello, '*');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(failures).toEqual([reason]);
    host.fail({ ...reason, message: 'Another reason.' });
    await vi.advanceTimersByTimeAsync(0);
    expect(failures).toHaveLength(2);
  });

  test(`${_} rejects where a request was pending when the embed failed`, async () => {
    const { connected, lab } = fakePage();
    const embed = connected();
    const host = lab();
    host.answer(() => new Promise(() => undefined), READY);
    await vi.advanceTimersByTimeAsync(0);
    const asked = call(embed);
    await vi.advanceTimersByTimeAsync(0);
    host.fail({ reason: 'error', message: 'This embed couldn’t be drawn.' });
    expect(await outcome(asked)).toMatch(/^failed: This embed/);
  });

  test.each(['load', 'loadPage'] as const)(
    `${_} rejects 10 s after another page has loaded (%s)`,
    async (event) => {
      const { connected, ...page } = fakePage();
      const embed = connected();
      const asked = call(embed);
      page[event]();
      await vi.advanceTimersByTimeAsync(9_000);
      expect(await outcome(asked)).toBe('pending');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await outcome(asked)).toMatch(/^no_answer: The frame hasn’t answered for 10 seconds/);
      expect(await outcome(embed.ready)).toMatch(/^no_answer/);
      // A later request gets the same time.
      const later = call(embed);
      await vi.advanceTimersByTimeAsync(9_000);
      expect(await outcome(later)).toBe('pending');
      await vi.advanceTimersByTimeAsync(2_000);
      expect(await outcome(later)).toMatch(/^no_answer/);
    },
  );

  test(`${_} rejects 30 s after the call if nothing loads`, async () => {
    const { connected } = fakePage();
    const asked = call(connected());
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await outcome(asked)).toBe('pending');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome(asked)).toMatch(/^no_answer: The frame hasn’t loaded for 30 seconds/);
  });

  test(`${_} rejects when the frame freezes`, async () => {
    const { connected, lab, inner } = fakePage();
    const embed = connected();
    lab().answer(() => new Promise(() => undefined), READY);
    await vi.advanceTimersByTimeAsync(0);
    const asked = call(embed);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome(asked)).toBe('pending');
    inner.listeners.clear();
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await outcome(asked)).toMatch(/^no_answer/);
  });

  test(`${_} rejects if the frame has ignored the request`, async () => {
    const { connected, lab, frame } = fakePage();
    const embed = connected();
    lab().answer(() => Promise.resolve({ result: 1 }), READY);
    await vi.advanceTimersByTimeAsync(0);
    const { contentWindow } = frame;
    const post = contentWindow?.postMessage;
    if (contentWindow === null || post === undefined) throw new Error('no window');
    contentWindow.postMessage = () => undefined;
    const asked = call(embed);
    contentWindow.postMessage = post;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await outcome(asked)).toBe('no_answer: The embed has ignored the request.');
  });

  test(`${_} rejects after disconnect, and when the frame is removed`, async () => {
    const { connected, lab, frame } = fakePage();
    const embed = connected();
    lab().answer(() => new Promise(() => undefined), READY);
    await vi.advanceTimersByTimeAsync(1_000);
    const asked = call(embed);
    await vi.advanceTimersByTimeAsync(1_000);
    frame.contentWindow = null;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await outcome(asked)).toBe('disconnected: The frame was removed from the page.');
    expect(await outcome(call(embed))).toBe('disconnected: The frame was removed from the page.');
    embed.disconnect();
    expect(await outcome(call(embed))).toBe('disconnected: The page has disconnected from the embed.');
  });

  test(`${_} rejects without an address`, async () => {
    const { connected, attributes } = fakePage();
    for (const src of ['http://[', 'https://', '//a b', 'http://a:port/embed/', 'https://%']) {
      attributes.src = src;
      const embed = connected();
      expect(await outcome(call(embed)), src).toBe(
        `no_answer: The frame’s src isn’t an address ("${src}"): set it to an embed of Vegas Lab.`,
      );
    }
    for (const src of ['', 'about:blank', 'data:text/html,x']) {
      attributes.src = src;
      expect(await outcome(call(connected())), src).toMatch(/^no_answer: The frame has no address/);
    }
  });

  test(`${_} makes a lazy frame load`, async () => {
    const { connected, frame } = fakePage();
    Object.assign(frame, { loading: 'lazy', contentDocument: { URL: 'about:blank' } });
    const embed = connected();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await outcome(embed.ready), 'nothing is late').toBe('pending');
    void call(embed).catch(() => undefined);
    expect(frame.loading).toBe('eager');
  });
});

describe('what a message can’t have', () => {
  const ring: Record<string, unknown> = {};
  ring.ring = ring;
  test.each([
    ['a cycle', ring, /contains itself/],
    ['a BigInt', { a: 1n }, /contains a bigint/],
    ['a Map', { a: new Map() }, /contains a Map/],
    ['a Date', { a: [new Date()] }, /contains a Date/],
    ['a typed array', { a: new Uint8Array(3) }, /contains a Uint8Array/],
    ['a function', { a: () => 1 }, /can’t be sent/],
    ['a symbol', { a: Symbol('a') }, /can’t be sent/],
    ['a long text', { a: 'x'.repeat(70_000) }, /more than 65536 characters/],
    ['many numbers', { a: Array.from({ length: 9_000 }, () => 1) }, /more than 65536 characters/],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('no');
        },
      },
      /can’t be sent: no/,
    ],
  ])('what a message can’t have %s is rejected at once, with the reason', async (_, progress, words) => {
    const { connected, lab } = fakePage();
    const embed = connected();
    // Before the frame has loaded, and after.
    const early = await outcome(embed.setState({ progress }));
    lab().answer(() => Promise.resolve({ result: 1 }), READY);
    await vi.advanceTimersByTimeAsync(0);
    for (const told of [early, await outcome(embed.setState({ progress }))]) {
      expect(told).toMatch(/^bad_request: params/);
      expect(told).toMatch(words);
    }
    expect(await outcome(embed.getState())).toBe(1);
  });
});

test('connect takes only iframes', () => {
  fakePage();
  for (const wrong of [{ localName: 'div' }, null, undefined])
    expect(() => connect(wrong as never)).toThrow(/takes an iframe; this is (div|null|undefined)/);
});

test('a repeated hello repeats no event', async () => {
  const { connected, lab } = fakePage();
  const embed = connected();
  const events: unknown[] = [];
  embed.on('ready', (data) => events.push(data));
  lab().answer(() => new Promise(() => undefined), READY);
  await vi.advanceTimersByTimeAsync(0);
  void embed.run().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(events).toEqual([READY]);
});

test('an embed that opens late is ready after all', async () => {
  const { connected, lab } = fakePage();
  const embed = connected();
  const host = lab();
  await vi.advanceTimersByTimeAsync(0);
  host.fail({ reason: 'slow', message: 'Still loading.' });
  expect(await outcome(embed.getState())).toBe('failed: Still loading.');
  host.answer(() => Promise.resolve({ result: 2 }), READY);
  await vi.advanceTimersByTimeAsync(0);
  expect(await outcome(embed.getState())).toBe(2);
});
