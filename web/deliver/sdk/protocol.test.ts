import { expect, test } from 'vitest';
import { MAX_REQUEST_SIZE, readFromEmbed, readFromHost, VERSION } from './protocol';

const request = (method: string, params?: unknown, id: unknown = 7) =>
  readFromHost({ vegaslab: VERSION, type: 'request', id, method, ...(params !== undefined && { params }) });

test('a message from a host is a hello or one of three kinds of requests', () => {
  expect(readFromHost({ vegaslab: 1, type: 'hello' })?.type).toBe('hello');
  expect(request('getState')).toMatchObject({ type: 'request', method: 'getState', params: {} });
  expect(request('run', { experiment: 'alone' })?.type).toBe('request');
  const change = {
    changes: { 'flows.0.sender.preset': 'vegas', seed: 4 },
    arm: 'b',
    cursor: 2,
    seconds: [0, 4],
  };
  expect(request('setState', change)?.type).toBe('request');
  expect(request('setState', { cursor: null, seconds: null, progress: { version: 1 } })?.type).toBe(
    'request',
  );
});

test.each([
  ['a plain text', 'hello'],
  ['null', null],
  ['a list', [1]],
  ['of another version', { vegaslab: 2, type: 'hello' }],
  ['of another type', { vegaslab: 1, type: 'shout' }],
  ['a hello with an unknown field', { vegaslab: 1, type: 'hello', and: 1 }],
  ['a request whose id is text', { vegaslab: 1, type: 'request', id: '7', method: 'run' }],
  ['a request whose id is not an integer', { vegaslab: 1, type: 'request', id: 1.5, method: 'run' }],
  ['a request whose id is not positive', { vegaslab: 1, type: 'request', id: -1, method: 'run' }],
  ['a Map', new Map([['vegaslab', 1]])],
  [
    'a request that contains a Date',
    { vegaslab: 1, type: 'request', id: 1, method: 'setState', params: { cursor: new Date() } },
  ],
])('a message from a host that is %s is ignored', (_, value) => {
  expect(readFromHost(value)).toBeNull();
});

test.each([
  ['another method', 'eval', {}],
  ['params that are a list', 'run', []],
  ['an unknown field', 'run', { now: true }],
  ['parameters for getState', 'getState', { all: true }],
  ['an invalid name', 'run', { experiment: '../x' }],
  ['a change that is an object', 'setState', { changes: { seed: {} } }],
  ['a change that is NaN', 'setState', { changes: { seed: Number.NaN } }],
  ['a path to the prototype', 'setState', { changes: { 'flows.__proto__.x': 1 } }],
  ['an invalid path', 'setState', { changes: { 'flows[0]': 1 } }],
  [
    'too many changes',
    'setState',
    { changes: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`a.${i}`, 1])) },
  ],
  ['a cursor that is text', 'setState', { cursor: '4' }],
  ['an infinite cursor', 'setState', { cursor: Number.POSITIVE_INFINITY }],
  ['seconds in the wrong order', 'setState', { seconds: [4, 0] }],
  ['seconds without an end', 'setState', { seconds: [4] }],
  ['progress that is a list', 'setState', { progress: [] }],
])('a message from a host with %s is answered with the invalid field', (_, method, params) => {
  const message = request(method, params);
  expect(message).toMatchObject({ type: 'bad', id: 7 });
  expect(message?.type === 'bad' && message.message).toMatch(/^(params|method)/);
});

test('a message from a host that is too large or too deeply nested is ignored', () => {
  const long = 'x'.repeat(MAX_REQUEST_SIZE);
  expect(request('setState', { progress: { long } })).toBeNull();
  expect(request('setState', { progress: { [long]: 1 } })).toBeNull();
  const ring: Record<string, unknown> = {};
  ring.ring = ring;
  expect(request('setState', { progress: ring })).toBeNull();
  const wide: unknown[] = [];
  wide.push(wide, wide, wide, wide);
  expect(request('setState', { progress: { wide } })).toBeNull();
});

test('a message from an embed is a height, an event or an answer', () => {
  expect(readFromEmbed({ vegaslab: 1, type: 'height', height: 300 })?.type).toBe('height');
  expect(readFromEmbed({ vegaslab: 1, type: 'event', event: 'ready', data: {} })?.type).toBe('event');
  expect(readFromEmbed({ vegaslab: 1, type: 'answer', id: 4, result: null })?.type).toBe('answer');
  for (const wrong of [
    { vegaslab: 1, type: 'height', height: 'tall' },
    { vegaslab: 1, type: 'height', height: -4 },
    { vegaslab: 1, type: 'event', event: 'ready' },
    { vegaslab: 1, type: 'answer', id: 4 },
    { subject: 'lti.frameResize', height: 4 },
  ])
    expect(readFromEmbed(wrong)).toBeNull();
});
