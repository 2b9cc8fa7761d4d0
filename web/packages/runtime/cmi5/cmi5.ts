/**
 * A session with a cmi5 platform (AICC, cmi5 "Quartz", 1st edition). It fetches a token and the launch data, then sends
 * statements. `completed` and `passed` may be sent only once, so a document on the platform stores which statements
 * were sent, along with the student's progress. A student never fails a lesson: the score is the share of work done so
 * far.
 */
import { t } from '../../../words/words';
import { type Earlier, type Platform, PlatformProblem, type Report } from '../platform';
import {
  dueVerbs,
  type Launch,
  type LaunchData,
  launchDataOf,
  launchOf,
  type Statement,
  statementOf,
  type Verb,
} from './statements';

/** The id of our document on the platform. */
const PROGRESS = 'vegas-lab-progress';

interface StoredState extends Earlier {
  sent: Verb[];
}

const EMPTY: StoredState = { suspended: '', score: 0, complete: false, sent: [] };

export class Cmi5 implements Platform {
  /** A safe size, because platforms may have an undocumented limit. */
  readonly capacity = 64_000;
  readonly earlier: Earlier;
  readonly browsing: boolean;
  readonly returnTo: string | null;
  private readonly xapi: Xapi;
  private readonly launch: Launch;
  private readonly data: LaunchData;
  private readonly sent: Set<Verb>;
  private stored: string;

  private constructor(xapi: Xapi, launch: Launch, data: LaunchData, { sent, ...earlier }: StoredState) {
    this.xapi = xapi;
    this.launch = launch;
    this.data = data;
    this.earlier = earlier;
    this.browsing = data.launchMode !== 'Normal';
    this.returnTo = /^https?:/i.test(data.returnURL ?? '') ? (data.returnURL ?? null) : null;
    this.sent = new Set(sent);
    this.stored = JSON.stringify({ ...earlier, sent });
  }

  static async open(query: URLSearchParams): Promise<Cmi5> {
    const launch = launchOf(query);
    const xapi = new Xapi(launch, await tokenFrom(launch.fetch));
    const [data, stored] = await Promise.all([
      xapi.state('LMS.LaunchData'),
      xapi.state(PROGRESS),
      // The standard requires this request. Its result has no effect: language and audio don't depend on the platform.
      xapi.agentProfile('cmi5LearnerPreferences'),
    ]);
    const session = new Cmi5(xapi, launch, launchDataOf(data), storedStateOf(stored));
    await xapi.post([statementOf('initialized', launch, session.data)]);
    return session;
  }

  async report(report: Report): Promise<void> {
    if (this.browsing) return;
    const due = this.due(report);
    for (const verb of due) this.sent.add(verb);
    try {
      if (due.length > 0) await this.xapi.post(due.map((verb) => this.statement(verb, report)));
    } catch (error) {
      for (const verb of due) this.sent.delete(verb);
      throw error;
    }
    await this.store(report);
  }

  async close(report: Report): Promise<void> {
    const due = this.browsing ? [] : this.due(report);
    for (const verb of due) this.sent.add(verb);
    const last = [...due, 'terminated' as const].map((verb) => this.statement(verb, report));
    // Start both requests now, before the page closes.
    await Promise.all([this.xapi.post(last), this.browsing ? null : this.store(report)]);
  }

  private due(report: Report): Verb[] {
    return dueVerbs(report, this.data, this.sent);
  }

  private statement(verb: Verb, { score, spent }: Report) {
    return statementOf(verb, this.launch, this.data, { score, spent });
  }

  private async store({ suspended, score, complete }: Report): Promise<void> {
    const stored: StoredState = { suspended, score, complete, sent: [...this.sent] };
    const text = JSON.stringify(stored);
    if (text === this.stored) return;
    await this.xapi.putState(PROGRESS, stored);
    this.stored = text;
  }
}

/** Fetches the session's token. Its address works only once, so a reloaded page must be launched again. */
async function tokenFrom(address: string): Promise<string> {
  const response = await fetchFromPlatform(address, { method: 'POST' });
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const token = answer['auth-token'];
  if (typeof token === 'string' && token !== '') return token;
  throw new PlatformProblem(
    t(
      'The learning platform gave no token for this session ({why}). Open the lesson from your course again.',
      { why: String(answer['error-text'] ?? response.status) },
    ),
  );
}

function storedStateOf(value: unknown): StoredState {
  const { suspended, score, complete, sent } = { ...EMPTY, ...(value as Partial<StoredState> | null) };
  return {
    suspended: String(suspended),
    score: Number(score) || 0,
    complete: complete === true,
    sent: Array.isArray(sent) ? sent : [],
  };
}

/** Requests to a platform's statement store (xAPI 1.0.3). A request with a body completes even if the page closes. */
export class Xapi {
  private readonly launch: Launch;
  private readonly token: string;

  constructor(launch: Launch, token: string) {
    this.launch = launch;
    this.token = token;
  }

  /** Fetches a document about this student in this lesson; null if there is none. */
  async state(stateId: string): Promise<unknown> {
    return await this.read('activities/state', this.stateQuery(stateId));
  }

  async putState(stateId: string, value: unknown): Promise<void> {
    await this.write('activities/state', this.stateQuery(stateId), 'PUT', value);
  }

  /** Fetches a document about this student; null if there is none. */
  async agentProfile(profileId: string): Promise<unknown> {
    return await this.read('agents/profile', { agent: this.agent(), profileId });
  }

  async post(statements: readonly Statement[]): Promise<void> {
    await this.write('statements', {}, 'POST', statements);
  }

  private agent(): string {
    return JSON.stringify(this.launch.actor);
  }

  private stateQuery(stateId: string): Record<string, string> {
    const { activityId, registration } = this.launch;
    return { activityId, agent: this.agent(), registration, stateId };
  }

  private async read(path: string, parameters: Record<string, string>): Promise<unknown> {
    const response = await this.send(path, parameters, {});
    return response.status === 404 || response.status === 204 ? null : await response.json();
  }

  private async write(
    path: string,
    parameters: Record<string, string>,
    method: string,
    value: unknown,
  ): Promise<void> {
    const response = await this.send(path, parameters, { method, body: JSON.stringify(value) });
    if (!response.ok) throw refusalOf(path, response);
  }

  private async send(
    path: string,
    parameters: Record<string, string>,
    request: RequestInit,
  ): Promise<Response> {
    const query = new URLSearchParams(parameters).toString();
    const address = `${this.launch.endpoint}${path}${query && `?${query}`}`;
    const headers = {
      Authorization: `Basic ${this.token}`,
      'X-Experience-API-Version': '1.0.3',
      ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
    };
    const response = await fetchFromPlatform(address, {
      ...request,
      headers,
      keepalive: request.body !== undefined,
    });
    if (response.ok || response.status === 404) return response;
    throw refusalOf(path, response);
  }
}

function refusalOf(path: string, { status, statusText }: Response): PlatformProblem {
  return new PlatformProblem(
    t('The learning platform refused "{what}" ({why}).', { what: path, why: `${status} ${statusText}` }),
  );
}

/** Calls `fetch`. If the platform can't be reached, the error's message tells the student. */
async function fetchFromPlatform(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch {
    throw new PlatformProblem(
      t('The learning platform can’t be reached at {address}.', { address: new URL(address).origin }),
    );
  }
}
