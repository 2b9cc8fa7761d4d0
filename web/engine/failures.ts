/** Failures of the worker itself. They are messages with codes, like the engine's, because the worker has no translations. */
import type { Message } from './schema';

/** English templates, by code. */
export const FAILURES = {
  'engine-not-loaded': 'The engine did not load: {reason}',
  'catalogue-missing': 'its catalogue is missing ({status})',
  'theory-not-loaded': 'The theory did not load: {reason}',
  'engine-defect':
    '{reason}. This is a defect of engine {version}; the command line says more when it runs the same scenario.',
} as const;

export function failure(code: keyof typeof FAILURES, args: Message['args']): Message {
  const text = FAILURES[code].replace(/\{(\w+)\}/g, (_, name: string) => textOf(args[name] ?? ''));
  return { code, args, text };
}

function textOf(value: number | string | Message): string {
  return typeof value === 'object' ? value.text : String(value);
}

/** An error that the page can report in its own language. */
export class Failure extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(reason.text);
    this.reason = reason;
  }
}

/** An error's message. */
export function reasonOf(error: unknown): string | Message {
  if (error instanceof Failure) return error.reason;
  return error instanceof Error ? error.message : String(error);
}
