/**
 * A session with a learning platform: takes the student's progress from the platform at the start, then reports every
 * change until the page closes. Here a lesson's progress becomes a score and a stored text, for all standards: SCORM,
 * cmi5, and SPLICE in embeds.
 */
import type { Observable } from '../../../base/observable';
import { same } from '../../../base/same';
import { t } from '../../../base/words/words';
import type { Answer } from '../../../lessons/answers';
import type { Check, Lesson, Prediction } from '../../../lessons/lesson';
import {
  type CheckRecord,
  fittingProgress,
  mergedProgress,
  type PredictionRecord,
  type Progress,
} from '../../../lessons/progress';
import { lessonScore } from '../../../lessons/score';
import { type Connection, connection, NEW_CONNECTION } from './connection';
import {
  type Earlier,
  type Interaction,
  NOTHING_EARLIER,
  type Platform,
  PlatformProblem,
  type Report,
  unreadableText,
} from './platform';
import { resume, suspend } from './suspend';

/** Delay before a report, in ms, because progress can change several times in a row. */
const REPORT_DELAY_MS = 800;

const NO_PROGRESS: Progress = { version: 1, predictions: {}, checks: {} };

/** The part of `Observable` that a session needs. */
export type StoredProgress = Pick<Observable<Progress>, 'value' | 'set' | 'subscribe'>;

export class Session {
  private readonly platform: Platform;
  private readonly lesson: Pick<Lesson, 'predictions' | 'checks'>;
  private readonly progress: StoredProgress;
  private readonly shown: Observable<Connection | null>;
  private readonly forget: () => void;
  /** The browser's progress when the session began. */
  private readonly before: Progress;
  private readonly startedAt = performance.now();
  /** True while the platform's stored work couldn't be read. It isn't replaced. */
  private unread = false;
  /** No report goes below this. Null is unknown. */
  private floor: Pick<Earlier, 'score' | 'complete'> = NOTHING_EARLIER;
  /** The interactions reported in earlier sessions, as JSON, by id. */
  private earlierInteractions: ReadonlyMap<string, string> = new Map();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastReport: Promise<void> = Promise.resolve();
  private failing = false;
  private readonly stop: () => void;

  /**
   * Restores the platform's progress and calls `forget` if there is none. `shown` is what the page shows about the connection. Changes since
   * `before` are the student's own and stay.
   */
  constructor(
    platform: Platform,
    lesson: Pick<Lesson, 'predictions' | 'checks'>,
    progress: StoredProgress,
    forget: () => void,
    shown: Observable<Connection | null> = connection,
    before: Progress = progress.value,
  ) {
    this.shown = shown;
    this.forget = forget;
    this.before = before;
    this.platform = platform;
    this.lesson = lesson;
    this.progress = progress;
    this.update({ phase: platform.browsing ? 'looking' : 'open', problem: null });
    this.restore();
    this.stop = progress.subscribe(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.sendReport(), REPORT_DELAY_MS);
    });
    // Report at once that the lesson has started.
    this.sendReport();
  }

  /** Takes over the platform's work, and what was done here since the session began. */
  private restore(): void {
    const { suspended, refusal, score, complete } = this.platform.earlier;
    const earlier = resume(suspended);
    this.unread = earlier === null && (suspended !== '' || refusal !== null);
    this.floor = { score, complete };
    if (this.unread) {
      const why = refusal ?? unreadableText();
      this.update({
        unread: { why, text: suspended, tryAgain: () => this.tryAgain(), replace: () => this.replace() },
      });
      return;
    }
    const fitting = earlier && fittingProgress(earlier, this.lesson);
    const known = lessonScore(this.lesson, fitting ?? NO_PROGRESS);
    this.floor = { score: score ?? known.score, complete: complete ?? known.complete };
    const own = this.progress.value;
    if (fitting === null) this.forget();
    else this.progress.set(fitting);
    const merged = mergedProgress(this.progress.value, this.before, own);
    if (!same(merged, this.progress.value)) this.progress.set(merged);
    this.earlierInteractions = new Map(
      earlier ? interactionsOf(this.lesson, earlier).map((one) => [one.id, JSON.stringify(one)]) : [],
    );
    const misfit =
      fitting === earlier
        ? null
        : t('Some saved answers don’t fit this version of the lesson. Answer these questions again.');
    this.update({ unread: null, problem: misfit });
  }

  private async tryAgain(): Promise<void> {
    await this.platform.readAgain();
    // The student may have chosen to replace it meanwhile.
    if (!this.unread) return;
    this.restore();
    if (!this.unread) this.sendReport();
  }

  private replace(): void {
    this.unread = false;
    const { score, complete } = this.floor;
    this.floor = { score: score ?? 0, complete: complete ?? false };
    this.update({ unread: null });
    this.sendReport();
  }

  /** Reports the current state as soon as the previous report has finished. */
  sendReport(): void {
    clearTimeout(this.timer);
    this.lastReport = this.lastReport
      .then(() => this.platform.report(this.report()))
      .then(
        () => this.setProblem(null),
        (error: unknown) => this.setProblem(messageOf(error)),
      );
  }

  /** Shows a report's problem, or clears the last one after a successful report. */
  private setProblem(problem: string | null): void {
    if (problem !== null || this.failing) this.update({ problem });
    this.failing = problem !== null;
  }

  /** Ends the session. All requests start synchronously, because the page may be closing. */
  close(): Promise<void> {
    clearTimeout(this.timer);
    this.stop();
    const onError = (error: unknown) => this.update({ phase: 'closed', problem: messageOf(error) });
    try {
      const closing = Promise.resolve(this.platform.close(this.report()));
      this.update({ phase: 'closed', leave: null });
      return closing.catch(onError);
    } catch (error) {
      onError(error);
      return Promise.resolve();
    }
  }

  private report(): Report {
    const { score, complete } = this.floor;
    const { value } = this.progress;
    // While the platform's work is unknown, the browser's may be someone else's. What the student does now counts.
    const own = this.unread ? mergedProgress(NO_PROGRESS, this.before, value) : value;
    const current = lessonScore(this.lesson, own);
    const suspendedWithin = (most: number) => {
      const { text, dropped } = suspend(value, most);
      if (dropped !== this.shown.value?.dropped) this.update({ dropped });
      return text;
    };
    return {
      // Never report a lower score than an earlier session. Only the full score can't be lower than an unknown one.
      score: score === null && current.score < 1 ? null : Math.max(score ?? 0, current.score),
      complete: current.complete || complete,
      suspended: this.unread ? null : suspendedWithin(this.platform.capacity),
      suspendedWithin,
      interactions: interactionsOf(this.lesson, own).filter(
        (one) => this.earlierInteractions.get(one.id) !== JSON.stringify(one),
      ),
      spent: performance.now() - this.startedAt,
    };
  }

  private update(change: Partial<Connection>): void {
    this.shown.set({ ...NEW_CONNECTION, ...this.shown.value, ...change });
  }
}

