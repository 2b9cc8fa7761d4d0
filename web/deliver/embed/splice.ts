/**
 * SPLICE's protocol between a frame and the learning system around it (cssplice.org): the frame asks for the student's earlier state
 * once, then reports the score and the state whenever they change. The frame is a platform like those of packages, so their session
 * decides what is reported.
 *
 * A message counts only if the page around the frame sent it and it answers our request. Everything in it is checked; any other message
 * changes nothing.
 */
import {
  boolean,
  type InferOutput,
  literal,
  maxLength,
  maxValue,
  minValue,
  nullish,
  number,
  object,
  optional,
  pipe,
  string,
  unknown,
} from 'valibot';
import { Observable } from '../../base/observable';
import { readJson, readValue } from '../../base/schema';
import { t } from '../../base/words/words';
import type { Lesson } from '../../lessons/lesson';
import type { LessonSession } from '../../lessons/lessonSession';
import { fittingProgress, type Progress } from '../../lessons/progress';
import { lessonScore } from '../../lessons/score';
import { type Connection, connection } from '../packages/runtime/connection';
import {
  type Earlier,
  NOTHING_EARLIER,
  notSaved,
  type Platform,
  type Report,
  unreadableText,
  unreadEarlier,
} from '../packages/runtime/platform';
import { endWithPage, Session, type StoredProgress } from '../packages/runtime/session';
import { resume, suspend } from '../packages/runtime/suspend';
import type { Frame, HostConnection } from './hostConnection';
import { messageId } from './messageId';
import { ownProgress } from './ownProgress';

/** The lesson is shown after this time even if the host hasn't answered. */
export const SHOW_AFTER_MS = 1000;

/** A later answer is ignored. Until then nothing is reported, because a report would replace what the host has stored. */
export const ANSWER_WITHIN_MS = 15_000;

/** Maximum length of the packed work in characters, in both directions. */
const MAX_WORK = 1 << 18;

/** Maximum length of a state that the host returns as text. */
const MAX_TEXT = MAX_WORK + 1024;

/** Codes of learning platforms that answer every message and don't know SPLICE, as Canvas does. */
const REFUSALS = ['unsupported_subject', 'unauthorized', 'wrong_origin', 'bad_request'];

/** The state that hosts store for us. */
const STATE = object({
  vegaslab: literal(1),
  /** The progress, packed by `suspend`. */
  work: pipe(string(), maxLength(MAX_WORK)),
  /** The best score so far, because hosts don't return the score. */
  score: pipe(number(), minValue(0), maxValue(1)),
  complete: boolean(),
});

interface KeptState extends InferOutput<typeof STATE> {
  /** True if the score of the same message is new; false if only the state is. */
  onSubmission: boolean;
}

/** A host's answer to a request. */
const ANSWER = object({
  subject: string(),
  message_id: string(),
  state: nullish(unknown(), null),
  error: nullish(unknown(), null),
});

const ERROR = object({ code: optional(unknown()), message: optional(unknown()) });

interface KnownState extends Earlier {
  score: number;
  progress: Progress;
}

export type SpliceAnswer =
  | { kind: 'state'; earlier: KnownState | null }
  /** A state that can't be read, as text. */
  | { kind: 'unreadable'; text: string }
  /** The host doesn't know SPLICE. */
  | { kind: 'refused' }
  | { kind: 'failed'; problem: string };

/** Validates a message as the answer to a request; null if it isn't one. */
export function readAnswer(data: unknown, request: string): SpliceAnswer | null {
  const answer = answerTo('SPLICE.getState', request, data);
  if (answer === undefined) return null;
  if (answer.error !== null) return readError(answer.error);
  const text = textOf(answer.state);
  if (NO_STATE.includes(text)) return { kind: 'state', earlier: null };
  const earlier = readState(answer.state);
  return earlier === null ? { kind: 'unreadable', text } : { kind: 'state', earlier };
}

/** States of hosts that have stored nothing. */
const NO_STATE = ['null', '', '{}', '[]'];

/** A state as text; `?` if it's no JSON. */
function textOf(state: unknown): string {
  if (typeof state === 'string') return state.trim();
  try {
    return JSON.stringify(state) ?? '?';
  } catch {
    return '?';
  }
}

