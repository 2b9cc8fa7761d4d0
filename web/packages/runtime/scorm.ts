/**
 * The common part of both SCORM versions: a report sets element by element, then commits, and each interaction has one index on the
 * platform, where it is sent again when it changes. The versions differ in the elements' names and values.
 */
import {
  type Earlier,
  type Interaction,
  type Platform,
  type Report,
  type Result,
  resultOf,
} from './platform';
import { type Names, type RawApi, ScormApi } from './scormApi';

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
