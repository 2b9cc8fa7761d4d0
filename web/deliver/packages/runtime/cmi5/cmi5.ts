/**
 * A session with a cmi5 platform (AICC, cmi5 "Quartz", 1st edition). It fetches a token and the launch data, then sends
 * statements. `completed` and `passed` may be sent only once, so a document on the platform stores which statements
 * were sent, along with the student's progress. A student never fails a lesson: the score is the share of work done so
 * far.
 */
import { array, boolean, object, pipe, string, transform } from 'valibot';
import { NUMBER, readJson } from '../../../../base/schema';
import { t } from '../../../../base/words/words';
import {
  type Earlier,
  NOTHING_EARLIER,
  notSaved,
  type Part,
  type Platform,
  PlatformProblem,
  type Report,
  unreadableText,
  unreadEarlier,
} from '../platform';
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

/** Our document on the platform. */
const STORED = object({
  suspended: string(),
  score: pipe(
    NUMBER,
    transform((score) => Math.min(1, Math.max(0, score))),
  ),
  complete: boolean(),
  sent: array(string()),
});

/** What a session knows of our document. */
interface Known {
  earlier: Earlier;
  sent: readonly string[];
  /** The document's text, as this version writes it; null if there's none, or if it can't be read. */
  text: string | null;
}

export class Cmi5 implements Platform {
  /** A safe size, because platforms may have an undocumented limit. */
  readonly capacity = 64_000;
  earlier: Earlier = NOTHING_EARLIER;
  readonly browsing: boolean;
  readonly returnTo: string | null;
  private readonly xapi: Xapi;
  private readonly launch: Launch;
  private readonly data: LaunchData;
  private readonly sent = new Set<Verb>();
  /** Statements that the platform has refused. They're sent alone, so that it accepts the others. */
  private readonly refused = new Set<Verb>();
  private stored: string | null = null;

  private constructor(xapi: Xapi, launch: Launch, data: LaunchData, known: Known) {
    this.xapi = xapi;
    this.launch = launch;
    this.data = data;
    this.browsing = data.launchMode !== 'Normal';
    const back = addressOf(data.returnURL);
    this.returnTo = back !== null && /^https?:$/.test(back.protocol) ? back.href : null;
    this.know(known);
  }

  private know({ earlier, sent, text }: Known): void {
    this.earlier = earlier;
    this.stored = text;
    for (const verb of ONCE) if (sent.includes(verb)) this.sent.add(verb);
  }

  async readAgain(): Promise<void> {
    this.know(await knownFrom(this.xapi));
  }

  static async open(query: URLSearchParams): Promise<Cmi5> {
    const launch = launchOf(query);
    const xapi = new Xapi(launch, await tokenFrom(launch.fetch));
    const [data, known] = await Promise.all([
      xapi.state('LMS.LaunchData'),
      knownFrom(xapi),
      // The standard requires this request. Its result has no effect: language and audio don't depend on the platform.
      xapi.agentProfile('cmi5LearnerPreferences').catch(() => null),
    ]);
    const session = new Cmi5(xapi, launch, launchDataOf(data), known);
    // If the platform refuses it, the first report sends it again.
    await session.send(['initialized'], { score: 0, spent: 0 });
    return session;
  }

  async report(report: Report): Promise<void> {
    if (this.browsing) return;
    const refusals = await this.send(this.due(report), report);
    await this.finish(refusals, this.store(report));
  }

  async close(report: Report): Promise<void> {
    // The page may not live long enough to send again what comes with a refused statement.
    const due = (this.browsing ? [] : this.due(report)).filter((verb) => !this.refused.has(verb));
    // Start both requests now, before the page closes.
    const sending = this.send([...due, 'terminated'], report);
    const storing = this.browsing ? Promise.resolve() : this.store(report);
    const settled = storing.catch(() => undefined);
    const refusals = await sending;
    // The document says that refused statements were sent.
    const isWrong = !this.browsing && due.some((verb) => refusals.has(verb));
    await this.finish(refusals, isWrong ? settled.then(() => this.store(report)) : storing);
  }

  private due(report: Report): Verb[] {
    const begins: Verb[] = this.sent.has('initialized') ? [] : ['initialized'];
    return [...begins, ...dueVerbs(report, this.data, this.sent)];
  }

