/**
 * Sessions with SCORM platforms. A report sets elements one by one, then commits. Each interaction has an index on the
 * platform and is sent again, at the same index, when it changes. The versions differ in the names and values of
 * elements.
 */
import {
  duration,
  type Earlier,
  type Interaction,
  type Platform,
  type Report,
  type Result,
  resultOf,
  timeOfDay,
  timespan,
} from './platform';
import { type FunctionNames, findApi, type RawApi, ScormApi } from './scormApi';

export abstract class Scorm implements Platform {
  abstract readonly capacity: number;
  readonly returnTo = null;
  readonly earlier: Earlier;
  readonly browsing: boolean;
  protected readonly api: ScormApi;
  /** The index on the platform and the last answer sent, by interaction. */
  protected readonly sentInteractions = new Map<string, { index: number; text: string }>();
  /** The index of the next interaction. */
  protected next: number;

  /** `mode` is the name of the element that contains the session's mode. */
  constructor(raw: RawApi | null, names: FunctionNames, mode: string, earlier: (api: ScormApi) => Earlier) {
    this.api = new ScormApi(raw, names);
    this.browsing = ['browse', 'review'].includes(this.api.get(mode));
    this.earlier = earlier(this.api);
    // The count includes interactions of earlier sessions.
    this.next = this.api.number('cmi.interactions._count');
  }

  report(report: Report): void {
    if (this.browsing) return;
    this.sendReport(report);
    this.api.commit();
  }

  close(report: Report): void {
    try {
      if (!this.browsing) this.sendReport(report);
    } finally {
      // Ending the session also commits.
      this.api.end();
    }
  }

  /** Sets everything in a report except its interactions. */
  protected abstract set(report: Report): void;

  /** Returns true if the platform accepts an interaction. `at` is its element, for example `cmi.interactions.0`. */
  protected acceptsInteraction(_at: string, _one: Interaction): boolean {
    return true;
  }

  protected abstract setInteraction(at: string, one: Interaction, result: Result): void;

  private sendReport(report: Report): void {
    this.set(report);
    for (const one of report.interactions) this.sendIfChanged(one);
  }

  private sendIfChanged(one: Interaction): void {
    const text = `${one.response} ${one.correct}`;
    const known = this.sentInteractions.get(one.id);
    if (known?.text === text) return;
    const index = known?.index ?? this.next;
    const at = `cmi.interactions.${index}`;
    if (!this.acceptsInteraction(at, one)) return;
    if (known === undefined) this.next += 1;
    this.sentInteractions.set(one.id, { index, text });
    this.setInteraction(at, one, resultOf(one));
  }
}

const NAMES_12 = {
  version: 'SCORM 1.2',
  begin: 'LMSInitialize',
  end: 'LMSFinish',
  get: 'LMSGetValue',
  set: 'LMSSetValue',
  commit: 'LMSCommit',
  error: 'LMSGetLastError',
  errorWords: 'LMSGetErrorString',
};

const RESULTS_12 = { right: 'correct', wrong: 'wrong', none: 'neutral' };

/**
 * SCORM 1.2 (ADL, Run-Time Environment, 2001). Calls are synchronous and return strings. The score is a percentage. The
 * status is `incomplete` until everything is done, then `completed`. Platforms need not support interactions.
 */
export class Scorm12 extends Scorm {
  readonly capacity = 4096;
  private acceptsInteractions = true;

  constructor(raw: RawApi | null = findApi<RawApi>('API')) {
    super(raw, NAMES_12, 'cmi.core.lesson_mode', (api) => ({
      suspended: api.get('cmi.suspend_data'),
      score: api.number('cmi.core.score.raw') / 100,
      complete: ['completed', 'passed'].includes(api.get('cmi.core.lesson_status')),
    }));
  }

  protected override set({ score, complete, suspended, spent }: Report): void {
    this.api.set('cmi.core.score.min', '0');
    this.api.set('cmi.core.score.max', '100');
    this.api.set('cmi.core.score.raw', String(Math.round(score * 100)));
    this.api.set('cmi.core.lesson_status', complete ? 'completed' : 'incomplete');
    this.api.set('cmi.suspend_data', suspended);
    this.api.set('cmi.core.session_time', timespan(spent));
    // Makes the platform pass this session's data to the next session.
    this.api.set('cmi.core.exit', 'suspend');
  }

