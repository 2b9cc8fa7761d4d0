/**
 * Runs that were made elsewhere, for example in Python. An element draws such a run from its columns; only other scenarios are simulated
 * here.
 */
import type { WorkerLike } from '../../engine/client';
import type { FromWorker, ToWorker } from '../../engine/protocol';
import { type Chunk, TRACE_TABLES } from '../../engine/schema';
import type { Recording } from './options';

const ARRAYS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };

/** The rows of a recording, copied, because a trace takes over the memory of its chunks. */
export function rowsOf({ columns }: Recording): Partial<Chunk> {
  const tables = Object.entries(TRACE_TABLES).map(([table, described]) => [
    table,
    Object.fromEntries(
      described.map(([name, type]) => {
        const bytes = columns[table]?.[name];
        if (bytes === undefined) throw new Error(`The recorded run has no column ${table}.${name}.`);
        // A copy is aligned, which the columns of a message needn't be.
        const copy = new Uint8Array(bytes.byteLength);
        copy.set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        return [name, new ARRAYS[type](copy.buffer)];
      }),
    ),
  ]);
  return Object.fromEntries(tables) as Partial<Chunk>;
}

/** An engine that answers the start of a recorded scenario with its recording, and passes everything else on. */
export class RecordedEngine implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  private readonly engine: WorkerLike;
  private readonly recording: () => Recording | null;
  /** The last run that the engine was asked for; null if there is none. */
  private passedOn: number | null = null;

  /** @param recording returns the run to draw without the engine, or null */
  constructor(engine: WorkerLike, recording: () => Recording | null) {
    this.engine = engine;
    this.recording = recording;
    engine.onmessage = (event) => this.onmessage?.(event);
  }

  set onerror(listener: WorkerLike['onerror']) {
    this.engine.onerror = listener;
  }

  set onmessageerror(listener: WorkerLike['onmessageerror']) {
    this.engine.onmessageerror = listener;
  }

  postMessage(message: ToWorker): void {
    const recording = this.recording();
    if (message.type !== 'start') {
      if (message.run === this.passedOn || message.type === 'cancel') this.engine.postMessage(message);
    } else if (recording?.text === message.scenario) {
      if (this.passedOn !== null) this.engine.postMessage({ type: 'cancel', run: this.passedOn });
      this.passedOn = null;
      this.answer(message.run, recording);
    } else {
      this.passedOn = message.run;
      this.engine.postMessage(message);
    }
  }

  terminate(): void {
    this.onmessage = null;
    this.engine.terminate();
  }

  private answer(run: number, recording: Recording): void {
    const { scenario, summary, prediction } = recording;
    const post = (message: FromWorker) => this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
    setTimeout(() => {
      let rows: Partial<Chunk>;
      try {
        rows = rowsOf(recording);
      } catch (error) {
        post({ type: 'failed', run, problems: [], message: (error as Error).message });
        return;
      }
      post({ type: 'accepted', run, scenario });
      post({ type: 'chunk', run, rows, progress: 1 });
      if (prediction !== null) post({ type: 'predicted', run, prediction });
      post({ type: 'done', run, summary });
    });
  }
}