  /**
   * Sends statements in one request. If the platform refuses it, sends each statement alone, because a platform takes all statements of a
   * request or none. Returns the reasons for refusals.
   */
  private async send(
    verbs: readonly Verb[],
    { score, spent }: Pick<Report, 'score' | 'spent'>,
  ): Promise<Refusals> {
    if (verbs.length === 0) return new Map();
    // A report that begins before the answer doesn't send them again.
    for (const verb of verbs) this.sent.add(verb);
    try {
      await this.xapi.post(
        verbs.map((verb) => statementOf(verb, this.launch, this.data, { score: score ?? 0, spent })),
      );
      return new Map();
    } catch (error) {
      const refusals: Refusals = new Map();
      if (verbs.length > 1 && error instanceof Refusal) {
        for (const verb of verbs)
          for (const [refused, why] of await this.send([verb], { score, spent })) refusals.set(refused, why);
        return refusals;
      }
      for (const verb of verbs) {
        this.sent.delete(verb);
        this.refused.add(verb);
        refusals.set(verb, messageOf(error));
      }
      return refusals;
    }
  }

  /** Waits for the work to be stored. Throws a problem if it isn't, or if a result was refused. */
  private async finish(refusals: Refusals, storing: Promise<void>): Promise<void> {
    const lost = new Map<Part, string>();
    for (const [verb, why] of refusals) {
      const part = PART_OF[verb];
      if (part !== undefined) lost.set(part, why);
    }
    try {
      await storing;
    } catch (error) {
      lost.set('work', messageOf(error));
    }
    const [reason] = lost.values();
    if (reason !== undefined) throw notSaved(lost.keys(), reason);
  }

  private async store({ suspended, score, complete }: Report): Promise<void> {
    if (suspended === null || score === null || complete === null) return;
    const sent = ONCE.filter((verb) => this.sent.has(verb));
    // A text that doesn't fit replaces nothing.
    const stored = { suspended: suspended || this.earlier.suspended, score, complete, sent };
    const text = JSON.stringify(stored);
    if (text === this.stored) return;
    await this.xapi.putState(PROGRESS, stored);
    this.stored = text;
  }
}

/** The statements that are sent once per registration, whatever the number of sessions. */
const ONCE: readonly Verb[] = ['completed', 'passed'];

/** The part of a report that is in a statement. Without the others, a platform lacks only when the session began and ended. */
const PART_OF: Readonly<Partial<Record<Verb, Part>>> = {
  completed: 'completion',
  passed: 'score',
};

type Refusals = Map<Verb, string>;

/** An absolute address; null if the text isn't one. */
function addressOf(text: unknown): URL | null {
  try {
    return new URL(String(text));
  } catch {
    return null;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
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

async function knownFrom(xapi: Xapi): Promise<Known> {
  try {
    const text = await xapi.stateText(PROGRESS);
    if (text === null || text.trim() === 'null') return { earlier: NOTHING_EARLIER, sent: [], text: null };
    const stored = readJson(STORED, text);
    if (stored === undefined) return { earlier: unreadEarlier(unreadableText(), text), sent: [], text: null };
    const { sent, ...earlier } = stored;
    return { earlier: { ...earlier, refusal: null }, sent, text: JSON.stringify(stored) };
  } catch (error) {
    return { earlier: unreadEarlier(messageOf(error)), sent: [], text: null };
  }
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

  /** Fetches a document as text; null if there is none. */
  async stateText(stateId: string): Promise<string | null> {
    return await this.readText('activities/state', this.stateQuery(stateId));
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
    const text = await this.readText(path, parameters);
    return text === null ? null : JSON.parse(text);
  }

  private async readText(path: string, parameters: Record<string, string>): Promise<string | null> {
    const response = await this.send(path, parameters, {});
    return response.status === 404 || response.status === 204 ? null : await response.text();
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

/** The platform has answered, but doesn't accept the request. */
class Refusal extends PlatformProblem {}

function refusalOf(path: string, { status, statusText }: Response): Refusal {
  return new Refusal(
    t('The learning platform refused "{what}" ({why}).', { what: path, why: `${status} ${statusText}` }),
  );
}

/** Calls `fetch`. If the platform can't be reached, the error's message tells the student. */
async function fetchFromPlatform(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch {
    throw new PlatformProblem(
      t('The learning platform can’t be reached at {address}.', {
        address: addressOf(address)?.origin ?? address,
      }),
    );
  }
}