/** A message as the answer to a request; undefined if it isn't. */
function answerTo(subject: string, request: string, data: unknown) {
  const answer = readValue(ANSWER, data);
  return answer?.subject === `${subject}.response` && answer.message_id === request ? answer : undefined;
}

function readError(error: unknown): SpliceAnswer {
  const code = readValue(ERROR, error)?.code;
  if (typeof code === 'string' && REFUSALS.includes(code)) return { kind: 'refused' };
  return { kind: 'failed', problem: wordsOf(error) };
}

/** The words in a host's error; `?` if there are none. */
function wordsOf(error: unknown): string {
  const { code, message } = readValue(ERROR, error) ?? {};
  const words = [code, message].filter((one) => typeof one === 'string' && one !== '');
  return words.join(': ').slice(0, 200) || '?';
}

/** Reads a state, or the JSON of one, as hosts return it that store text. */
function readState(state: unknown): KnownState | null {
  const isText = typeof state === 'string';
  if (isText && state.length > MAX_TEXT) return null;
  const kept = isText ? readJson(STATE, state) : readValue(STATE, state);
  const progress = kept === undefined ? null : resume(kept.work);
  if (kept === undefined || progress === null) return null;
  return { progress, suspended: kept.work, refusal: null, score: kept.score, complete: kept.complete };
}

export class Splice {
  private readonly host: HostConnection;
  private readonly frame: Frame;
  private readonly content: string;
  private readonly answer: Promise<SpliceAnswer | null>;

  /** Asks for the state. `content` identifies what the frame shows, whatever its address says about theme or size. */
  constructor(frame: Frame, host: HostConnection, content: string) {
    this.host = host;
    this.frame = frame;
    this.content = content;
    this.answer = host.framed ? this.ask() : Promise.resolve({ kind: 'refused' });
  }

  /** Asks the host for the state. Null if it doesn't answer in time. */
  private async ask(): Promise<SpliceAnswer | null> {
    const { host, frame, content } = this;
    const request = messageId();
    const answered = new Promise<SpliceAnswer | null>((resolve) => {
      frame.addEventListener('message', (event) => {
        const answer = host.isFromHost(event) ? readAnswer(event.data, request) : null;
        if (answer !== null) resolve(answer);
      });
      setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    });
    host.sendPublic({ subject: 'SPLICE.getState', message_id: request, content_id: content });
    const answer = await answered;
    if (answer?.kind === 'unreadable') {
      const message = 'The state in the answer to SPLICE.getState isn’t one that this frame can read.';
      this.send('SPLICE.sendEvent', { name: 'getState', data: null, error: { code: 'bad_state', message } });
    }
    return answer;
  }

  /**
   * Restores the host's state and starts reporting. Resolves when the lesson can be shown: after the host's answer, or after a short
   * time without one. If the answer comes later, it's restored then, without what the student has done since.
   */
  async restore({ opened: { lesson }, progress }: LessonSession, whole: boolean): Promise<void> {
    const { asked, tasks } = lessonScore(lesson, progress.value);
    // Without questions there's nothing to score or to keep.
    if (asked + tasks === 0) return;
    const own = whole ? progress : ownProgress(progress, lesson);
    const before = own.value;
    const restored = this.answer.then((answer) => this.start(answer, lesson, own, before));
    await Promise.race([restored, new Promise((resolve) => setTimeout(resolve, SHOW_AFTER_MS))]);
  }

  private start(
    answer: SpliceAnswer | null,
    lesson: Pick<Lesson, 'predictions' | 'checks'>,
    own: StoredProgress,
    before: Progress,
  ): void {
    if (answer?.kind === 'refused') return;
    const platform = new SplicePlatform(
      (subject, fields) => this.send(subject, fields),
      async () => foundIn(await this.ask(), lesson, true),
      foundIn(answer, lesson, false),
      // Report only what the host doesn't know yet.
      { score: lessonScore(lesson, before).score, suspended: packed(before) },
    );
    // The host hasn't answered, so don't say that work is saved.
    const shown = answer === null ? new Observable<Connection | null>(null) : connection;
    // A host that stores no states also answers without one, so the browser's own progress stays.
    endWithPage(new Session(platform, lesson, own, () => undefined, shown, before));
    this.frame.addEventListener('message', (event) => {
      if (!this.host.isFromHost(event)) return;
      const refusal = platform.answered(event.data);
      if (refusal === undefined || shown.value === null) return;
      shown.set({ ...shown.value, problem: refusal && notSaved(['score', 'work'], refusal).message });
    });
  }

