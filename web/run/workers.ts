/**
 * The page's pool of workers. A run, and a text that is only read, is a task that has a worker to itself until it ends.
 *
 * An interactive task starts at once, in an idle worker or in a new one. A background task waits while `size` workers are busy; those that
 * wait start in the order in which they came. A worker that is idle ends, but for one while `keepWarm` asks for it. A task whose worker
 * crashes is repeated once in a new worker. The worker of a task that is ended is free at once: the next task's start ends what still runs there,
 * and if nothing follows, the worker ends.
 */
import { t } from '../base/words/words';
import { EngineClient, type WorkerLike } from '../engine/client';
import type { Change, FromWorker } from '../engine/protocol';
import type { Catalogue, Scenario } from '../engine/schema';
import { problemInWords } from '../engine/translate';

/** Interactive: somebody waits for it. Background: it may take all processors that nothing else needs. */
export type Priority = 'interactive' | 'background';

export interface Task {
  priority: Priority;
  /** Called again after a crash. */
  start(client: EngineClient): void;
  /** Handles a message; returns true if it's the last. */
  receive(message: FromWorker): boolean;
}

export interface Known {
  catalogue: Catalogue;
  engine_version: string;
}

type Failed = Extract<FromWorker, { type: 'failed' }>;

interface Slot {
  client: EngineClient;
  task: Task | null;
  ready: boolean;
  /** True if the worker of the task has crashed before. */
  repeated: boolean;
}

/** Number of workers: one for each core. The page stays responsive anyway (docs/speed.md). */
export function poolSize(): number {
  return globalThis.navigator?.hardwareConcurrency ?? 2;
}

/** A failure of the engine itself, after which its worker can't be used. */
function isCrash(message: FromWorker): message is Failed {
  return message.type === 'failed' && message.problems.length === 0;
}

/** A failure as a line of text. */
export function failureInWords({ problems, message }: Failed): string {
  return problems.map(problemInWords).join('; ') || message;
}

export class Workers {
  private readonly size: number;
  private readonly create: (() => WorkerLike) | undefined;
  private readonly slots = new Set<Slot>();
  private readonly waiting: Task[] = [];
  private readonly holders = new Set<object>();
  private known: Known | null = null;
  /** Settles when the last text so far has been read. */
  private lastRead: Promise<unknown> = Promise.resolve();

  constructor(size = Math.max(2, poolSize()), create?: () => WorkerLike) {
    this.size = size;
    this.create = create;
  }

  /** Gives a task a worker, now or later. Returns a function that ends the task. */
  run(task: Task): () => void {
    if (task.priority === 'background' && this.busy >= this.size) this.waiting.push(task);
    else this.start(task);
    return () => this.end(task);
  }

  /** Keeps one worker when all are idle, until the returned function is called. */
  keepWarm(): () => void {
    const holder = {};
    this.holders.add(holder);
    return () => {
      this.holders.delete(holder);
      this.endIdle();
    };
  }

  /** The engine's version and catalogue. Loads the engine if no worker has. */
  facts(): Promise<Known> {
    if (this.known !== null) return Promise.resolve(this.known);
    return this.ask(
      (client) => client.wake(),
      (message) => (message.type === 'ready' ? message : null),
    );
  }

  /**
   * Parses a text, applies a link's changes and fills in all defaults, without a run. Texts are read one after the other, because reading
   * one takes less time than starting a worker. Rejects with the problems.
   */
  read(text: string, changes: readonly Change[] = []): Promise<Scenario> {
    const read = () =>
      this.ask(
        (client) => client.read(text, changes),
        (message) => (message.type === 'accepted' ? message.scenario : null),
      );
    const scenario = this.lastRead.then(read, read);
    this.lastRead = scenario;
    return scenario;
  }

  /** Runs a task with one answer. */
  private ask<T>(
    start: (client: EngineClient) => void,
    answerIn: (message: FromWorker) => T | null,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const receive = (message: FromWorker) => {
        const answer = answerIn(message);
        if (answer !== null) resolve(answer);
        if (message.type === 'failed') reject(new Error(failureInWords(message)));
        return answer !== null || message.type === 'failed';
      };
      this.run({ priority: 'interactive', start, receive });
    });
  }

  private get busy(): number {
    return [...this.slots].filter(({ task }) => task !== null).length;
  }

  private start(task: Task): void {
    const slot = [...this.slots].find((one) => one.task === null) ?? this.open();
    slot.task = task;
    slot.repeated = false;
    task.start(slot.client);
  }

  private open(): Slot {
    const slot: Slot = {
      client: new EngineClient((message) => this.receive(slot, message), this.create),
      task: null,
      ready: false,
      repeated: false,
    };
    this.slots.add(slot);
    return slot;
  }

  private receive(slot: Slot, message: FromWorker): void {
    const { task, ready } = slot;
    if (message.type === 'ready') {
      const { catalogue, engine_version } = message;
      slot.ready = true;
      this.known = { catalogue, engine_version };
    }
    if (isCrash(message)) slot.ready = false;
    if (task === null) return;
    if (isCrash(message) && !slot.repeated) {
      slot.repeated = true;
      task.start(slot.client);
    } else if (task.receive(isCrash(message) && ready ? crashedTwice(message) : message)) this.free(slot);
  }

  private end(task: Task): void {
    const place = this.waiting.indexOf(task);
    if (place >= 0) this.waiting.splice(place, 1);
    const slot = [...this.slots].find((one) => one.task === task);
    if (slot === undefined) return;
    slot.client.cancel();
    this.free(slot);
  }

  private free(slot: Slot): void {
    slot.task = null;
    if (this.busy < this.size) {
      const next = this.waiting.shift();
      if (next !== undefined) this.start(next);
    }
    // The next of several runs in a row is requested in this turn of the event loop.
    setTimeout(() => this.endIdle());
  }

  private endIdle(): void {
    const idle = [...this.slots].filter(({ task }) => task === null);
    for (const slot of idle.slice(Math.min(1, this.holders.size))) {
      slot.client.dispose();
      this.slots.delete(slot);
    }
  }
}

function crashedTwice(message: Failed): Failed {
  return { ...message, message: t('The engine stopped twice: {why}', { why: message.message }) };
}

/** The workers of this page. */
export const WORKERS = new Workers();
