import { expect, test, vi } from 'vitest';
import type { Request } from '../sdk/protocol';
import { followHeight } from './height';
import { type Frame, HostLine } from './hostLine';

const COURSE = 'https://course.example';

/** A fake frame inside a host page. */
function framed(origin: string | null = null) {
  const sent: { message: Record<string, unknown>; target: string }[] = [];
  const parent = {
    postMessage: (message: unknown, target: string) =>
      sent.push({ message: message as Record<string, unknown>, target }),
  };
  const listeners: ((event: MessageEvent) => void)[] = [];
  const frame: Frame = { parent, addEventListener: (_, listener) => listeners.push(listener) };
  const line = new HostLine(frame, origin);
  const asked: Request[] = [];
  const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
    const event = { data, origin: COURSE, source: parent, ...from } as MessageEvent;
    for (const listener of listeners) listener(event);
  };
  const open = () =>
    line.answer(
      (request) => {
        asked.push(request);
        return Promise.resolve({ result: asked.length });
      },
      { shows: 'bench', title: 'x', problems: [] },
    );
  return { frame, line, sent, asked, say, open };
}

const HELLO = { vegaslab: 1, type: 'hello' };
const request = (id: number) => ({ vegaslab: 1, type: 'request', id, method: 'getState' });
const types = (sent: { message: Record<string, unknown> }[]) => sent.map(({ message }) => message.type);

test('the embed only announces itself until a host says hello', () => {
  const { sent, open, say, asked } = framed();
  open();
  say(request(1));
  expect(sent).toEqual([{ message: { vegaslab: 1, type: 'here' }, target: '*' }]);
  expect(asked).toEqual([]);
});

test('the embed answers only the origin of the first hello', async () => {
  const { sent, open, say, asked } = framed();
  say(HELLO);
  open();
  say(HELLO, { origin: 'https://evil.example' });
  say(request(1), { origin: 'https://evil.example' });
  say(request(2), { source: {} });
  say(request(3));
  await vi.waitFor(() => expect(types(sent)).toEqual(['here', 'welcome', 'event', 'answer']));
  expect(asked).toHaveLength(1);
  expect(sent.slice(1).every(({ target }) => target === COURSE)).toBe(true);
});

test('an origin in the address excludes all other origins', () => {
  const { sent, say, open, asked } = framed('https://other.example');
  open();
  say(HELLO);
  say(request(1));
  expect(asked).toEqual([]);
  expect(sent.every(({ target }) => target === 'https://other.example')).toBe(true);
});

test('messages from a page without an origin are ignored', () => {
  const { say, sent } = framed();
  say(HELLO, { origin: 'null' });
  expect(types(sent)).toEqual(['here']);
});

test('repeated and older requests are ignored', () => {
  const { say, open, asked } = framed();
  open();
  say(HELLO);
  say(request(5));
  say(request(5));
  say(request(4));
  say(request(6));
  expect(asked.map(({ id }) => id)).toEqual([5, 6]);
});

test('a request before the embed has loaded starts it and is answered afterwards', async () => {
  const { say, open, asked, line } = framed();
  say(HELLO);
  say(request(1));
  await line.wanted;
  expect(asked).toEqual([]);
  open();
  expect(asked).toHaveLength(1);
});

test('a malformed request is answered with bad_request', () => {
  const { say, sent, open, asked } = framed();
  open();
  say(HELLO);
  say({ ...request(1), method: 'eval' });
  expect(asked).toEqual([]);
  expect(sent.at(-1)?.message).toMatchObject({ id: 1, failure: { code: 'bad_request' } });
});

test('a height is sent once, in the format of each kind of host', () => {
  const { frame, line, sent, say } = framed();
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
    line,
    '#?secret=abc123',
  );
  sent.length = 0;
  changed();
  changed();
  expect(sent.map(({ message }) => message)).toEqual([
    { vegaslab: 1, type: 'height', height: 301 },
    JSON.stringify({ subject: 'lti.frameResize', height: 301 }),
    { message: 'height', value: 301, secret: 'abc123' },
  ]);
  sent.length = 0;
  say({ context: 'h5p', action: 'hello' });
  expect(sent.at(-1)?.message).toEqual({ context: 'h5p', action: 'resize', scrollHeight: 301 });
  sent.length = 0;
  height = 0;
  changed();
  expect(sent).toEqual([]);
});
