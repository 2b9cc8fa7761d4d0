/**
 * The embed's connection to the host page. It accepts messages only from the parent window and only from one origin:
 * that in the address or, without one, that of the first hello. Until then, the host receives only heights and the
 * announcement `here`.
 */
import {
  type Events,
  type Failure,
  type FromEmbed,
  type OpeningFailure,
  type Request,
  readFromHost,
  VERSION,
} from '../sdk/protocol';

/** The subset of `Window` that we use; tests supply a fake. */
export interface Frame {
  parent: { postMessage(message: unknown, target: string): void };
  /** The width in CSS pixels. */
  innerWidth: number;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export type Reply = { result: unknown } | { failure: Failure };

/** Maximum number of requests that wait for the embed to load. Further requests are refused. */
const MAX_WAITING = 64;

export class HostConnection {
  /** Resolves at the host's first request, so that an off-screen embed loads then. */
  readonly firstRequest: Promise<void>;
  private resolveFirstRequest: () => void = () => undefined;
  private readonly frame: Frame;
  private origin: string | null;
  private latest = 0;
  private waiting: Request[] = [];
  private serve: ((request: Request) => Promise<Reply>) | null = null;
  private ready: Events['ready'] | null = null;
  /** Why the embed can't open; null if it can, or may. */
  private failure: OpeningFailure | null = null;
  /** Ids of the requests that have been received and not answered. */
  private readonly pending = new Set<number>();

  constructor(frame: Frame, origin: string | null) {
    this.frame = frame;
    this.origin = origin;
    this.firstRequest = new Promise((resolve) => {
      this.resolveFirstRequest = resolve;
    });
    if (!this.framed) return;
    frame.addEventListener('message', (event) => this.onMessage(event));
    this.sendPublic({ vegaslab: VERSION, type: 'here' });
  }

  /** Starts answering requests, beginning with those that are waiting. */
  answer(serve: (request: Request) => Promise<Reply>, ready: Events['ready']): void {
    this.serve = serve;
    this.ready = ready;
    this.failure = null;
    this.sendEvent('ready', ready);
    for (const request of this.waiting) void this.reply(request);
    this.waiting = [];
  }

  /** Reports that the embed can't open, and refuses all requests until it can. */
  fail(failure: OpeningFailure): void {
    this.serve = null;
    this.ready = null;
    this.failure = failure;
    this.sendEvent('failed', failure);
    for (const id of this.pending) this.refuse(id, { code: 'failed', message: failure.message });
    this.waiting = [];
  }

  /** Sends an event to the host, if its origin is known. */
  sendEvent<E extends keyof Events>(event: E, data: Events[E]): void {
    this.send({ vegaslab: VERSION, type: 'event', event, data } as FromEmbed);
  }

  sendHeight(height: number): void {
    this.sendPublic({ vegaslab: VERSION, type: 'height', height });
  }

  /** True if there is a page around the frame. */
  get framed(): boolean {
    return this.frame.parent !== (this.frame as unknown);
  }

  /** True if a message comes from the page around the frame, and from an origin that may control it. */
  isFromHost({ source, origin }: Pick<MessageEvent, 'source' | 'origin'>): boolean {
    // Opaque origins can't be told apart.
    if (source !== (this.frame.parent as unknown) || origin === 'null') return false;
    return this.origin === null || origin === this.origin;
  }

  /** Sends a message to the page around the frame, whatever its origin is unless the address names one. */
  sendPublic(message: unknown): void {
    if (this.framed) this.frame.parent.postMessage(message, this.origin ?? '*');
  }

  private onMessage(event: MessageEvent): void {
    if (!this.isFromHost(event)) return;
    const { origin, data } = event;
    const message = readFromHost(data);
    if (message === null) return;
    if (message.type === 'hello') {
      this.origin = origin;
      this.send({ vegaslab: VERSION, type: 'welcome', pending: [...this.pending] });
      if (this.ready !== null) this.sendEvent('ready', this.ready);
      if (this.failure !== null) this.sendEvent('failed', this.failure);
      return;
    }
    // Ignore requests before the first hello, unless the address names the host's origin.
    if (this.origin === null) return;
    if (message.type === 'bad') {
      this.refuse(message.id, { code: 'bad_request', message: message.message });
      return;
    }
    if (message.id <= this.latest) return;
    this.latest = message.id;
    this.pending.add(message.id);
    this.resolveFirstRequest();
    if (this.serve !== null) void this.reply(message);
    else if (this.failure !== null)
      this.refuse(message.id, { code: 'failed', message: this.failure.message });
    else if (this.waiting.length < MAX_WAITING) this.waiting.push(message);
    else
      this.refuse(message.id, {
        code: 'failed',
        message: `${MAX_WAITING} requests already wait for the embed to load.`,
      });
  }

  private async reply(request: Request): Promise<void> {
    const { id } = request;
    try {
      const reply = await this.serve?.(request);
      // Requests are refused if the embed fails meanwhile.
      if (reply !== undefined && this.pending.has(id)) this.sendAnswer(id, reply);
    } catch (error) {
      this.refuse(id, { code: 'failed', message: (error as Error).message });
    }
  }

  private refuse(id: number, failure: Failure): void {
    this.sendAnswer(id, { failure });
  }

  private sendAnswer(id: number, reply: Reply): void {
    this.pending.delete(id);
    this.send({ vegaslab: VERSION, type: 'answer', id, ...reply });
  }

  private send(message: FromEmbed): void {
    if (this.origin !== null) this.frame.parent.postMessage(message, this.origin);
  }
}
