import { describe, expect, test, vi } from 'vitest';
import type { Request } from '../sdk/protocol';
import { followHeight } from './height';
import { type Frame, HostConnection } from './hostConnection';

const COURSE = 'https://course.example';

/** A connection in a fake frame. `receive` delivers a message from the host page; `sent` records messages to it. */
function fakeFrame(origin: string | null = null) {
  const sent: { message: Record<string, unknown>; target: string }[] = [];
  const parent = {
    postMessage: (message: unknown, target: string) =>
      sent.push({ message: message as Record<string, unknown>, target }),
  };
  const listeners: ((event: MessageEvent) => void)[] = [];
  const frame: Frame = {
    parent,
    innerWidth: 640,
    addEventListener: (_, listener) => listeners.push(listener),
  };
  const host = new HostConnection(frame, origin);
  const requests: Request[] = [];
  const receive = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = { data, origin: COURSE, source: parent, ...from } as MessageEvent;
    for (const listener of listeners) listener(event);
  };
  const open = () =>
    host.answer(
      (request) => {
        requests.push(request);
        return Promise.resolve({ result: requests.length });
      },
      { shows: 'bench', title: 'x', problems: [] },
    );
  return { frame, host, sent, requests, receive, open };
}

const HELLO = { vegaslab: 1, type: 'hello' };
const request = (id: number) => ({ vegaslab: 1, type: 'request', id, method: 'getState' });
const types = (sent: { message: Record<string, unknown> }[]) => sent.map(({ message }) => message.type);

test('the embed only announces itself until a host says hello', () => {
  const { sent, open, receive, requests } = fakeFrame();
  open();
  receive(request(1));
  expect(sent).toEqual([{ message: { vegaslab: 1, type: 'here' }, target: '*' }]);
  expect(requests).toEqual([]);
});

test('the embed answers only the origin of the first hello', async () => {
  const { sent, open, receive, requests } = fakeFrame();
  receive(HELLO);
  open();
  receive(HELLO, { origin: 'https://evil.example' });
  receive(request(1), { origin: 'https://evil.example' });
  receive(request(2), { source: {} });
  receive(request(3));
  await vi.waitFor(() => expect(types(sent)).toEqual(['here', 'welcome', 'event', 'answer']));
  expect(requests).toHaveLength(1);
  expect(sent.slice(1).every(({ target }) => target === COURSE)).toBe(true);
});

test('if the address names an origin, other origins are ignored', () => {
  const { sent, receive, open, requests } = fakeFrame('https://other.example');
  open();
  receive(HELLO);
  receive(request(1));
  expect(requests).toEqual([]);
  expect(sent.every(({ target }) => target === 'https://other.example')).toBe(true);
});

test('messages from a page with an opaque origin are ignored', () => {
  const { receive, sent } = fakeFrame();
  receive(HELLO, { origin: 'null' });
  expect(types(sent)).toEqual(['here']);
});

test('requests whose number does not increase are ignored', () => {
  const { receive, open, requests } = fakeFrame();
  open();
  receive(HELLO);
  receive(request(5));
  receive(request(5));
  receive(request(4));
  receive(request(6));
  expect(requests.map(({ id }) => id)).toEqual([5, 6]);
});

test('a request makes the embed load and is answered afterwards', async () => {
  const { receive, open, requests, host } = fakeFrame();
  receive(HELLO);
  receive(request(1));
  await host.firstRequest;
  expect(requests).toEqual([]);
  open();
  expect(requests).toHaveLength(1);
});

test('a malformed request is answered with bad_request', () => {
  const { receive, sent, open, requests } = fakeFrame();
  open();
  receive(HELLO);
  receive({ ...request(1), method: 'eval' });
  expect(requests).toEqual([]);
  expect(sent.at(-1)?.message).toMatchObject({ id: 1, failure: { code: 'bad_request' } });
});

test('a height is sent once in each format', () => {
  const { frame, host, sent, receive } = fakeFrame();
  let height = 300.4;
  let changed = () => {};
  followHeight(
    {
      measure: () => height,
      observe: (callback) => {
        changed = callback;
      },
    },
    frame,
    host,
    '#?secret=abc123',
  );
  sent.length = 0;
  changed();
  changed();
  expect(sent.map(({ message }) => message)).toEqual([
    { vegaslab: 1, type: 'height', height: 301 },
    {
      subject: 'lti.frameResize',
      message_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      height: 301,
      width: 640,
    },
    JSON.stringify({ subject: 'lti.frameResize', height: 301 }),
    { message: 'height', value: 301, secret: 'abc123' },
  ]);
  sent.length = 0;
  receive({ context: 'h5p', action: 'hello' });
  expect(sent.at(-1)?.message).toEqual({ context: 'h5p', action: 'resize', scrollHeight: 301 });
  sent.length = 0;
  height = 0;
  changed();
  expect(sent).toEqual([]);
});

describe('an embed that can’t open', () => {
  const failure = { reason: 'missing_file' as const, message: 'Part of this page couldn’t be loaded.' };

  test('an embed that can’t open refuses the requests that wait, those that follow, and says so after each hello', () => {
    const { receive, sent, host } = fakeFrame();
    receive(HELLO);
    receive(request(1));
    host.fail(failure);
    receive(request(2));
    receive(HELLO);
    const refused = { code: 'failed', message: failure.message };
    expect(sent.slice(1).map(({ message }) => message)).toEqual([
      { vegaslab: 1, type: 'welcome', pending: [] },
      { vegaslab: 1, type: 'event', event: 'failed', data: failure },
      { vegaslab: 1, type: 'answer', id: 1, failure: refused },
      { vegaslab: 1, type: 'answer', id: 2, failure: refused },
      { vegaslab: 1, type: 'welcome', pending: [] },
      { vegaslab: 1, type: 'event', event: 'failed', data: failure },
    ]);
  });

  test('an embed that can’t open answers each request once, also one that was being served', async () => {
    const { receive, sent, host } = fakeFrame();
    receive(HELLO);
    let finish: (reply: { result: unknown }) => void = () => undefined;
    host.answer(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
      { shows: 'bench', title: 'x', problems: [] },
    );
    receive(request(1));
    host.fail(failure);
    finish({ result: 1 });
    await Promise.resolve();
    await Promise.resolve();
    const answers = sent.map(({ message }) => message).filter(({ type }) => type === 'answer');
    expect(answers).toEqual([
      { vegaslab: 1, type: 'answer', id: 1, failure: { code: 'failed', message: failure.message } },
    ]);
  });

  test('an embed that can’t open becomes ready if it opens after all', () => {
    const { receive, sent, host, open, requests } = fakeFrame();
    receive(HELLO);
    host.fail(failure);
    open();
    receive(request(1));
    expect(requests).toHaveLength(1);
    expect(sent.at(-1)?.message).toMatchObject({ event: 'ready' });
  });
});

test('a request too many is refused, and a hello is answered with the requests that wait', () => {
  const { receive, sent } = fakeFrame();
  receive(HELLO);
  for (let id = 1; id <= 65; id += 1) receive(request(id));
  expect(sent.at(-1)?.message).toMatchObject({ type: 'answer', id: 65, failure: { code: 'failed' } });
  receive(HELLO);
  expect(sent.at(-1)?.message.pending).toEqual(Array.from({ length: 64 }, (_, at) => at + 1));
});
