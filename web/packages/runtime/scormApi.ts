/** The API of a SCORM platform. Only the function names differ between versions; all return strings synchronously. */
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
