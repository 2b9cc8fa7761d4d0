/** The events of a run as the reader meets them: their order, and what they say. Loaded when somebody asks for an event. */
import type { Run } from '../run/trace';
import { Events, type TraceEvent } from './events';
import { narrate } from './narrate';

export class Story {
  readonly events: Events;
  private readonly run: Run;
  private readonly several: boolean;

  constructor(run: Run, flows: readonly number[]) {
    this.run = run;
    this.several = flows.length > 1;
    this.events = new Events(run.trace, flows);
  }

  /** The event in words, with the flow's name if there are several. */
  tell(event: TraceEvent): string {
    const words = narrate(this.run.trace, event);
    return this.several ? `${this.run.scenario.flows[event.flow]?.name ?? event.flow}: ${words}` : words;
  }
}
