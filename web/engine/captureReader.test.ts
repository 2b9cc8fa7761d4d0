import { expect, it } from 'vitest';
import { dismiss, incoming, present } from '../bench/import/incoming';
import { openFile } from '../bench/import/open';
import { sentenceOf } from '../bench/import/problems';
import type { Bench } from '../run/bench';
import { CaptureError, CaptureReader, type FromCaptureWorker, type ToCaptureWorker } from './captureReader';
import type { CaptureView } from './captureView';
import { failure } from './protocol';

/** A worker that does nothing until the test answers for it. */
class FakeWorker {
  readonly sent: ToCaptureWorker[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromCaptureWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(message: ToCaptureWorker): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  reply(data: FromCaptureWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromCaptureWorker>);
  }
}

const FILE = new Blob(['a capture']);
const view = { span_s: 1 } as CaptureView;

/** The sentence of the error with which a request fails. */
async function sentence(read: Promise<unknown>): Promise<string> {
  const error = await read.catch((reason: unknown) => reason);
  return error instanceof CaptureError ? sentenceOf(error.problem) : `${error}`;
}

function readerWith(workers: FakeWorker[]): CaptureReader {
  return new CaptureReader(FILE, () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
}

it('a reader of captures reports progress and gives the view', async () => {
  const workers: FakeWorker[] = [];
  const shares: number[] = [];
  const read = readerWith(workers).read({ connection: 2 }, (share) => shares.push(share));
  const [worker] = workers;
  expect(worker?.sent).toEqual([{ id: 1, file: FILE, wanted: { connection: 2 } }]);
  worker?.reply({ type: 'progress', id: 1, share: 0.25 });
  worker?.reply({ type: 'view', id: 1, view });
  expect(await read).toBe(view);
  expect(shares).toEqual([0.25]);
});

it('a reader of captures ends the worker at once when canceled, and reads again in a new one', async () => {
  const workers: FakeWorker[] = [];
  const reader = readerWith(workers);
  const first = reader.read({}, () => {});
  reader.cancel();
  expect(await first).toBeNull();
  expect(workers[0]?.ended).toBe(true);
  const second = reader.read({}, () => {});
  expect(workers).toHaveLength(2);
  const { id = 0, file } = workers[1]?.sent[0] ?? {};
  expect(file).toBe(FILE);
  workers[1]?.reply({ type: 'view', id, view });
  expect(await second).toBe(view);
});

it('a reader of captures gives only the view that was wanted last', async () => {
  const workers: FakeWorker[] = [];
  const reader = readerWith(workers);
  const [first, second] = [
    reader.read({ connection: 1 }, () => {}),
    reader.read({ connection: 2 }, () => {}),
  ];
  expect(workers).toHaveLength(1);
  workers[0]?.reply({ type: 'view', id: 1, view: {} as CaptureView });
  workers[0]?.reply({ type: 'view', id: 2, view });
  expect(await first).toBeNull();
  expect(await second).toBe(view);
});

it('a reader of captures says why a capture can’t be read, and why its worker ended', async () => {
  const workers: FakeWorker[] = [];
  const reader = readerWith(workers);
  const first = reader.read({}, () => {});
  workers[0]?.reply({ type: 'failed', id: 1, problem: { code: 'byte-order', values: { at: 8 } } });
  expect(await sentence(first)).toBe('The section at byte 8 has no valid byte-order magic.');
  // A worker that failed isn't used again: its memory may be damaged.
  expect(workers[0]?.ended).toBe(true);
  const second = reader.read({}, () => {});
  workers[1]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
  expect(await sentence(second)).toBe('The file couldn’t be read: out of memory');
  expect(workers[1]?.ended).toBe(true);
  const third = reader.read({}, () => {});
  const reason = failure('file-missing', { file: 'capture_bg.wasm', status: 404 });
  workers[2]?.reply({ type: 'failed', id: 3, problem: { code: 'not-loaded', values: { reason } } });
  expect(await sentence(third)).toMatch(/^The file capture_bg\.wasm couldn’t be loaded \(error 404\)/);
  const blocked = new CaptureReader(FILE, () => {
    throw new Error('blocked');
  });
  expect(await sentence(blocked.read({}, () => {}))).toContain('couldn’t be started');
});

it('a reader of captures ends when its file is no longer shown', () => {
  const workers: FakeWorker[] = [];
  const reader = readerWith(workers);
  void reader.read({}, () => {});
  present({ phase: 'reading', name: 'a', progress: 0, reader });
  present({ phase: 'reading', name: 'a', progress: 0.5, reader });
  present({ phase: 'capture', name: 'a', reader, view });
  expect(workers[0]?.ended).toBe(false);
  dismiss();
  expect(workers[0]?.ended).toBe(true);
});

it('a file that was canceled isn’t written to the bench afterwards', async () => {
  const written: string[] = [];
  const state = { value: { draft: null } };
  const bench = { state, write: (text: string) => written.push(text) } as unknown as Bench;
  const opening = openFile(bench, new File(['{"name": "late"}'], 'late.json'));
  dismiss();
  await opening;
  expect(incoming.value).toEqual({ phase: 'none' });
  await openFile(bench, new File(['{"name": "kept"}'], 'kept.json'));
  expect(written).toEqual(['{"name": "kept"}']);
});
