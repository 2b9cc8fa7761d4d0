/**
 * A session with a cmi5 platform (AICC, cmi5 "Quartz", 1st edition). It fetches a token and the launch data, then sends
 * statements. A document on the platform stores the student's progress and the statements already sent, because
 * completed and passed may be sent only once. A lesson never fails: its score is the share of work done so far.
 */
import { t } from '../../../words/words';
import { type Earlier, type Platform, PlatformProblem, type Report } from '../platform';
import { type Launch, type LaunchData, launchDataOf, launchOf } from './launch';
import { dueOf, statementOf, type Verb } from './statements';
import { reached, Xapi } from './xapi';

/** The id of our document on the platform. */
const PROGRESS = 'vegas-lab-progress';

interface Kept extends Earlier {
  sent: Verb[];
}

const NOTHING: Kept = { suspended: '', score: 0, complete: false, sent: [] };

export class Cmi5 implements Platform {
  /** Platforms may have an undocumented limit; all accept this size. */
  readonly room = 64_000;
  readonly earlier: Earlier;
  readonly looking: boolean;
  readonly returnTo: string | null;
  private readonly xapi: Xapi;
  private readonly launch: Launch;
  private readonly data: LaunchData;
  private readonly sent: Set<Verb>;
  private kept: string;

  private constructor(xapi: Xapi, launch: Launch, data: LaunchData, { sent, ...earlier }: Kept) {
    this.xapi = xapi;
    this.launch = launch;
    this.data = data;
    this.earlier = earlier;
    this.looking = data.launchMode !== 'Normal';
    this.returnTo = /^https?:/i.test(data.returnURL ?? '') ? (data.returnURL ?? null) : null;
    this.sent = new Set(sent);
    this.kept = JSON.stringify({ ...earlier, sent });
  }

  static async open(query: URLSearchParams): Promise<Cmi5> {
    const launch = launchOf(query);
    const xapi = new Xapi(launch, await tokenFrom(launch.fetch));
    const [data, kept] = await Promise.all([
      xapi.state('LMS.LaunchData'),
      xapi.state(PROGRESS),
      // The standard requires this request. We ignore the result: a lesson has one language and starts no sound.
      xapi.agentProfile('cmi5LearnerPreferences'),
    ]);
    const session = new Cmi5(xapi, launch, launchDataOf(data), keptOf(kept));
    await xapi.post([statementOf('initialized', launch, session.data)]);
    return session;
  }

  async report(report: Report): Promise<void> {
    if (this.looking) return;
    const due = this.due(report);
    for (const verb of due) this.sent.add(verb);
    try {
      if (due.length > 0) await this.xapi.post(due.map((verb) => this.statement(verb, report)));
    } catch (error) {
      for (const verb of due) this.sent.delete(verb);
      throw error;
    }
    await this.keep(report);
  }

  async close(report: Report): Promise<void> {
    const due = this.looking ? [] : this.due(report);
    for (const verb of due) this.sent.add(verb);
    const last = [...due, 'terminated' as const].map((verb) => this.statement(verb, report));
    // Start both requests before the page closes.
    await Promise.all([this.xapi.post(last), this.looking ? null : this.keep(report)]);
  }

  private due(report: Report): Verb[] {
    return dueOf(report, this.data, this.sent);
  }

  private statement(verb: Verb, { score, spent }: Report) {
    return statementOf(verb, this.launch, this.data, { score, spent });
  }

  private async keep({ suspended, score, complete }: Report): Promise<void> {
    const kept: Kept = { suspended, score, complete, sent: [...this.sent] };
    const text = JSON.stringify(kept);
    if (text === this.kept) return;
    await this.xapi.putState(PROGRESS, kept);
    this.kept = text;
  }
}

/** Fetches the session's token. The address works only once, so a reloaded page must be launched again. */
async function tokenFrom(address: string): Promise<string> {
  const response = await reached(address, { method: 'POST' });
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const token = answer['auth-token'];
  if (typeof token === 'string' && token !== '') return token;
  throw new PlatformProblem(
    t(
      'The learning platform gives no token for this session ({why}). Open the lesson from your course again.',
      { why: String(answer['error-text'] ?? response.status) },
    ),
  );
}

function keptOf(value: unknown): Kept {
  const { suspended, score, complete, sent } = { ...NOTHING, ...(value as Partial<Kept> | null) };
  return {
    suspended: String(suspended),
    score: Number(score) || 0,
    complete: complete === true,
    sent: Array.isArray(sent) ? sent : [],
  };
}
