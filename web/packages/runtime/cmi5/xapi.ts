/** Requests to a platform's statement store (xAPI 1.0.3). Requests with a body complete even if the page closes. */
import { t } from '../../../words/words';
import { PlatformProblem } from '../platform';
import type { Launch } from './launch';
import type { Statement } from './statements';

export class Xapi {
  private readonly launch: Launch;
  private readonly token: string;

  constructor(launch: Launch, token: string) {
    this.launch = launch;
    this.token = token;
  }

  /** Fetches a document about this student in this lesson; null if there is none. */
  async state(stateId: string): Promise<unknown> {
    return await this.read('activities/state', this.about(stateId));
  }

  async putState(stateId: string, value: unknown): Promise<void> {
    await this.write('activities/state', this.about(stateId), 'PUT', value);
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

  private about(stateId: string): Record<string, string> {
    const { activityId, registration } = this.launch;
    return { activityId, agent: this.agent(), registration, stateId };
  }

  private async read(path: string, parameters: Record<string, string>): Promise<unknown> {
    const response = await this.ask(path, parameters, {});
    return response.status === 404 || response.status === 204 ? null : await response.json();
  }

  private async write(
    path: string,
    parameters: Record<string, string>,
    method: string,
    value: unknown,
  ): Promise<void> {
    const response = await this.ask(path, parameters, { method, body: JSON.stringify(value) });
    if (!response.ok) throw problem(path, response);
  }

  private async ask(
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
    const response = await reached(address, { ...request, headers, keepalive: request.body !== undefined });
    if (response.ok || response.status === 404) return response;
    throw problem(path, response);
  }
}

function problem(path: string, { status, statusText }: Response): PlatformProblem {
  return new PlatformProblem(
    t('The learning platform refused "{what}" ({why}).', { what: path, why: `${status} ${statusText}` }),
  );
}

/** Calls `fetch`; failures throw an error with a message for the student. */
export async function reached(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch {
    throw new PlatformProblem(
      t('The learning platform cannot be reached at {address}.', { address: new URL(address).origin }),
    );
  }
}
