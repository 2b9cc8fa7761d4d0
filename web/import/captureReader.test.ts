import { describe, expect, it } from 'vitest';
import type { Bench } from '../run/bench';
import { CaptureReader, type FromCaptureWorker, type ToCaptureWorker } from './captureReader';
import { Capture, type CaptureView } from './captureView';
import { dismiss, incoming, present } from './incoming';
import { openFile } from './open';
import { pcapOf, SLOW_CAPTURES } from './slowCaptures';

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

const FILE = new Blob([pcapOf(SLOW_CAPTURES['every segment twice']?.(100) ?? [])]);
const view = new Capture(await FILE.arrayBuffer()).view();

function readerWith(workers: FakeWorker[]): CaptureReader {
  return new CaptureReader(FILE, () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
}

describe('a reader of captures', () => {
  it('reports progress and gives the view', async () => {
    const workers: FakeWorker[] = [];
    const shares: number[] = [];
    const read = readerWith(workers).read({ stream: 2 }, (share) => shares.push(share));
    const [worker] = workers;
    expect(worker?.sent).toEqual([{ id: 1, file: FILE, wanted: { stream: 2 } }]);
    worker?.reply({ type: 'progress', id: 1, share: 0.25 });
    worker?.reply({ type: 'view', id: 1, view });
    expect(await read).toBe(view);
    expect(shares).toEqual([0.25]);
  });

  it('ends the worker at once when canceled, and reads again in a new one', async () => {
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

  it('gives only the view that was wanted last', async () => {
    const workers: FakeWorker[] = [];
    const reader = readerWith(workers);
    const [first, second] = [reader.read({ stream: 1 }, () => {}), reader.read({ stream: 2 }, () => {})];
    expect(workers).toHaveLength(1);
    workers[0]?.reply({ type: 'view', id: 1, view: {} as CaptureView });
    workers[0]?.reply({ type: 'view', id: 2, view });
    expect(await first).toBeNull();
    expect(await second).toBe(view);
  });

  it('says why a capture can’t be read, and why its worker ended', async () => {
    const workers: FakeWorker[] = [];
    const reader = readerWith(workers);
    const first = reader.read({}, () => {});
    workers[0]?.reply({ type: 'failed', id: 1, problem: { code: 'byte-order', values: { at: 8 } } });
    await expect(first).rejects.toThrow('The section at byte 8 has no valid byte-order magic.');
    const second = reader.read({}, () => {});
    workers[0]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
    await expect(second).rejects.toThrow('The file couldn’t be read: out of memory');
    expect(workers[0]?.ended).toBe(true);
    const blocked = new CaptureReader(FILE, () => {
      throw new Error('blocked');
    });
    await expect(blocked.read({}, () => {})).rejects.toThrow('couldn’t be started');
  });

  it('ends when its file is no longer shown', () => {
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
});

describe('a file that was canceled', () => {
  it('isn’t written to the bench afterwards', async () => {
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
});
