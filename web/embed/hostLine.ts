/**
 * The embed's end of the line to the page around it. Only the window that holds the frame is heard, and of that only one origin: the
 * one that the address names, or that of the first hello. Nothing but heights and the word that the frame is here goes to anyone else.
 */
import {
  type Events,
  type Failure,
  type FromEmbed,
  type Request,
  readFromHost,
  VERSION,
} from '../sdk/protocol';

/** The subset of `Window` that is used here; tests supply a fake. */
export interface Frame {
  parent: { postMessage(message: unknown, target: string): void };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export type Reply = { result: unknown } | { failure: Failure };

/** Requests that wait for the embed to be there; a host that sends more gets no answer to them. */
const MOST_WAITING = 64;

export class HostLine {
  /** Resolved when the host asks for something: an embed that is off the screen loads for that. */
  readonly wanted: Promise<void>;
  private want: () => void = () => undefined;
  private readonly frame: Frame;
  private origin: string | null;
  private latest = 0;
  private waiting: Request[] = [];
  private serve: ((request: Request) => Promise<Reply>) | null = null;
  private ready: Events['ready'] | null = null;

  constructor(frame: Frame, origin: string | null) {
    this.frame = frame;
    this.origin = origin;
    this.wanted = new Promise((resolve) => {
      this.want = resolve;
    });
    if (frame.parent === (frame as unknown)) return;
    frame.addEventListener('message', (event) => this.hear(event));
    this.toAnyone({ vegaslab: VERSION, type: 'here' });
  }

  /** From now on requests are answered; those that have waited first. */
  answer(serve: (request: Request) => Promise<Reply>, ready: Events['ready']): void {
    this.serve = serve;
    this.ready = ready;
    this.tell('ready', ready);
    for (const request of this.waiting) void this.reply(request);
    this.waiting = [];
  }

  /** To the host, once it is known who that is. */
  tell<E extends keyof Events>(event: E, data: Events[E]): void {
    this.send({ vegaslab: VERSION, type: 'event', event, data } as FromEmbed);
  }

  tellHeight(height: number): void {
    this.toAnyone({ vegaslab: VERSION, type: 'height', height });
  }

  /** Sends a message without private data, also to a page of unknown origin. */
  toAnyone(message: unknown): void {
    if (this.frame.parent !== (this.frame as unknown))
      this.frame.parent.postMessage(message, this.origin ?? '*');
  }

  private hear({ source, origin, data }: MessageEvent): void {
    // Pages with an opaque origin can't be distinguished.
    if (source !== (this.frame.parent as unknown) || origin === 'null') return;
    if (this.origin !== null && origin !== this.origin) return;
    const message = readFromHost(data);
    if (message === null) return;
    if (message.type === 'hello') {
      this.origin = origin;
      this.send({ vegaslab: VERSION, type: 'welcome' });
      if (this.ready !== null) this.tell('ready', this.ready);
      return;
    }
    // No host has said hello, and the address names none.
    if (this.origin === null) return;
    if (message.type === 'bad') {
      this.refuse(message.id, { code: 'bad_request', message: message.message });
      return;
    }
    if (message.id <= this.latest) return;
    this.latest = message.id;
    this.want();
    if (this.serve !== null) void this.reply(message);
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(message);
  }

  private async reply(request: Request): Promise<void> {
    const { id } = request;
    try {
      const reply = await this.serve?.(request);
      if (reply !== undefined) this.send({ vegaslab: VERSION, type: 'answer', id, ...reply });
    } catch (error) {
      this.refuse(id, { code: 'failed', message: (error as Error).message });
    }
  }

  private refuse(id: number, failure: Failure): void {
    this.send({ vegaslab: VERSION, type: 'answer', id, failure });
  }

  private send(message: FromEmbed): void {
    if (this.origin !== null) this.frame.parent.postMessage(message, this.origin);
  }
}