  /** A platform that rejects the identifier doesn't support interactions, which are optional in this version. */
  protected override acceptsInteraction(at: string, one: Interaction): boolean {
    this.acceptsInteractions &&= this.api.trySet(`${at}.id`, one.id);
    return this.acceptsInteractions;
  }

  protected override setInteraction(at: string, one: Interaction, result: Result): void {
    this.api.trySet(`${at}.type`, one.kind);
    this.api.trySet(`${at}.time`, timeOfDay(new Date()));
    this.api.trySet(`${at}.student_response`, response12(one));
    this.api.trySet(`${at}.result`, RESULTS_12[result]);
  }
}

/** SCORM 1.2 identifies options by letters. */
function response12({ kind, response, optionIndex: index }: Interaction): string {
  return kind === 'choice' ? (index < 0 ? '' : String.fromCharCode(97 + index)) : response;
}

const NAMES_2004 = {
  version: 'SCORM 2004',
  begin: 'Initialize',
  end: 'Terminate',
  get: 'GetValue',
  set: 'SetValue',
  commit: 'Commit',
  error: 'GetLastError',
  errorWords: 'GetErrorString',
};

const RESULTS_2004 = { right: 'correct', wrong: 'incorrect', none: 'neutral' };

/** The length of a description that every platform must support. */
const MAX_DESCRIPTION = 250;

/**
 * SCORM 2004, 4th edition (ADL, Run-Time Environment 1.1, 2009). In addition to SCORM 1.2, it reports the student's
 * progress and a score between 0 and 1, and it finds interactions of earlier sessions by their identifiers. Success is
 * reported only when everything is done, because an unfinished lesson isn't failed.
 */
export class Scorm2004 extends Scorm {
  readonly capacity = 64_000;

  constructor(raw: RawApi | null = findApi<RawApi>('API_1484_11')) {
    super(raw, NAMES_2004, 'cmi.mode', (api) => ({
      suspended: api.get('cmi.suspend_data'),
      score: api.number('cmi.score.scaled'),
      complete: api.get('cmi.completion_status') === 'completed',
    }));
    for (let index = 0; index < this.next; index += 1)
      this.sentInteractions.set(this.api.get(`cmi.interactions.${index}.id`), { index, text: '' });
  }

  protected override set({ score, complete, suspended, spent }: Report): void {
    this.api.set('cmi.score.min', '0');
    this.api.set('cmi.score.max', '100');
    this.api.set('cmi.score.raw', String(Math.round(score * 100)));
    this.api.set('cmi.score.scaled', decimal(score));
    this.api.set('cmi.progress_measure', decimal(score));
    this.api.set('cmi.completion_status', complete ? 'completed' : 'incomplete');
    if (complete && score >= 1) this.api.set('cmi.success_status', 'passed');
    this.api.set('cmi.suspend_data', suspended);
    this.api.set('cmi.session_time', duration(spent));
    // Makes the next session continue this attempt.
    this.api.set('cmi.exit', 'suspend');
  }

  protected override setInteraction(at: string, one: Interaction, result: Result): void {
    this.api.set(`${at}.id`, one.id);
    this.api.set(`${at}.type`, one.kind);
    this.api.set(`${at}.timestamp`, new Date().toISOString().slice(0, 19));
    this.api.set(`${at}.description`, one.question.slice(0, MAX_DESCRIPTION));
    if (one.response !== '') this.api.set(`${at}.learner_response`, response2004(one));
    this.api.set(`${at}.result`, RESULTS_2004[result]);
  }
}

/** The standard allows seven decimals. */
function decimal(value: number): string {
  return String(Number(value.toFixed(7)));
}

/** The response to a performance interaction is a step name and an answer, joined by `[.]`. */
function response2004({ kind, response }: Interaction): string {
  if (kind === 'performance') return `run[.]${response}`;
  return kind === 'numeric' ? decimal(Number(response)) : response;
}
