/** Asks an engine of its own what texts of scenarios mean; their runs are not waited for. */
import { EngineClient, type WorkerLike } from './client';
import { problemInWords } from './problems';
import type { FromWorker } from './protocol';
import type { Catalogue, Scenario } from './schema';

export interface Known {
  catalogue: Catalogue;
  engine_version: string;
}

interface Asked {
  text: string;
  resolve(scenario: Scenario): void;
  reject(error: Error): void;
}

export class Reader {
  /** The engine's version and catalogue. */
  readonly known: Promise<Known>;
  private readonly client: EngineClient;
  private tell: (known: Known) => void = () => {};
  private fail: (error: Error) => void = () => {};
  private waiting: Asked[] = [];

  constructor(create?: () => WorkerLike) {
    this.known = new Promise((resolve, reject) => {
      this.tell = resolve;
      this.fail = reject;
    });
    // Callers that ignore `known` see the failure when `read` rejects.
    this.known.catch(() => {});
    this.client = new EngineClient((message) => this.hear(message), create);
    this.client.wake();
  }

  /** The scenario of a text, with all defaults filled in; rejects with its problems. */
  read(text: string): Promise<Scenario> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, resolve, reject });
      if (this.waiting.length === 1) this.client.start(text, true);
    });
  }

  dispose(): void {
    this.client.dispose();
  }

  private hear(message: FromWorker): void {
    if (message.type === 'ready') {
      this.tell(message);
      return;
    }
    if (message.type === 'failed') {
      const error = new Error(message.problems.map(problemInWords).join('; ') || message.message);
      this.fail(error);
      this.next()?.reject(error);
    }
    if (message.type === 'accepted') this.next()?.resolve(message.scenario);
  }

  /** The one whose turn it was; the next has its turn. */
  private next(): Asked | undefined {
    const asked = this.waiting.shift();
    const [following] = this.waiting;
    // Starting a run ends the previous one.
    if (following !== undefined) this.client.start(following.text, true);
    return asked;
  }
}
