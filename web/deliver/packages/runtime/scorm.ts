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

/** An element and its value, and the part of the report that it saves. Null leaves the element as it is. */
type Setting = readonly [element: string, value: string | null, part?: Part];

/** The element with the student's work. */
const WORK = 'cmi.suspend_data';

/** Smaller limits of the work's length, for platforms that refuse more: the first is that of SCORM 2004, 2nd edition. */
const SMALLER_CAPACITIES = [4000, 1000, 255];

/** Most interactions of earlier sessions that are looked at. */
const MOST_INTERACTIONS = 10_000;

export abstract class Scorm implements Platform {
  abstract capacity: number;
  readonly returnTo = null;
  earlier: Earlier;
  readonly browsing: boolean;
  protected readonly api: ScormApi;
  /** The index on the platform and the last answer sent, by interaction. */
  protected readonly sentInteractions = new Map<string, { index: number; text: string }>();
  /** The last answer of interactions that the platform refused. */
  private readonly refusedInteractions = new Map<string, string>();
  /** The index of the next interaction; null if it's unknown how many an earlier session has sent. */
  protected next: number | null = null;

  /** `mode` and `status` are names of elements: the session's mode, and the lesson's status, which every platform can read. */
  constructor(raw: RawApi | null, names: FunctionNames, { mode, status }: { mode: string; status: string }) {
    this.api = new ScormApi(raw, names, status);
    this.earlier = this.readEarlier();
    this.browsing = ['browse', 'review'].includes(this.api.get(mode));
    this.readInteractions();
  }

  readAgain(): void {
    this.earlier = this.readEarlier();
    this.readInteractions();
  }

  protected abstract readEarlier(): Earlier;

  protected readInteractions(): void {
    // The count includes interactions of earlier sessions.
    const count = this.api.number('cmi.interactions._count', MOST_INTERACTIONS);
    if (count !== null) this.next = Math.max(this.next ?? 0, Math.trunc(count));
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

  protected readWork(): Pick<Earlier, 'suspended' | 'refusal'> {
    const { text, refusal } = this.api.read(WORK);
    return { suspended: text, refusal };
  }

  protected readStatus(element: string, done: readonly string[]): boolean | null {
    const { text, refusal } = this.api.read(element);
    return refusal !== null && !done.includes(text) ? null : done.includes(text);
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
      if (value === null) continue;
      const refusal = element === WORK ? this.setWork(value, report) : this.api.set(element, value);
      if (part === undefined) continue;
      if (refusal === null) saved.add(part);
      else if (!refusals.has(part)) refusals.set(part, refusal);
    }
    // Without the number of the earlier ones, new ones would replace them.
    if (report.suspended !== null) this.next ??= 0;
    for (const one of report.interactions) this.sendIfChanged(one);
    for (const part of saved) refusals.delete(part);
    const [reason] = refusals.values();
    return reason === undefined ? null : notSaved(refusals.keys(), reason);
  }

  /** Sets the work, or as much of it as the platform takes. Returns null, or why it takes none. */
  private setWork(suspended: string, { suspendedWithin }: Report): string | null {
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
    if (index === null) return;
    const at = `cmi.interactions.${index}`;
    if (this.api.set(`${at}.id`, one.id) !== null && known === undefined) {
      this.refusedInteractions.set(one.id, text);
      return;
    }
    if (known === undefined) this.next = index + 1;
    this.sentInteractions.set(one.id, { index, text });
    for (const [name, value] of this.interactionSettings(one, resultOf(one)))
      if (value !== null) this.api.set(`${at}.${name}`, value);
  }
}

function statusOf(complete: boolean | null): string | null {
  return complete === null ? null : complete ? 'completed' : 'incomplete';
}

function inPercent(score: number | null): string | null {
  return score === null ? null : String(Math.round(score * 100));
}

function fromPercent(percent: number | null): number | null {
  return percent === null ? null : percent / 100;
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
    super(raw, NAMES_12, { mode: 'cmi.core.lesson_mode', status: 'cmi.core.lesson_status' });
  }

  protected override readEarlier(): Earlier {
    return {
      ...this.readWork(),
      score: fromPercent(this.api.number('cmi.core.score.raw', 100)),
      complete: this.readStatus('cmi.core.lesson_status', ['completed', 'passed']),
    };
  }

  protected override settings({ score, complete, suspended, spent }: Report): Setting[] {
    return [
      ['cmi.core.lesson_status', statusOf(complete), 'completion'],
      ['cmi.core.score.raw', inPercent(score), 'score'],
      // A text that doesn't fit replaces nothing.
      [WORK, suspended || null, 'work'],
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
    super(raw, NAMES_2004, { mode: 'cmi.mode', status: 'cmi.completion_status' });
  }

  protected override readEarlier(): Earlier {
    const scaled = this.api.number('cmi.score.scaled', 1);
    return {
      ...this.readWork(),
      score: scaled || (fromPercent(this.api.number('cmi.score.raw', 100)) ?? scaled),
      complete: this.readStatus('cmi.completion_status', ['completed']),
    };
  }

  protected override readInteractions(): void {
    super.readInteractions();
    for (let index = 0; index < (this.next ?? 0); index += 1)
      this.sentInteractions.set(this.api.get(`cmi.interactions.${index}.id`), { index, text: '' });
  }

  protected override settings({ score, complete, suspended, spent }: Report): Setting[] {
    return [
      ['cmi.completion_status', statusOf(complete), 'completion'],
      ['cmi.success_status', complete && score !== null && score >= 1 ? 'passed' : null],
      ['cmi.score.scaled', score === null ? null : decimal(score), 'score'],
      ['cmi.score.raw', inPercent(score), 'score'],
      // A text that doesn't fit replaces nothing.
      [WORK, suspended || null, 'work'],
      ['cmi.session_time', duration(spent)],
      // Makes the next session continue this attempt.
      ['cmi.exit', 'suspend'],
      ['cmi.progress_measure', score === null ? null : decimal(score)],
      ['cmi.score.min', '0'],
      ['cmi.score.max', '100'],
    ];
  }

  protected override interactionSettings(one: Interaction, result: Result): Setting[] {
    return [
      ['type', one.kind],
      ['timestamp', new Date().toISOString().slice(0, 19)],
      ['description', one.question.slice(0, MAX_DESCRIPTION)],
      ['learner_response', one.response === '' ? null : response2004(one)],
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
