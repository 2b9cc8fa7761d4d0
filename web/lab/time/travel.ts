/**
 * Steps through the events of the run shown, and describes the current one. Computes nothing before the first step: a new
 * run only discards the events of the previous one.
 */

import { useEffect, useState } from 'react';
import { Observable } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import { NARRATION } from '../../plot/snap';
import { type Filter, hasEvent, packetOf, sameEvent, type TraceEvent } from '../../run/event';
import { useView } from '../../run/hooks';
import { FOLLOWED, STORY } from '../../run/selection';
import type { Run } from '../../run/trace';
import type { View } from '../../run/view';
import { STEPPING } from '../../ui/gestures';
import { FILTER, FILTER_KEYS, FILTERS } from './filters';
import type { Narrator } from './narrate';

export interface Caption {
  /** The event at the cursor; null if there is none, and the words say why. */
  event: TraceEvent | null;
  words: string;
}

/** Follows the packet of the event at the cursor. */
const FOLLOW_KEY = 'f';

function inWords(narrator: Narrator, event: TraceEvent): string {
  return `t = ${formatTime(event.time_s)}: ${narrator.describe(event)}.`;
}

/** The message that there is no event to step to: no later one (1), no earlier one (-1), or none at all (false). */
function noEventMessage(filter: Filter, beyond: 1 | -1 | false): string {
  const event = FILTERS.find((entry) => entry.filter === filter)?.one() ?? '';
  if (beyond === 1) return t('The shown flows have no later {event}.', { event });
  if (beyond === -1) return t('The shown flows have no earlier {event}.', { event });
  return t('The shown flows have no {event}.', { event });
}

export class Travel {
  /** The description of the event at the cursor; null if the cursor isn't at an event. */
  readonly caption = new Observable<Caption | null>(null);
  private readonly view: View;
  private shown: { run: Run; flows: readonly number[] } | null = null;
  private loaded: Narrator | null = null;

  constructor(view: View) {
    this.view = view;
  }

  /** The filter for stepping and for the list. */
  get filter(): Observable<Filter> {
    return this.view.of(FILTER);
  }

  /** Handles the view's stepping keys; returns a function that detaches. */
  attach(): () => void {
    this.view.of(STEPPING).set((key) => this.handleKey(key));
    const shownTrace = () => this.shown?.run.trace ?? null;
    this.view.of(NARRATION).set({
      get trace() {
        return shownTrace();
      },
      describe: async (event) => (await this.narrator())?.describe(event) ?? '',
      packet: (event) => (this.shown === null ? null : packetOf(this.shown.run.trace, event)),
    });
    const { cursor, event } = this.view;
    void this.updateStory();
    const unsubscribe = [
      event.subscribe(() => event.value !== null && void this.describeSnapped(event.value)),
      this.view.of(FOLLOWED).subscribe(() => void this.updateStory()),
      cursor.subscribe(() => {
        const event = this.caption.value?.event;
        if (event?.time_s !== cursor.value) this.caption.set(null);
      }),
    ];
    return () => {
      this.view.of(STEPPING).set(null);
      this.view.of(NARRATION).set(null);
      for (const stop of unsubscribe) stop();
    };
  }

  follow(run: Run, flows: readonly number[]): void {
    this.shown = { run, flows };
    this.loaded = null;
    this.caption.set(null);
    const event = this.view.event.value;
    // Another run may have the same event, and a link's event is set before its run is shown.
    if (event !== null && hasEvent(run.trace, event)) void this.describeSnapped(event);
    else this.view.event.set(null);
    void this.updateStory();
  }

  /** The events of the run shown. Loads their code on first use. */
  async narrator(): Promise<Narrator | null> {
    const { Narrator } = await import('./narrate');
    if (this.shown === null) return null;
    this.loaded ??= new Narrator(this.shown.run, this.shown.flows);
    return this.loaded;
  }

  async step(direction: 1 | -1, filter: Filter = this.filter.value): Promise<void> {
    this.view.playing.set(false);
    const narrator = await this.narrator();
    if (narrator === null) return;
    const { from, to } = this.view.looking.value.whole;
    const cursor = this.view.cursor.value;
    const start = this.caption.value?.event ?? cursor ?? (direction > 0 ? from - 1 : to + 1);
    const event = narrator.events.step(filter, start, direction);
    if (event !== null) {
      this.goTo(narrator, event);
      return;
    }
    const some = narrator.events.count(filter) > 0;
    this.caption.set({
      event: this.caption.value?.event ?? null,
      words: noEventMessage(filter, some && direction),
    });
  }

  /** Moves the cursor to an event and describes it. */
  goTo(narrator: Narrator, event: TraceEvent): void {
    this.caption.set({ event, words: inWords(narrator, event) });
    this.view.hold(event.time_s, event);
  }

  /** Describes an event that the cursor has snapped to. */
  private async describeSnapped(event: TraceEvent): Promise<void> {
    if (sameEvent(event, this.caption.value?.event ?? null)) return;
    const narrator = await this.narrator();
    if (narrator !== null && this.view.event.value === event)
      this.caption.set({ event, words: inWords(narrator, event) });
  }

  /** Finds the moments of the followed packet in the run shown. Loads the code on first use. */
  private async updateStory(): Promise<void> {
    const [followed, story] = [this.view.of(FOLLOWED), this.view.of(STORY)];
    const { shown } = this;
    const packet = followed.value;
    if (packet === null || shown === null) {
      story.set(null);
      return;
    }
    const { storyOf } = await import('../../run/story');
    if (this.shown === shown && followed.value === packet) story.set(storyOf(shown.run.trace, packet));
  }

  /** Follows the packet of the event at the cursor. */
  private followPacket(): boolean {
    const event = this.view.event.value;
    const packet = event === null ? null : (this.view.of(NARRATION).value?.packet(event) ?? null);
    if (packet === null) return false;
    this.view.of(FOLLOWED).set(packet);
    return true;
  }

  private handleKey(key: string): boolean {
    if (key === '.' || key === ',') {
      void this.step(key === '.' ? 1 : -1);
      return true;
    }
    if (key === FOLLOW_KEY) return this.followPacket();
    const filter = FILTER_KEYS[key.toLowerCase()];
    if (filter === undefined) return false;
    void this.step(key === key.toLowerCase() ? 1 : -1, filter);
    return true;
  }
}

/** A `Travel` that follows the run shown. */
export function useTravel(run: Run, flows: readonly number[]): Travel {
  const view = useView();
  const [travel] = useState(() => new Travel(view));
  useEffect(() => travel.attach(), [travel]);
  useEffect(() => travel.follow(run, flows), [travel, run, flows]);
  return travel;
}
