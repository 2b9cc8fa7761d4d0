/**
 * SCORM 1.2 (ADL, Run-Time Environment, 2001). Calls are synchronous and return strings. The score is in hundredths from
 * the first answer on, the status is `incomplete` until all is done and `completed` then; an earlier session's is never taken back.
 * Interactions may be missing on a platform, which then is no fault.
 */
import { type Interaction, type Report, type Result, timeOfDay, timespan } from './platform';
import { findApi, type RawApi, Scorm } from './scorm';

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

export class Scorm12 extends Scorm {
  readonly room = 4096;
  private takesInteractions = true;

  constructor(raw: RawApi | null = findApi<RawApi>('API')) {
    super(raw, NAMES, 'cmi.core.lesson_mode', (api) => ({
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
    // Makes the platform pass this session's data to the next.
    this.api.set('cmi.core.exit', 'suspend');
  }

  /** A platform that rejects the identifier doesn't support interactions, which are optional in this version. */
  protected override takesInteraction(at: string, one: Interaction): boolean {
    this.takesInteractions &&= this.api.takes(`${at}.id`, one.id);
    return this.takesInteractions;
  }

  protected override setInteraction(at: string, one: Interaction, result: Result): void {
    this.api.takes(`${at}.type`, one.kind);
    this.api.takes(`${at}.time`, timeOfDay(new Date()));
    this.api.takes(`${at}.student_response`, responseOf(one));
    this.api.takes(`${at}.result`, RESULTS[result]);
  }
}

/** SCORM 1.2 identifies options by letters. */
function responseOf({ kind, given, place }: Interaction): string {
  return kind === 'choice' ? (place < 0 ? '' : String.fromCharCode(97 + place)) : given;
}
