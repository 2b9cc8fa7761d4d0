/** A minimal cmi5 platform on its own origin: it issues tokens, stores documents and statements, and launches lessons. */
import { randomUUID } from 'node:crypto';
import { listening } from './packageHost';

export interface Sent {
  id: string;
  actor: unknown;
  verb: { id: string };
  object: { id: string };
  result?: { duration?: string; completion?: boolean; success?: boolean; score?: { scaled: number } };
  context: {
    registration: string;
    contextActivities: Record<string, { id: string }[]>;
    extensions: Record<string, unknown>;
  };
  timestamp: string;
}

export const ACTOR = { objectType: 'Agent', account: { homePage: 'https://school.example', name: 'ada' } };
export const ACTIVITY = 'https://school.example/activities/1';
export const REGISTRATION = '760e3480-ba55-4991-94b0-01820dbd23a2';
export const PUBLISHER = { id: 'https://school.example/publisher/1' };

export const SESSION_ID = 'https://w3id.org/xapi/cmi5/context/extensions/sessionid';

export interface Platform {
  address: string;
  /** Statements by session id. */
  sessions: Map<string, Sent[]>;
  /** Requests that break a rule of xAPI or cmi5. */
  wrong: string[];
  /** Requests in the form `GET activities/state LMS.LaunchData`. */
  asked: string[];
  /** Starts a session. Returns its id and the address that launches the lesson at `page`. */
  start(page: string, launchMode?: string): { session: string; address: string };
  close(): Promise<void>;
}

export async function cmi5Platform(): Promise<Platform> {
  const tokens = new Map<string, { session: string; launchMode: string; used: boolean }>();
  const documents = new Map<string, string>();
  const sessions = new Map<string, Sent[]>();
  const wrong: string[] = [];
  const asked: string[] = [];
  let address = '';
  const server = await listening((request, body, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, value?: unknown) =>
      Boolean(
        response
          .writeHead(status, {
            'access-control-allow-origin': '*',
            'access-control-allow-headers': 'authorization, content-type, x-experience-api-version',
            'access-control-allow-methods': 'GET, POST, PUT',
            'content-type': pathname === '/course' ? 'text/html' : 'application/json',
          })
          .end(value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)),
      );
    if (request.method === 'OPTIONS') return send(204);
    if (pathname === '/course')
      return send(200, '<!doctype html><title>The course</title><h1>The course</h1>');
    if (pathname === '/favicon.ico') return send(204);
    if (pathname === '/token') {
      const token = tokens.get(searchParams.get('k') ?? '');
      if (request.method !== 'POST') wrong.push('the token was asked for by GET');
      if (token === undefined || token.used)
        return send(200, { 'error-code': '1', 'error-text': 'The token has been given already.' });
      token.used = true;
      return send(200, { 'auth-token': searchParams.get('k') });
    }
    const known = tokens.get(String(request.headers.authorization).replace(/^Basic /, ''));
    if (known === undefined) return send(401);
    if (!String(request.headers['x-experience-api-version']).startsWith('1.0'))
      wrong.push(`${pathname} without a version`);
    const path = pathname.replace(/^\/xapi\//, '');
    const name = searchParams.get('stateId') ?? searchParams.get('profileId') ?? '';
    asked.push(`${request.method} ${path} ${name}`.trim());
    if (path === 'statements') {
      for (const one of [JSON.parse(body)].flat() as Sent[]) {
        const session = String(one.context.extensions[SESSION_ID]);
        if (session !== known.session) wrong.push(`a statement names the session ${session}`);
        sessions.set(session, [...(sessions.get(session) ?? []), one]);
      }
      return send(200, []);
    }
    if (JSON.stringify(ACTOR) !== JSON.stringify(JSON.parse(searchParams.get('agent') ?? 'null')))
      wrong.push(`${path} of another agent`);
    if (path === 'agents/profile') return send(404);
    if (searchParams.get('activityId') !== ACTIVITY || searchParams.get('registration') !== REGISTRATION)
      wrong.push(`${path} of another activity or registration`);
    if (request.method === 'PUT') {
      if (name === 'LMS.LaunchData') wrong.push('the platform’s own document was written');
      documents.set(name, body);
      return send(204);
    }
    if (name === 'LMS.LaunchData')
      return send(200, {
        contextTemplate: {
          contextActivities: { grouping: [PUBLISHER] },
          extensions: { [SESSION_ID]: known.session },
        },
        launchMode: known.launchMode,
        launchParameters: '',
        masteryScore: 1,
        moveOn: 'CompletedOrPassed',
        returnURL: `${address}course`,
      });
    const document = documents.get(name);
    return document === undefined ? send(404) : send(200, document);
  });
  address = server.address;
  return {
    address,
    sessions,
    wrong,
    asked,
    start(page, launchMode = 'Normal') {
      const session = randomUUID();
      const token = randomUUID();
      tokens.set(token, { session, launchMode, used: false });
      const query = new URLSearchParams({
        endpoint: `${address}xapi/`,
        fetch: `${address}token?k=${token}`,
        actor: JSON.stringify(ACTOR),
        registration: REGISTRATION,
        activityId: ACTIVITY,
      });
      return { session, address: `${page}?${query}` };
    },
    close: server.close,
  };
}
