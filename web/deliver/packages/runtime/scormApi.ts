/** The API object that a SCORM platform provides in one of its windows. Platforms refuse calls by a result, an error code or an exception. */
import { t } from '../../../base/words/words';
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

/** An element as the platform gave it, and why it didn't; null if it did. */
export interface ReadElement {
  text: string;
  refusal: string | null;
}

/** Codes after a read without an error: none, or, in SCORM 2004, that the element has no value yet. '' if the platform has no codes. */
const NO_ERROR: readonly string[] = ['0', '', '403'];

export class ScormApi {
  private readonly raw: RawApi;
  private readonly names: FunctionNames;

  /** Throws if there is no API or if it doesn't start a session. `always` is an element that every platform can read. */
  constructor(raw: RawApi | null, names: FunctionNames, always: string) {
    if (raw === null)
      throw new PlatformProblem(
        t('No learning platform with {standard} was found.', { standard: names.version }),
      );
    this.raw = raw;
    this.names = names;
    const refusal = this.call(names.begin, '');
    // Platforms that have started the session themselves refuse to start it again.
    if (refusal !== null && !this.isOpen(always))
      throw new PlatformProblem(
        t('The learning platform didn’t start a session ({error}). Open the lesson from your course again.', {
          error: refusal,
        }),
      );
  }

  /** Reads an element; '' if the platform doesn't have it. */
  get(element: string): string {
    return this.read(element).text;
  }

  /**
   * Reads an element. An empty text without a refusal means that it has no value. Some platforms answer a call that they refuse as if it
   * set something.
   */
  read(element: string): ReadElement {
    try {
      const get = this.raw[this.names.get];
      if (get === undefined) return { text: '', refusal: t('no reason given') };
      const answer = String(get.call(this.raw, element) ?? '');
      const code = String(this.raw[this.names.error]?.() ?? '');
      const isGiven = answer !== 'false' && NO_ERROR.includes(code);
      const text = /^(?:false|null|undefined)$/.test(answer) ? '' : answer;
      return { text, refusal: isGiven ? null : this.reason() };
    } catch (error) {
      return { text: '', refusal: messageOf(error) };
    }
  }

  /** Reads an element as a number between 0 and `most`; 0 if it isn't a number; null if the platform refuses to give it. */
  number(element: string, most: number): number | null {
    const { text, refusal } = this.read(element);
    if (refusal !== null) return null;
    const value = Number(text);
    return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : 0;
  }

  /** Sets an element. Returns null, or the platform's reason to refuse it. */
  set(element: string, value: string): string | null {
    return this.call(this.names.set, element, value);
  }

  /** Returns null, or the platform's reason not to save what was set. */
  commit(): string | null {
    return this.call(this.names.commit, '');
  }

  /** Ends the session, which also commits. Returns null, or the platform's reason to refuse it. */
  end(): string | null {
    return this.call(this.names.end, '');
  }

  private isOpen(element: string): boolean {
    this.get(element);
    return this.errorCode() === '0';
  }

  /** Calls a function. Returns null if it succeeded, or else the reason. */
  private call(name: string, ...words: string[]): string | null {
    try {
      return this.succeeded(this.raw[name]?.(...words)) ? null : this.reason();
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Most platforms return "true" or "false", others true, 1 or "1". Those that return nothing set an error code. */
  private succeeded(result: unknown): boolean {
    const word = String(result ?? '').toLowerCase();
    if (word === 'true' || word === '1') return true;
    return word === '' && ['0', ''].includes(this.errorCode());
  }

  /** '' if the platform has no codes. */
  private errorCode(): string {
    try {
      return String(this.raw[this.names.error]?.() ?? '');
    } catch {
      return '';
    }
  }

  private reason(): string {
    const code = this.errorCode();
    const words = String(this.raw[this.names.errorWords]?.(code) || t('no reason given'));
    return t('error {code}: {words}', { code, words });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Maximum number of windows to search, because openers can form a cycle. */
const MAX_WINDOWS = 500;

/** Names of the API object: SCORM 1.2, and SCORM 2004. */
export type ApiName = 'API' | 'API_1484_11';

/** Finds the API object in a parent window, the opener or one of its parents; null if there is none. */
export function findApi<T>(name: ApiName, from: Window = window): T | null {
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
