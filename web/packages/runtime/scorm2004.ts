/**
 * SCORM 2004, 4th edition (ADL, Run-Time Environment 1.1, 2009).Like SCORM 1.2, and also reports how far the student is, a score
 * from 0 to 1, and interactions with identifiers for finding them again. Success is reported only when all is done:
 * an unfinished lesson isn't failed.
 */
import { duration, type Interaction, type Report, type Result } from './platform';
import { findApi, type RawApi, Scorm } from './scorm';

const NAMES = {
  version: 'SCORM 2004',
  begin: 'Initialize',
  end: 'Terminate',
  get: 'GetValue',
  set: 'SetValue',
  commit: 'Commit',
  error: 'GetLastError',
  errorWords: 'GetErrorString',
};

const RESULTS = { right: 'correct', wrong: 'incorrect', none: 'neutral' };

/** The description length that every platform supports. */
const DESCRIBED = 250;

export class Scorm2004 extends Scorm {
  readonly room = 64_000;

  constructor(raw: RawApi | null = findApi<RawApi>('API_1484_11')) {
    super(raw, NAMES, 'cmi.mode', (api) => ({
      suspended: api.get('cmi.suspend_data'),
      score: api.number('cmi.score.scaled'),
      complete: api.get('cmi.completion_status') === 'completed',
    }));
    for (let place = 0; place < this.next; place += 1)
      this.told.set(this.api.get(`cmi.interactions.${place}.id`), { place, text: '' });
  }

  protected override set({ score, complete, suspended, spent }: Report): void {
    this.api.set('cmi.score.min', '0');
    this.api.set('cmi.score.max', '100');
    this.api.set('cmi.score.raw', String(Math.round(score * 100)));
    this.api.set('cmi.score.scaled', decimal(score));
    this.api.set('cmi.progress_measure', decimal(score));
    this.api.set('cmi.completion_status', complete ? 'completed' : 'incomplete');
    if (complete) this.api.set('cmi.success_status', 'passed');
    this.api.set('cmi.suspend_data', suspended);
    this.api.set('cmi.session_time', duration(spent));
    // The next session continues this attempt.
    this.api.set('cmi.exit', 'suspend');
  }

  protected override setInteraction(at: string, one: Interaction, result: Result): void {
    this.api.set(`${at}.id`, one.id);
    this.api.set(`${at}.type`, one.kind);
    this.api.set(`${at}.timestamp`, new Date().toISOString().slice(0, 19));
    this.api.set(`${at}.description`, one.question.slice(0, DESCRIBED));
    if (one.given !== '') this.api.set(`${at}.learner_response`, responseOf(one));
    this.api.set(`${at}.result`, RESULTS[result]);
  }
}

/** The standard allows seven decimals. */
function decimal(value: number): string {
  return String(Number(value.toFixed(7)));
}

/** Performance responses are a name and an answer, joined by `[.]`. */
function responseOf({ kind, given }: Interaction): string {
  if (kind === 'performance') return `run[.]${given}`;
  return kind === 'numeric' ? decimal(Number(given)) : given;
}
