/**
 * SCORM 2004, 4th edition (ADL, Run-Time Environment 1.1, 2009). As the older version, with more to say: how far the student is, a score
 * from 0 to 1, and interactions that can be found again by their identifiers. Success is told once all is done, and nothing before:
 * who has not finished has not failed.
 */
import { duration } from './durations';
import { findApi } from './findApi';
import { type Earlier, type Interaction, type Platform, type Report, resultOf } from './platform';
import { type RawApi, ScormApi } from './scormApi';

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

/** Letters of a description that every platform keeps. */
const DESCRIBED = 250;

export class Scorm2004 implements Platform {
  readonly room = 64_000;
  readonly returnTo = null;
  readonly earlier: Earlier;
  readonly looking: boolean;
  private readonly api: ScormApi;
  private readonly told = new Map<string, { place: number; text: string }>();
  private next: number;

  constructor(raw: RawApi | null = findApi<RawApi>('API_1484_11')) {
    const api = new ScormApi(raw, NAMES);
    this.api = api;
    const mode = api.get('cmi.mode');
    this.looking = mode === 'browse' || mode === 'review';
    this.earlier = {
      suspended: api.get('cmi.suspend_data'),
      score: api.number('cmi.score.scaled'),
      complete: api.get('cmi.completion_status') === 'completed',
    };
    this.next = api.number('cmi.interactions._count');
    for (let place = 0; place < this.next; place += 1)
      this.told.set(api.get(`cmi.interactions.${place}.id`), { place, text: '' });
  }

  report(report: Report): void {
    if (this.looking) return;
    this.put(report);
    this.api.commit();
  }

  private put({ score, complete, suspended, interactions, spent }: Report): void {
    if (this.looking) return;
    this.api.set('cmi.score.min', '0');
    this.api.set('cmi.score.max', '100');
    this.api.set('cmi.score.raw', String(Math.round(score * 100)));
    this.api.set('cmi.score.scaled', decimal(score));
    this.api.set('cmi.progress_measure', decimal(score));
    this.api.set('cmi.completion_status', complete ? 'completed' : 'incomplete');
    if (complete) this.api.set('cmi.success_status', 'passed');
    this.api.set('cmi.suspend_data', suspended);
    this.api.set('cmi.session_time', duration(spent));
    // The attempt goes on the next time, with what this session leaves.
    this.api.set('cmi.exit', 'suspend');
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
    if (known?.text === text) return;
    const place = known?.place ?? this.next;
    const at = `cmi.interactions.${place}`;
    if (known === undefined) this.next += 1;
    this.told.set(one.id, { place, text });
    this.api.set(`${at}.id`, one.id);
    this.api.set(`${at}.type`, one.kind);
    this.api.set(`${at}.timestamp`, new Date().toISOString().slice(0, 19));
    this.api.set(`${at}.description`, one.question.slice(0, DESCRIBED));
    if (one.given !== '') this.api.set(`${at}.learner_response`, responseOf(one));
    this.api.set(`${at}.result`, RESULTS[resultOf(one)]);
  }
}

/** Seven digits after the point are what the standard has. */
function decimal(value: number): string {
  return String(Number(value.toFixed(7)));
}

/** What is done has a name and an answer, with `[.]` between. */
function responseOf({ kind, given }: Interaction): string {
  if (kind === 'performance') return `run[.]${given}`;
  return kind === 'numeric' ? decimal(Number(given)) : given;
}