export function messageOf(error: unknown): string {
  if (error instanceof PlatformProblem) return error.message;
  return t("The learning platform's own script failed ({why}).", {
    why: error instanceof Error ? error.message : String(error),
  });
}

/** The predictions and tasks that were judged or skipped, except those that the lesson no longer contains. */
export function interactionsOf(
  { predictions, checks }: Pick<Lesson, 'predictions' | 'checks'>,
  progress: Progress,
): Interaction[] {
  const predicted = Object.entries(predictions).flatMap(([id, asked]) => {
    const answered = progress.predictions[id];
    const isFinal = answered !== undefined && (answered.answer === null || answered.passed !== null);
    return isFinal ? [fromPrediction(id, asked, answered)] : [];
  });
  const checked = Object.entries(checks).flatMap(([id, asked]) => {
    const done = progress.checks[id];
    return done === undefined ? [] : [fromCheck(id, asked, done)];
  });
  return [...predicted, ...checked];
}

function fromPrediction(id: string, asked: Prediction, { answer, passed }: PredictionRecord): Interaction {
  const options = asked.kind === 'choice' ? Object.keys(asked.options) : [];
  return {
    id: `predict.${id}`,
    kind: asked.kind === 'choice' ? 'choice' : asked.kind === 'number' ? 'numeric' : 'performance',
    question: asked.question,
    response: answer === null ? '' : responseText(answer),
    optionIndex: options.indexOf(String(answer)),
    correct: answer === null ? null : passed,
  };
}

/** A curve has no standard response format. Its points are in the stored progress. */
function responseText(answer: Answer): string {
  return typeof answer === 'object' ? 'a drawn curve' : String(answer);
}

function fromCheck(id: string, asked: Check, { answer, passed }: CheckRecord): Interaction {
  const options = asked.kind === 'choose' ? Object.keys(asked.options) : [];
  return {
    id: `check.${id}`,
    kind: asked.kind === 'choose' ? 'choice' : asked.kind === 'read' ? 'numeric' : 'performance',
    question: asked.task,
    response: asked.kind === 'reach' ? 'by a run' : (answer ?? ''),
    optionIndex: options.indexOf(answer ?? ''),
    correct: passed,
  };
}

/** Reports when the page is hidden, and ends the session when the page closes. Returns the function that ends it. */
export function endWithPage(session: Session): () => Promise<void> {
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= session.close();
    return closing;
  };
  window.addEventListener('pagehide', close);
  // When the page is hidden is the last reliable moment, because browsers may drop requests of closing pages.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && closing === null) session.sendReport();
  });
  return close;
}
