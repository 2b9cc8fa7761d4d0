/**
 * What both versions of SCORM have in common: a report is set element by element and then kept, and each interaction has one place on the
 * platform, where it is told anew whenever it has changed. The versions differ in what the elements are called and may hold.
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
  /** Where each interaction stands on the platform, and what was told of it. */
  protected readonly told = new Map<string, { place: number; text: string }>();
  /** The index of the next interaction. */
  protected next: number;

  /** @param mode the name of the element with the student's mode */
  constructor(raw: RawApi | null, names: Names, mode: string, earlier: (api: ScormApi) => Earlier) {
    this.api = new ScormApi(raw, names);
    this.looking = ['browse', 'review'].includes(this.api.get(mode));
    this.earlier = earlier(this.api);
    // What stands there from earlier sessions can be counted.
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
      // This keeps what was set, too.
      this.api.end();
    }
  }

  /** Sets everything in a report except its interactions. */
  protected abstract set(report: Report): void;

  /** Whether the platform takes an interaction at a place, `cmi.interactions.0`. */
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
