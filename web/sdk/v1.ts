/**
 * The SDK for pages that embed Vegas Lab. It connects to one frame with version 1 of the protocol. It is built into a
 * single file without dependencies, as a module (`sdk/v1.js`) and as a plain script (`sdk/v1.global.js`, which defines
 * `VegasLab`). It accepts messages only from the frame's window and the lab's origin.
 *
 *     import { connect } from './v1.js';
 *     const embed = connect(document.querySelector('iframe'));
 *     embed.on('summary', ({ arms }) => console.log(arms));
 *     await embed.run();
 */
import {
  type Events,
  type Failure,
  type Method,
  type Results,
  readFromEmbed,
  type State,
  type StateChange,
  VERSION,
  type Which,
} from './protocol';

export type {
  AddressProblem,
  /** The former name of `AddressProblem`. */
  AddressProblem as Told,
  ArmState,
  Events,
  ExperimentState,
  Failure,
  Progress,
  Shows,
  Standing,
  State,
  StateChange,
  Which,
} from './protocol';

export interface Options {
  /** True to fit the frame's height to its content. Default: true. */
  resize?: boolean;
}

export interface Embed {
  /**
   * Resolves with the data of the event `ready`. An off-screen frame loads, and becomes ready, only after a request.
   */
  readonly ready: Promise<Events['ready']>;
  /** The embed's state: runs, links and the student's progress. */
  getState(): Promise<State>;
  /** Changes fields, the cursor, the time window or the progress. Resolves when the resulting runs have finished. */
  setState(change: StateChange): Promise<State>;
  /** Runs an experiment again. Resolves with its summaries. */
  run(which?: Which): Promise<Events['summary']>;
  /** Adds a listener. The returned function removes it. */
  on<E extends keyof Events>(event: E, listener: (data: Events[E]) => void): () => void;
  /** Stops listening and sending, and rejects pending requests. */
  disconnect(): void;
}

/** A request that the embed refused. */
export class EmbedError extends Error {
  readonly code: Failure['code'] | 'disconnected';

  constructor({ code, message }: { code: Failure['code'] | 'disconnected'; message: string }) {
    super(message);
    this.name = 'EmbedError';
    this.code = code;
  }
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: EmbedError): void;
  request: object;
}

/** The last request number. Starting from the time keeps numbers increasing across connections and reloads. */
let latest = Date.now() * 1000;

export function connect(frame: HTMLIFrameElement, { resize = true }: Options = {}): Embed {
  const { origin } = new URL(frame.src, document.baseURI);
  const listeners = new Map<keyof Events, Set<(data: never) => void>>();
  const pending = new Map<number, Pending>();
  let connected = false;
  let resolveReady: (data: Events['ready']) => void = () => undefined;
  const ready = new Promise<Events['ready']>((resolve) => {
    resolveReady = resolve;
  });

  const post = (message: object) => frame.contentWindow?.postMessage(message, origin);
  // The window may still show a blank page, so send the hello to any origin. It contains nothing private.
  const greet = () => frame.contentWindow?.postMessage({ vegaslab: VERSION, type: 'hello' }, '*');

  const onMessage = ({ source, origin: from, data }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow || from !== origin) return;
    const message = readFromEmbed(data);
    switch (message?.type) {
      case 'here':
        // The frame has loaded a new page. Greet it; pending requests are sent again after its welcome.
        connected = false;
        greet();
        return;
      case 'welcome':
        if (connected) return;
        connected = true;
        for (const { request } of pending.values()) post(request);
        return;
      case 'height':
        if (resize) frame.style.height = `${message.height}px`;
        return;
      case 'answer': {
        const request = pending.get(message.id);
        pending.delete(message.id);
        if ('failure' in message) request?.reject(new EmbedError(message.failure));
        else request?.resolve(message.result);
        return;
      }
      case 'event':
        if (message.event === 'ready') resolveReady(message.data);
        for (const listener of listeners.get(message.event) ?? []) listener(message.data as never);
    }
  };

  const send = <M extends Method>(method: M, params: object): Promise<Results[M]> =>
    new Promise((resolve, reject) => {
      latest += 1;
      const request = { vegaslab: VERSION, type: 'request', id: latest, method, params };
      pending.set(latest, { resolve: resolve as (result: unknown) => void, reject, request });
      if (connected) post(request);
    });

  window.addEventListener('message', onMessage);
  greet();
  return {
    ready,
    getState: () => send('getState', {}),
    setState: (change) => send('setState', change),
    run: (which = {}) => send('run', which),
    on: (event, listener) => {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => all.delete(listener);
    },
    disconnect: () => {
      window.removeEventListener('message', onMessage);
      const reason = { code: 'disconnected' as const, message: 'The page has disconnected from the embed.' };
      for (const { reject } of pending.values()) reject(new EmbedError(reason));
      pending.clear();
    },
  };
}
