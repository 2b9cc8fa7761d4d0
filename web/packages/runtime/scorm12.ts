/**
 * SCORM 1.2 (ADL, Run-Time Environment, 2001). Whoever is asked here answers at once, with strings. The score is told in hundredths from
 * the first answer on, the status is `incomplete` until all is done and `completed` then; an earlier session's is never taken back.
 * Interactions may be missing on a platform, which then is no fault.
 */
import { timeOfDay, timespan } from './durations';
import { findApi } from './findApi';
import { type Earlier, type Interaction, type Platform, type Report, resultOf } from './platform';
import { type RawApi, ScormApi } from './scormApi';

const NAMES = {
  version: 'SCORM 1.2',
  begin: 'LMSInitialize',
  end: 'LMSFinish',
  get: 'LMSGetValue',
  set: 'LMSSetValue',
  commit: 'LMSCommit',
  error: 'LMSGetLastError',
  errorWords: 'LMSGetErrorString',
};

const RESULTS = { right: 'correct', wrong: 'wrong', none: 'neutral' };

export class Scorm12 implements Platform {
  readonly room = 4096;
  readonly returnTo = null;
  readonly earlier: Earlier;
  readonly looking: boolean;
  private readonly api: ScormApi;
  /** Where each interaction stands on the platform, and what was told of it. */
  private readonly told = new Map<string, { place: number; text: string }>();
  private next: number;
  private takesInteractions = true;

  constructor(raw: RawApi | null = findApi<RawApi>('API')) {
    const api = new ScormApi(raw, NAMES);
    this.api = api;
    const status = api.get('cmi.core.lesson_status');
    const mode = api.get('cmi.core.lesson_mode');
    this.looking = mode === 'browse' || mode === 'review';
    this.earlier = {
      suspended: api.get('cmi.suspend_data'),
      score: api.number('cmi.core.score.raw') / 100,
      complete: status === 'completed' || status === 'passed',
    };
    // What stands there from earlier sessions can only be counted.
    this.next = api.number('cmi.interactions._count');
  }

  report(report: Report): void {
    if (this.looking) return;
    this.put(report);
    this.api.commit();
  }

  private put({ score, complete, suspended, interactions, spent }: Report): void {
    if (this.looking) return;
    this.api.set('cmi.core.score.min', '0');
    this.api.set('cmi.core.score.max', '100');
    this.api.set('cmi.core.score.raw', String(Math.round(score * 100)));
    this.api.set('cmi.core.lesson_status', complete ? 'completed' : 'incomplete');
    this.api.set('cmi.suspend_data', suspended);
    this.api.set('cmi.core.session_time', timespan(spent));
    // So that the next session gets what this one leaves.
    this.api.set('cmi.core.exit', 'suspend');
    for (const one of interactions) this.tell(one);
  }

  close(report: Report): void {
    try {
      this.put(report);
    } finally {
      // This keeps what was set, too.
      this.api.end();
    }
  }

  private tell(one: Interaction): void {
    const text = `${one.given} ${one.right}`;
    const known = this.told.get(one.id);
    if (!this.takesInteractions || known?.text === text) return;
    const place = known?.place ?? this.next;
    const at = `cmi.interactions.${place}`;
    // Who takes no identifier takes no interactions: they are optional in this version.
    this.takesInteractions = this.api.takes(`${at}.id`, one.id);
    if (!this.takesInteractions) return;
    if (known === undefined) this.next += 1;
    this.told.set(one.id, { place, text });
    this.api.takes(`${at}.type`, one.kind);
    this.api.takes(`${at}.time`, timeOfDay(new Date()));
    this.api.takes(`${at}.student_response`, responseOf(one));
    this.api.takes(`${at}.result`, RESULTS[resultOf(one)]);
  }
}

/** Options are letters in this version. */
function responseOf({ kind, given, place }: Interaction): string {
  return kind === 'choice' ? (place < 0 ? '' : String.fromCharCode(97 + place)) : given;
}
