/**
 * Sessions with SCORM platforms. A report sets elements one by one, whatever the platform refuses of them, then commits. Each interaction has an index on the
 * platform and is sent again, at the same index, when it changes. The versions differ in the names and values of
 * elements.
 */
import {
  duration,
  type Earlier,
  type Interaction,
  notSaved,
  PARTS,
  type Part,
  type Platform,
  type PlatformProblem,
  type Report,
  type Result,
  resultOf,
  timeOfDay,
  timespan,
} from './platform';
import { type FunctionNames, findApi, type RawApi, ScormApi } from './scormApi';

/** An element and its value, and the part of the report that it saves. */
type Setting = readonly [element: string, value: string, part?: Part];

/** The element with the student's work. */
const WORK = 'cmi.suspend_data';

/** Smaller limits of the work's length, for platforms that refuse more: the first is that of SCORM 2004, 2nd edition. */
const SMALLER_CAPACITIES = [4000, 1000, 255];

/** Most interactions of earlier sessions that are looked at. */
const MOST_INTERACTIONS = 10_000;

export abstract class Scorm implements Platform {
  abstract capacity: number;
  readonly returnTo = null;
  readonly earlier: Earlier;
  readonly browsing: boolean;
  protected readonly api: ScormApi;
  /** The index on the platform and the last answer sent, by interaction. */
  protected readonly sentInteractions = new Map<string, { index: number; text: string }>();
  /** The last answer of interactions that the platform refused. */
  private readonly refusedInteractions = new Map<string, string>();
  /** The index of the next interaction. */
  protected next: number;

  /** `mode` and `status` are names of elements: the session's mode, and the lesson's status, which every platform can read. */
  constructor(
    raw: RawApi | null,
    names: FunctionNames,
    { mode, status }: { mode: string; status: string },
    earlier: (api: ScormApi) => Earlier,
  ) {
    this.api = new ScormApi(raw, names, status);
    this.browsing = ['browse', 'review'].includes(this.api.get(mode));
    this.earlier = earlier(this.api);
    // The count includes interactions of earlier sessions.
    this.next = Math.trunc(this.api.number('cmi.interactions._count', MOST_INTERACTIONS));
  }

  report(report: Report): void {
    if (this.browsing) return;
    const lost = this.sendReport(report);
    const refusal = this.api.commit();
    if (refusal !== null) throw notSaved(PARTS, refusal);
    if (lost !== null) throw lost;
  }

  close(report: Report): void {
    const lost = this.browsing ? null : this.sendReport(report);
    // Ending the session also commits.
    const refusal = this.api.end();
    if (refusal !== null && !this.browsing && this.api.commit() !== null) throw notSaved(PARTS, refusal);
    if (lost !== null) throw lost;
  }

  /** The elements of a report except its interactions. What every platform must support comes first. */
  protected abstract settings(report: Report): Setting[];

  /** Elements of an interaction, after its `id`. */
  protected abstract interactionSettings(one: Interaction, result: Result): Setting[];

  /** Sets everything that the platform accepts. Returns a problem if a part has been lost. */
  private sendReport(report: Report): PlatformProblem | null {
    const saved = new Set<Part>();
    const refusals = new Map<Part, string>();
    for (const [element, value, part] of this.settings(report)) {
      const refusal = element === WORK ? this.setWork(report) : this.api.set(element, value);
      if (part === undefined) continue;
      if (refusal === null) saved.add(part);
      else if (!refusals.has(part)) refusals.set(part, refusal);
    }
    for (const one of report.interactions) this.sendIfChanged(one);
    for (const part of saved) refusals.delete(part);
    const [reason] = refusals.values();
    return reason === undefined ? null : notSaved(refusals.keys(), reason);
  }

  /** Sets the work, or as much of it as the platform takes. Returns null, or why it takes none. */
  private setWork({ suspended, suspendedWithin }: Report): string | null {
    const refusal = this.api.set(WORK, suspended);
    if (refusal === null) return null;
    let refused = suspended;
    for (const capacity of SMALLER_CAPACITIES) {
      if (capacity >= refused.length) continue;
      const shorter = suspendedWithin(capacity);
      // Nothing would replace what an earlier session has stored.
      if (shorter === '') break;
      if (this.api.set(WORK, shorter) === null) {
        this.capacity = capacity;
        return null;
      }
      refused = shorter;
    }
    // The page says that all work is lost, not what was left out last.
    if (refused !== suspended) suspendedWithin(this.capacity);
    return refusal;
  }

