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
  dataProblem,
  type Events,
  type Failure,
  MAX_REQUEST_SIZE,
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
  OpeningFailure,
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
   * Resolves with the data of the event `ready`. An off-screen frame loads, and becomes ready, only after a request. Rejects like a
   * request if the embed can't open or doesn't answer.
   */
  readonly ready: Promise<Events['ready']>;
  /** The embed's state: runs, links and the student's progress. */
  getState(): Promise<State>;
  /** Changes fields, the cursor, the time window or the progress. Resolves when the resulting runs have finished. */
  setState(change?: StateChange): Promise<State>;
  /** Runs an experiment again. Resolves with its summaries. */
  run(which?: Which): Promise<Events['summary']>;
  /** Adds a listener. The returned function removes it. */
  on<E extends keyof Events>(event: E, listener: (data: Events[E]) => void): () => void;
  /** Stops listening and sending, and rejects pending requests. */
  disconnect(): void;
}

/**
 * `disconnected`: the page has disconnected, or has removed the frame. `no_answer`: the frame hasn't answered in time (docs/embedding.md), or has
 * ignored the request.
 */
type ErrorCode = Failure['code'] | 'disconnected' | 'no_answer';

/** A request that the embed refused or didn't answer. */
export class EmbedError extends Error {
  readonly code: ErrorCode;

  constructor({ code, message }: { code: ErrorCode; message: string }) {
    super(message);
    this.name = 'EmbedError';
    this.code = code;
  }
}

/** A frame that has loaded and then gives no sign of life for this long doesn't answer, in seconds. */
const SILENT_S = 10;

/** The same for a frame that hasn't loaded yet: its server may be slow. */
const UNLOADED_S = 30;

const ADVICE =
  'Its src must be an embed of Vegas Lab, and its sandbox, if it has one, must have allow-scripts allow-same-origin.';

interface Pending {
  resolve(result: unknown): void;
  reject(error: EmbedError): void;
  request: object;
}

/** The last request number. Starting from the time keeps numbers increasing across connections, reloads and copies of this script. */
let latest = 0;

