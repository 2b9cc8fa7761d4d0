/** The API object that a SCORM platform provides in one of its windows. */
import { t } from '../../words/words';
import { PlatformProblem } from './platform';

/** The platform's API object, as found in its window. */
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

  /** Throws if there is no API or if it doesn't start a session. */
  constructor(raw: RawApi | null, names: FunctionNames) {
    if (raw === null)
      throw new PlatformProblem(
        t('No learning platform with {standard} was found.', { standard: names.version }),
      );
    this.raw = raw;
    this.names = names;
    if (!this.call(names.begin, ''))
      throw this.problem((error) => t('The learning platform didn’t start a session ({error}).', { error }));
  }

  get(element: string): string {
    return String(this.raw[this.names.get]?.(element) ?? '');
  }

  /** Reads an element as a number; 0 if it isn't one. */
  number(element: string): number {
    return Number(this.get(element)) || 0;
  }

  set(element: string, value: string): void {
    if (!this.trySet(element, value))
      throw this.problem((error) =>
        t('The learning platform rejected {element} ({error}).', { element, error }),
      );
  }

  /** Sets an element that may be unsupported. Returns whether the platform accepted it. */
  trySet(element: string, value: string): boolean {
    return this.call(this.names.set, element, value);
  }

  commit(): void {
    if (!this.call(this.names.commit, ''))
      throw this.problem((error) => t('The learning platform didn’t save your work ({error}).', { error }));
  }

  end(): void {
    this.call(this.names.end, '');
  }

  /** Calls a function and returns whether it succeeded. Most platforms return "true", some return true. */
  private call(name: string, ...words: string[]): boolean {
    return String(this.raw[name]?.(...words)) === 'true';
  }

  /** `message` builds the message from the platform's own error text. */
  private problem(message: (error: string) => string): PlatformProblem {
    const code = String(this.raw[this.names.error]?.() ?? '');
    const words = String(this.raw[this.names.errorWords]?.(code) || t('no reason given'));
    return new PlatformProblem(message(t('error {code}: {words}', { code, words })));
  }
}

/** Maximum number of windows to search, because openers can form a cycle. */
const MAX_WINDOWS = 500;

/** Finds the API object in a parent window, the opener or one of its parents; null if there is none. */
export function findApi<T>(name: 'API' | 'API_1484_11', from: Window = window): T | null {
  let candidate: Window | null = from;
  for (let searched = 0; candidate !== null && searched < MAX_WINDOWS; searched += 1) {
    const found = ifSameOrigin(() => (candidate as unknown as Record<string, T | undefined>)[name]);
    if (found) return found;
    const { parent }: Window = candidate;
    // Continue with the window that opened this top-level window.
    candidate = parent === candidate ? (ifSameOrigin(() => candidate?.opener as Window) ?? null) : parent;
  }
  return null;
}

/** Returns null if the window belongs to another origin: then `read` throws. */
function ifSameOrigin<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
