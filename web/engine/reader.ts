/** Parses scenario texts with an engine of its own, without waiting for their runs. */
import { EngineClient, type WorkerLike } from './client';
import type { Change, FromWorker } from './protocol';
import type { Catalogue, Scenario } from './schema';
import { problemInWords } from './translate';

export interface Known {
  catalogue: Catalogue;
  engine_version: string;
}

interface Request {
  text: string;
  changes: readonly Change[];
  resolve(scenario: Scenario): void;
  reject(error: Error): void;
}

export class Reader {
  /** The engine's version and catalogue. */
  readonly known: Promise<Known>;
  private readonly client: EngineClient;
  private resolveKnown: (known: Known) => void = () => {};
  private rejectKnown: (error: Error) => void = () => {};
  private waiting: Request[] = [];

  constructor(create?: () => WorkerLike) {
    this.known = new Promise((resolve, reject) => {
      this.resolveKnown = resolve;
      this.rejectKnown = reject;
    });
    // Callers that ignore `known` see the failure when `read` rejects.
    this.known.catch(() => {});
    this.client = new EngineClient((message) => this.onMessage(message), create);
    this.client.wake();
  }

  /** Parses a text, applies a link's changes and fills in all defaults. Rejects with the problems. */
  read(text: string, changes: readonly Change[] = []): Promise<Scenario> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, changes, resolve, reject });
      if (this.waiting.length === 1) this.client.read(text, changes);
    });
  }

  dispose(): void {
    this.client.dispose();
  }

  private onMessage(message: FromWorker): void {
    if (message.type === 'ready') {
      this.resolveKnown(message);
      return;
    }
    if (message.type === 'failed') {
      const error = new Error(message.problems.map(problemInWords).join('; ') || message.message);
      this.rejectKnown(error);
      this.finishFirst()?.reject(error);
    }
    if (message.type === 'accepted') this.finishFirst()?.resolve(message.scenario);
  }

  /** Dequeues the finished request and starts the next. */
  private finishFirst(): Request | undefined {
    const finished = this.waiting.shift();
    const [next] = this.waiting;
    if (next !== undefined) this.client.read(next.text, next.changes);
    return finished;
  }
}
