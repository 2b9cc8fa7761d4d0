/**
 * The common part of both SCORM versions: a report sets element by element, then commits, and each interaction has one index on the
 * platform, where it is sent again when it changes. The versions differ in the elements' names and values.
 */

import { t } from '../../words/words';
import {
  type Earlier,
  type Interaction,
  type Platform,
  PlatformProblem,
  type Report,
  type Result,
  resultOf,
} from './platform';

export abstract class Scorm implements Platform {
  abstract readonly room: number;
  readonly returnTo = null;
  readonly earlier: Earlier;
  readonly looking: boolean;
  protected readonly api: ScormApi;
  /** Each interaction's index on the platform, and its last sent text. */
  protected readonly told = new Map<string, { place: number; text: string }>();
  /** The index of the next interaction. */
  protected next: number;

  /** @param mode the name of the element with the student's mode */
  constructor(raw: RawApi | null, names: Names, mode: string, earlier: (api: ScormApi) => Earlier) {
    this.api = new ScormApi(raw, names);
    this.looking = ['browse', 'review'].includes(this.api.get(mode));
    this.earlier = earlier(this.api);
    // The platform counts the interactions of earlier sessions.
    this.next = this.api.number('cmi.interactions._count');
  }

  report(report: Report): void {
    if (this.looking) return;
    this.put(report);
    this.api.commit();
  }

  close(report: Report): void {
    try {
      if (!this.looking) this.put(report);
    } finally {
      // Ending also commits.
      this.api.end();
    }
  }

  /** Sets everything in a report except its interactions. */
  protected abstract set(report: Report): void;

  /** Returns whether the platform accepts an interaction at an index, `cmi.interactions.0`. */
  protected takesInteraction(_at: string, _one: Interaction): boolean {
    return true;
  }

  protected abstract setInteraction(at: string, one: Interaction, result: Result): void;

  private put(report: Report): void {
    this.set(report);
    for (const one of report.interactions) this.tell(one);
  }

  private tell(one: Interaction): void {
    const text = `${one.given} ${one.right}`;
    const known = this.told.get(one.id);
    if (known?.text === text) return;
    const place = known?.place ?? this.next;
    const at = `cmi.interactions.${place}`;
    if (!this.takesInteraction(at, one)) return;
    if (known === undefined) this.next += 1;
    this.told.set(one.id, { place, text });
    this.setInteraction(at, one, resultOf(one));
  }
}

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

/** Finds a SCORM platform's API: in a parent window, in the opener, or in the opener's parents. */

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
