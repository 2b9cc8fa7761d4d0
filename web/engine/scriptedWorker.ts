/** A fake worker for tests: records messages and sends scripted replies. */
import type { WorkerLike } from './client';
import type { FromWorker, ToWorker } from './protocol';
import type { EngineProblem } from './schema';

/** A problem whose messages have no translation. */
export function problemAt(path: string, problem: string, allowed: string): EngineProblem {
  const untranslated = (text: string) => ({ code: '', args: {}, text });
  const messages = { problem_message: untranslated(problem), allowed_message: untranslated(allowed) };
  return { path, problem, allowed, ...messages };
}

export class ScriptedWorker implements WorkerLike {
  readonly sent: ToWorker[] = [];
  ended = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  onmessageerror: WorkerLike['onmessageerror'] = null;

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  reply(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}