  /** An interaction that the platform refuses leaves its index to the next one. */
  private sendIfChanged(one: Interaction): void {
    const text = `${one.response} ${one.correct}`;
    const known = this.sentInteractions.get(one.id);
    if (known?.text === text || this.refusedInteractions.get(one.id) === text) return;
    const index = known?.index ?? this.next;
    const at = `cmi.interactions.${index}`;
    if (this.api.set(`${at}.id`, one.id) !== null && known === undefined) {
      this.refusedInteractions.set(one.id, text);
      return;
    }
    if (known === undefined) this.next += 1;
    this.sentInteractions.set(one.id, { index, text });
    for (const [name, value] of this.interactionSettings(one, resultOf(one)))
      this.api.set(`${at}.${name}`, value);
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
 * status is `incomplete` until everything is done, then `completed`. Platforms need not support interactions, the mode,
 * and the score's minimum and maximum.
 */
export class Scorm12 extends Scorm {
  capacity = 4096;

  constructor(raw: RawApi | null = findApi<RawApi>('API')) {
    super(raw, NAMES_12, { mode: 'cmi.core.lesson_mode', status: 'cmi.core.lesson_status' }, (api) => ({
      suspended: api.get(WORK),
      score: api.number('cmi.core.score.raw', 100) / 100,
      complete: ['completed', 'passed'].includes(api.get('cmi.core.lesson_status')),
    }));
  }

  protected override settings({ score, complete, suspended, spent }: Report): Setting[] {
    return [
      ['cmi.core.lesson_status', complete ? 'completed' : 'incomplete', 'completion'],
      ['cmi.core.score.raw', String(Math.round(score * 100)), 'score'],
      [WORK, suspended, 'work'],
      ['cmi.core.session_time', timespan(spent)],
      // Makes the platform pass this session's data to the next session.
      ['cmi.core.exit', 'suspend'],
      ['cmi.core.score.min', '0'],
      ['cmi.core.score.max', '100'],
    ];
  }

  protected override interactionSettings(one: Interaction, result: Result): Setting[] {
    return [
      ['type', one.kind],
      ['time', timeOfDay(new Date())],
      ['student_response', response12(one)],
      ['result', RESULTS_12[result]],
    ];
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
  capacity = 64_000;

  constructor(raw: RawApi | null = findApi<RawApi>('API_1484_11')) {
    super(raw, NAMES_2004, { mode: 'cmi.mode', status: 'cmi.completion_status' }, (api) => ({
      suspended: api.get(WORK),
      score: api.number('cmi.score.scaled', 1) || api.number('cmi.score.raw', 100) / 100,
      complete: api.get('cmi.completion_status') === 'completed',
    }));
    for (let index = 0; index < this.next; index += 1)
      this.sentInteractions.set(this.api.get(`cmi.interactions.${index}.id`), { index, text: '' });
  }

  protected override settings({ score, complete, suspended, spent }: Report): Setting[] {
    return [
      ['cmi.completion_status', complete ? 'completed' : 'incomplete', 'completion'],
      ...(complete && score >= 1 ? [['cmi.success_status', 'passed'] as const] : []),
      ['cmi.score.scaled', decimal(score), 'score'],
      ['cmi.score.raw', String(Math.round(score * 100)), 'score'],
      [WORK, suspended, 'work'],
      ['cmi.session_time', duration(spent)],
      // Makes the next session continue this attempt.
      ['cmi.exit', 'suspend'],
      ['cmi.progress_measure', decimal(score)],
      ['cmi.score.min', '0'],
      ['cmi.score.max', '100'],
    ];
  }

  protected override interactionSettings(one: Interaction, result: Result): Setting[] {
    return [
      ['type', one.kind],
      ['timestamp', new Date().toISOString().slice(0, 19)],
      ['description', one.question.slice(0, MAX_DESCRIPTION)],
      ...(one.response === '' ? [] : [['learner_response', response2004(one)] as const]),
      ['result', RESULTS_2004[result]],
    ];
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
