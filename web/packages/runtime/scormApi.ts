/** The API object that a SCORM platform provides in one of its windows. */
import { t } from '../../words/words';
import { PlatformProblem } from './platform';

/** The API object in the platform's window. */
export type RawApi = Readonly<Record<string, (...words: string[]) => unknown>>;

export interface Names {
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
  private readonly names: Names;

  /** Throws if there is no API or it doesn't start a session. */
  constructor(raw: RawApi | null, names: Names) {
    if (raw === null)
      throw new PlatformProblem(
        t('No learning platform was found that speaks {standard}.', { standard: names.version }),
      );
    this.raw = raw;
    this.names = names;
    if (!this.does(names.begin, ''))
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
    if (!this.takes(element, value))
      throw this.problem((error) =>
        t('The learning platform did not take {element} ({error}).', { element, error }),
      );
  }

  /** Sets an optional element; returns whether the platform accepted it. */
  takes(element: string, value: string): boolean {
    return this.does(this.names.set, element, value);
  }

  commit(): void {
    if (!this.does(this.names.commit, ''))
      throw this.problem((error) =>
        t('The learning platform did not keep what you have done ({error}).', { error }),
      );
  }

  end(): void {
    this.does(this.names.end, '');
  }

  /** Platforms return "true", and some return true. */
  private does(name: string, ...words: string[]): boolean {
    return String(this.raw[name]?.(...words)) === 'true';
  }

  /** `say` builds the message from the platform's own error text. */
  private problem(say: (error: string) => string): PlatformProblem {
    const code = String(this.raw[this.names.error]?.() ?? '');
    const words = String(this.raw[this.names.errorWords]?.(code) || t('it does not say why'));
    return new PlatformProblem(say(t('error {code}: {words}', { code, words })));
  }
}

/** The maximum number of windows to search, because frames can be nested in a loop. */
const DEEPEST = 500;

/** Finds the platform's API object; null if no window has it. */
export function findApi<T>(name: 'API' | 'API_1484_11', from: Window = window): T | null {
  let place: Window | null = from;
  for (let asked = 0; place !== null && asked < DEEPEST; asked += 1) {
    const found = ask(() => (place as unknown as Record<string, T | undefined>)[name]);
    if (found) return found;
    const { parent }: Window = place;
    // A top-level window may have been opened by another.
    place = parent === place ? (ask(() => place?.opener as Window) ?? null) : parent;
  }
  return null;
}

/** Returns null if the window belongs to another origin, which makes property access throw. */
function ask<T>(question: () => T): T | null {
  try {
    return question();
  } catch {
    return null;
  }
}
