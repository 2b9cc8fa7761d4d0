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
import { Observable } from '../base/observable';
import { readJson, readValue } from '../base/schema';
import type { Lesson } from '../lessons/lesson';
import type { LessonSession } from '../lessons/lessonSession';
import { fittingProgress, mergedProgress, type Progress } from '../lessons/progress';
import { lessonScore } from '../lessons/score';
import { type Connection, connection } from '../packages/runtime/connection';
import { type Earlier, notSaved, type Platform, type Report } from '../packages/runtime/platform';
import { endWithPage, Session, type StoredProgress } from '../packages/runtime/session';
import { resume, suspend } from '../packages/runtime/suspend';
import { t } from '../words/words';
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

/** Every state that a frame has reported has it. */
const MARK = object({ vegaslab: unknown() });

const ERROR = object({ code: optional(unknown()), message: optional(unknown()) });

export type SpliceAnswer =
  | { kind: 'state'; earlier: (Earlier & { progress: Progress }) | null }
  /** A state that can't be read. `ours`: a frame of the lab made it, perhaps of a later version. */
  | { kind: 'unreadable'; ours: boolean }
  /** The host doesn't know SPLICE. */
  | { kind: 'refused' }
  | { kind: 'failed'; problem: string };

/** Validates a message as the answer to a request; null if it isn't one. */
export function readAnswer(data: unknown, request: string): SpliceAnswer | null {
  const answer = answerTo('SPLICE.getState', request, data);
  if (answer === undefined) return null;
  if (answer.error !== null) return readError(answer.error);
  if (answer.state === null) return { kind: 'state', earlier: null };
  const earlier = readState(answer.state);
  return earlier === null ? { kind: 'unreadable', ours: isOurs(answer.state) } : { kind: 'state', earlier };
}

/** True if a state, or the JSON of one, has the mark of a frame's state. */
function isOurs(state: unknown): boolean {
  const mark =
    typeof state === 'string' && state.length <= MAX_TEXT ? readJson(MARK, state) : readValue(MARK, state);
  return mark?.vegaslab !== undefined;
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
function readState(state: unknown): (Earlier & { progress: Progress }) | null {
  const isText = typeof state === 'string';
  if (isText && state.length > MAX_TEXT) return null;
  const kept = isText ? readJson(STATE, state) : readValue(STATE, state);
  const progress = kept === undefined ? null : resume(kept.work);
  if (kept === undefined || progress === null) return null;
  return { progress, suspended: kept.work, score: kept.score, complete: kept.complete };
}

export class Splice {
  private readonly host: HostConnection;
  private readonly frame: Frame;
  private readonly answer: Promise<SpliceAnswer | null>;

  /** Asks for the state. `content` identifies what the frame shows, whatever its address says about theme or size. */
  constructor(frame: Frame, host: HostConnection, content: string) {
    this.host = host;
    this.frame = frame;
    if (!host.framed) {
      this.answer = Promise.resolve({ kind: 'refused' });
      return;
    }
    const request = messageId();
    this.answer = new Promise((resolve) => {
      frame.addEventListener('message', (event) => {
        const answer = host.isFromHost(event) ? readAnswer(event.data, request) : null;
        if (answer !== null) resolve(answer);
      });
      setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
    });
    host.sendPublic({ subject: 'SPLICE.getState', message_id: request, content_id: content });
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
    if (answer?.kind === 'failed') {
      const problem = t(
        'The page around this lesson couldn’t load your earlier work ({why}). To try again, reload the page.',
        { why: answer.problem },
      );
      connection.set({ phase: 'failed', problem, dropped: null, leave: null });
      return;
    }
    if (answer?.kind === 'unreadable') {
      const message = 'The state in the answer to SPLICE.getState isn’t one that this frame can read.';
      this.sendEvent('getState', null, { code: 'bad_state', message });
    }
    // A report would replace it.
    if (answer?.kind === 'unreadable' && answer.ours) {
      const problem = t(
        'The page around this lesson has earlier work that this version can’t read. What you do here isn’t reported, so that nothing is lost.',
      );
      connection.set({ phase: 'failed', problem, dropped: null, leave: null });
      return;
    }
    const kept = answer?.kind === 'state' ? answer.earlier : null;
    // A lesson may change after the host has kept answers to it; those that no longer fit are left out.
    const earlier = kept && { ...kept, progress: fittingProgress(kept.progress, lesson) };
    // Report only what the host doesn't know yet.
    const known =
      earlier === null
        ? { score: lessonScore(lesson, before).score, suspended: packed(before) }
        : { score: earlier.score, suspended: packed(earlier.progress) };
    const platform = new SplicePlatform(
      (subject, fields) => this.send(subject, fields),
      earlier === null
        ? { suspended: '', score: 0, complete: false }
        : { ...earlier, suspended: packed(mergedProgress(earlier.progress, before, own.value)) },
      known,
    );
    // Without the host's answer nobody may be listening, so the page promises nothing.
    const shown = answer === null ? new Observable<Connection | null>(null) : connection;
    // A host that stores no states also answers without one, so the browser's own progress stays.
    endWithPage(new Session(platform, lesson, own, () => undefined, shown));
    this.frame.addEventListener('message', (event) => {
      if (!this.host.isFromHost(event)) return;
      const refusal = platform.answered(event.data);
      if (refusal === undefined || shown.value === null) return;
      shown.set({ ...shown.value, problem: refusal && notSaved(['score', 'work'], refusal).message });
    });
  }

  private sendEvent(name: string, data: unknown, error: { code: string; message: string }): void {
    this.send('SPLICE.sendEvent', { name, data, error });
  }

  /** Returns the message's id. */
  private send(subject: string, fields: object): string {
    const message_id = messageId();
    this.host.sendPublic({ subject, message_id, ...fields });
    return message_id;
  }
}

function packed(progress: Progress): string {
  return suspend(progress, MAX_WORK).text;
}

class SplicePlatform implements Platform {
  readonly earlier: Earlier;
  readonly browsing = false;
  readonly capacity = MAX_WORK;
  readonly returnTo = null;
  private readonly send: (subject: string, fields: object) => string;
  /** The part of the last report that the host has; null if it refused that. */
  private known: Pick<Report, 'score' | 'suspended'> | null;
  /** The id of the last report. */
  private lastId = '';
  private readonly sentInteractions = new Map<string, string>();
  private complete: boolean;

  constructor(
    send: (subject: string, fields: object) => string,
    earlier: Earlier,
    known: Pick<Report, 'score' | 'suspended'>,
  ) {
    this.send = send;
    this.earlier = earlier;
    this.known = known;
    this.complete = earlier.complete;
  }

  report({ score, complete, suspended, interactions }: Report): void {
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