/** Throws if `frame` is no iframe: everything else is reported by the promises. */
export function connect(frame: HTMLIFrameElement, { resize = true }: Options = {}): Embed {
  if (frame?.localName !== 'iframe')
    throw new TypeError(`VegasLab.connect takes an iframe; this is ${frame?.localName ?? String(frame)}.`);
  const listeners = new Map<keyof Events, Set<(data: never) => void>>();
  const pending = new Map<number, Pending>();
  /** True from the frame's welcome until it loads another page. */
  let connected = false;
  /** True once the frame has loaded a page, whichever it is. */
  let loaded = document.readyState === 'complete' && !isBlank(frame);
  /** True once the frame was in the page. */
  let attached = frame.contentWindow !== null;
  /** Seconds without a sign of life. */
  let silent = 0;
  /** The requests that the frame had received before the last hello; null if that was answered. */
  let before: number[] | null = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  let disconnected = false;
  let announced = false;
  /** The message of the last `failed`. */
  let failure: string | null = null;
  let isReadySettled = false;
  let resolveReady: (data: Events['ready']) => void = () => undefined;
  let rejectReady: (error: EmbedError) => void = () => undefined;
  const ready = new Promise<Events['ready']>((resolve, reject) => {
    resolveReady = resolve;
    rejectReady = reject;
  });
  const settle = () => {
    isReadySettled = true;
  };
  // Also keeps a rejection from being unhandled in hosts that don't use `ready`.
  ready.then(settle, settle);

  /** The frame's address; null if it has none that can be read. */
  const addressOf = () => {
    try {
      return frame.getAttribute('src') ? new URL(frame.src, document.baseURI) : null;
    } catch {
      return null;
    }
  };
  /** The lab's origin; null as long as the frame has no address. */
  const originOf = () => {
    const origin = addressOf()?.origin ?? 'null';
    return origin === 'null' ? null : origin;
  };
  /** Why the frame has no origin. */
  const noOrigin = () => {
    const source = frame.getAttribute('src') ?? '';
    return source === '' || addressOf() !== null
      ? 'The frame has no address: set its src to an embed of Vegas Lab.'
      : `The frame’s src isn’t an address (${JSON.stringify(source.slice(0, 100))}): set it to an embed of Vegas Lab.`;
  };
  const post = (message: object) => {
    const origin = originOf();
    if (origin !== null) frame.contentWindow?.postMessage(message, origin);
  };
  // The window may still show a blank page, so send the hello to any origin. It contains nothing private.
  const greet = () => {
    before = connected ? [...pending.keys()] : [];
    frame.contentWindow?.postMessage({ vegaslab: VERSION, type: 'hello' }, '*');
  };

  const onMessage = ({ source, origin: from, data }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow || from !== originOf()) return;
    const message = readFromEmbed(data);
    if (message === null) return;
    silent = 0;
    loaded = true;
    attached = true;
    switch (message.type) {
      case 'here':
        // The frame has loaded a new page. Greet it; pending requests are sent again after its welcome.
        connected = false;
        announced = false;
        greet();
        return;
      case 'welcome': {
        const received = before ?? [];
        before = null;
        if (!connected) {
          connected = true;
          for (const { request } of pending.values()) post(request);
          return;
        }
        // Answers come in order, so a request that was neither answered nor is pending there was ignored.
        if (message.pending !== undefined)
          for (const id of received)
            if (!message.pending.includes(id)) reject(id, 'no_answer', 'The embed has ignored the request.');
        return;
      }
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
        if (message.event === 'ready') {
          // Repeated after each hello.
          if (announced) return;
          announced = true;
          resolveReady(message.data);
        }
        if (message.event === 'failed') {
          // Repeated after each hello, too.
          if (message.data.message === failure) return;
          failure = message.data.message;
          rejectReady(new EmbedError({ code: 'failed', message: failure }));
        }
        for (const listener of listeners.get(message.event) ?? []) listener(message.data as never);
    }
  };

  const reject = (id: number, code: ErrorCode, message: string) => {
    const request = pending.get(id);
    pending.delete(id);
    request?.reject(new EmbedError({ code, message }));
  };
  const rejectAll = (code: ErrorCode, message: string) => {
    for (const id of [...pending.keys()]) reject(id, code, message);
    rejectReady(new EmbedError({ code, message }));
  };

  /** Looks for a sign of life once a second. Counts seconds instead of comparing times, so that a sleeping computer isn't a silent frame. */
  const check = () => {
    if (pending.size === 0 && isReadySettled) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    if (frame.contentWindow !== null) attached = true;
    else if (attached) return rejectAll('disconnected', 'The frame was removed from the page.');
    // A lazy frame off the screen loads nothing, and one that has loaded says itself when it's ready or fails.
    if (pending.size === 0 && (connected || (frame.loading === 'lazy' && isBlank(frame)))) return;
    silent += 1;
    const most = loaded ? SILENT_S : UNLOADED_S;
    if (silent >= most) {
      silent = 0;
      const what = loaded ? 'answered' : 'loaded';
      const advice = originOf() === null ? noOrigin() : ADVICE;
      rejectAll('no_answer', `The frame hasn’t ${what} for ${most} seconds. ${advice}`);
    } else if (connected && before === null) greet();
  };
  const watch = () => {
    if (timer !== undefined) return;
    silent = 0;
    timer = setInterval(check, 1000);
  };
  const onLoad = () => {
    if (isBlank(frame) || loaded) return;
    loaded = true;
    silent = 0;
  };

  const send = <M extends Method>(method: M, params: object): Promise<Results[M]> =>
    new Promise((resolve, rejectNow) => {
      const refuse = (code: ErrorCode, message: string) => rejectNow(new EmbedError({ code, message }));
      if (disconnected) return refuse('disconnected', 'The page has disconnected from the embed.');
      if (attached && frame.contentWindow === null)
        return refuse('disconnected', 'The frame was removed from the page.');
      if (originOf() === null) return refuse('no_answer', noOrigin());
      latest = Math.max(latest + 1, Date.now() * 1000);
      const id = latest;
      let request: object;
      try {
        // The frame gets a clone as well, in which nothing but data is left.
        request = structuredClone({ vegaslab: VERSION, type: 'request', id, method, params });
      } catch (error) {
        return refuse('bad_request', `params: can’t be sent: ${(error as Error).message}`);
      }
      const problem = dataProblem(request, MAX_REQUEST_SIZE);
      if (problem !== null) return refuse('bad_request', `params: can’t be sent: ${problem}`);
      pending.set(id, { resolve: resolve as (result: unknown) => void, reject: rejectNow, request });
      // Like a frame that has loaded off the screen, one that hasn't loads for a request.
      if (frame.loading === 'lazy') frame.loading = 'eager';
      if (connected) post(request);
      watch();
    });

  window.addEventListener('message', onMessage);
  frame.addEventListener('load', onLoad);
  // The frame may have loaded before this script.
  window.addEventListener('load', onLoad);
  greet();
  watch();
  return {
    ready,
    getState: () => send('getState', {}),
    setState: (change = {}) => send('setState', change),
    run: (which = {}) => send('run', which),
    on: (event, listener) => {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => all.delete(listener);
    },
    disconnect: () => {
      disconnected = true;
      clearInterval(timer);
      window.removeEventListener('message', onMessage);
      frame.removeEventListener('load', onLoad);
      window.removeEventListener('load', onLoad);
      rejectAll('disconnected', 'The page has disconnected from the embed.');
    },
  };
}

/** True if a frame still has the blank page that it's made with: every other page of another origin is unreadable. */
function isBlank(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument === null
      ? frame.contentWindow === null
      : frame.contentDocument.URL === 'about:blank';
  } catch {
    return false;
  }
}