  /** Returns the message's id. */
  private send(subject: string, fields: object): string {
    const message_id = messageId();
    this.host.sendPublic({ subject, message_id, ...fields });
    return message_id;
  }
}

/** The record of earlier work in a host's answer, and the part that needn't be reported again. */
interface Found {
  earlier: Earlier;
  known: Known | null;
}

type Known = Pick<Report, 'score' | 'suspended'>;

/** `expected`: the host has answered before, so that no answer doesn't mean that it stores nothing. */
function foundIn(
  answer: SpliceAnswer | null,
  lesson: Pick<Lesson, 'predictions' | 'checks'>,
  expected: boolean,
): Found {
  const unread = (why: string, text = '') => ({ earlier: unreadEarlier(why, text), known: null });
  switch (answer?.kind) {
    case 'state': {
      if (answer.earlier === null) return { earlier: NOTHING_EARLIER, known: null };
      const { progress, ...earlier } = answer.earlier;
      // A lesson may change after the host has kept answers to it; those that no longer fit are left out.
      return {
        earlier,
        known: { score: earlier.score, suspended: packed(fittingProgress(progress, lesson)) },
      };
    }
    case 'unreadable':
      return unread(unreadableText(), answer.text);
    case 'failed':
      return unread(answer.problem);
    case 'refused':
    case undefined:
      return expected
        ? unread(t('the page around this lesson doesn’t answer'))
        : { earlier: NOTHING_EARLIER, known: null };
  }
}

function packed(progress: Progress): string {
  return suspend(progress, MAX_WORK).text;
}

class SplicePlatform implements Platform {
  earlier: Earlier;
  readonly browsing = false;
  readonly capacity = MAX_WORK;
  readonly returnTo = null;
  private readonly send: (subject: string, fields: object) => string;
  private readonly ask: () => Promise<Found>;
  /** The part of the last report that the host has; null if it refused that. */
  private known: Known | null;
  /** The id of the last report. */
  private lastId = '';
  private readonly sentInteractions = new Map<string, string>();
  private complete: boolean;

  /** `known` needn't be reported to a host that has stored nothing. */
  constructor(
    send: (subject: string, fields: object) => string,
    ask: () => Promise<Found>,
    found: Found,
    known: Known,
  ) {
    this.send = send;
    this.ask = ask;
    this.earlier = found.earlier;
    this.known = found.known ?? known;
    this.complete = found.earlier.complete ?? false;
  }

  async readAgain(): Promise<void> {
    const { earlier, known } = await this.ask();
    this.earlier = earlier;
    this.known = known;
    this.complete = earlier.complete ?? false;
  }

  report({ score, complete, suspended, interactions }: Report): void {
    // A message has both, so the host would lose the one that it knows.
    if (suspended === null || score === null || complete === null) return;
    const onSubmission = score !== this.known?.score;
    if (!onSubmission && suspended === this.known?.suspended) return;
    for (const interaction of interactions) {
      const text = JSON.stringify(interaction);
      if (this.sentInteractions.get(interaction.id) === text) continue;
      this.sentInteractions.set(interaction.id, text);
      this.send('SPLICE.sendEvent', { name: 'answer', data: interaction });
    }
    const state: KeptState = { vegaslab: 1, work: suspended, score, complete, onSubmission };
    this.lastId = this.send('SPLICE.reportScoreAndState', { score, state });
    if (complete && !this.complete) this.send('SPLICE.sendEvent', { name: 'completed', data: { score } });
    this.complete = complete;
    this.known = { score, suspended };
  }

  /**
   * Reads a message as the host's answer to the last report, which hosts needn't give. Returns why the host refused it, and null if it
   * didn't; undefined if the message is another one. What was refused is reported again with the next change.
   */
  answered(data: unknown): string | null | undefined {
    const answer = answerTo('SPLICE.reportScoreAndState', this.lastId, data);
    if (answer === undefined) return undefined;
    if (answer.error === null) return null;
    this.known = null;
    return wordsOf(answer.error);
  }

  close(report: Report): void {
    this.report(report);
  }
}
