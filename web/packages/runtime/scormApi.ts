/** The API object that a SCORM platform provides in one of its windows. */
import { t } from '../../words/words';
import { PlatformProblem } from './platform';

/** The API object in the platform's window. */
export type RawApi = Readonly<Record<string, (...words: string[]) => unknown>>;

export interface FunctionNames {
  version: string;
  begin: string;
  end: string;
  get: string;
  set: string;
  commit: string;
  error: string;
  errorWords: string;
}

export class ScormApi {
  private readonly raw: RawApi;
  private readonly names: FunctionNames;

  /** Throws if there is no API or it doesn't start a session. */
  constructor(raw: RawApi | null, names: FunctionNames) {
    if (raw === null)
      throw new PlatformProblem(
        t('No learning platform was found that speaks {standard}.', { standard: names.version }),
      );
    this.raw = raw;
    this.names = names;
    if (!this.call(names.begin, ''))
      throw this.problem((error) => t('The learning platform did not begin a session ({error}).', { error }));
  }

  get(element: string): string {
    return String(this.raw[this.names.get]?.(element) ?? '');
  }

  /** Reads a number; 0 if the element isn't one. */
  number(element: string): number {
    return Number(this.get(element)) || 0;
  }

  set(element: string, value: string): void {
    if (!this.trySet(element, value))
      throw this.problem((error) =>
        t('The learning platform did not take {element} ({error}).', { element, error }),
      );
  }

  /** Sets an optional element; returns whether the platform accepted it. */
  trySet(element: string, value: string): boolean {
    return this.call(this.names.set, element, value);
  }

  commit(): void {
    if (!this.call(this.names.commit, ''))
      throw this.problem((error) =>
        t('The learning platform did not keep what you have done ({error}).', { error }),
      );
  }

  end(): void {
    this.call(this.names.end, '');
  }

  /** Platforms return "true", and some return true. */
  private call(name: string, ...words: string[]): boolean {
    return String(this.raw[name]?.(...words)) === 'true';
  }

  /** `say` builds the message from the platform's own error text. */
  private problem(message: (error: string) => string): PlatformProblem {
    const code = String(this.raw[this.names.error]?.() ?? '');
    const words = String(this.raw[this.names.errorWords]?.(code) || t('it does not say why'));
    return new PlatformProblem(message(t('error {code}: {words}', { code, words })));
  }
}

/** The maximum number of windows to search, because frames can be nested in a loop. */
const MAX_WINDOWS = 500;

/** Finds the platform's API object; null if no window has it. */
export function findApi<T>(name: 'API' | 'API_1484_11', from: Window = window): T | null {
  let candidate: Window | null = from;
  for (let searched = 0; candidate !== null && searched < MAX_WINDOWS; searched += 1) {
    const found = ifSameOrigin(() => (candidate as unknown as Record<string, T | undefined>)[name]);
    if (found) return found;
    const { parent }: Window = candidate;
    // A top-level window may have been opened by another.
    candidate = parent === candidate ? (ifSameOrigin(() => candidate?.opener as Window) ?? null) : parent;
  }
  return null;
}

/** Returns null if the window belongs to another origin, which makes property access throw. */
function ifSameOrigin<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
