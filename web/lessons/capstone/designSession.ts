/** A sender that the student puts together, with the engine behind it: after each change it runs the path. */
import { Observable } from '../../base/observable';
import type { Scenario } from '../../engine/schema';
import type { Run } from '../../run/trace';
import { differences, senderOf } from '../../scenario/edit';
import { withValue } from '../../scenario/path';
import { OWN_FLOW } from './facts';
import { type CapstonePath, withSender } from './paths';
import { Rerun, type RunnerLike } from './rerun';

export type DesignedSender = Scenario['flows'][number]['sender'];

/** Path of the student's sender in the scenario; controls and problems use it. */
export const SENDER_PATH = `flows.${OWN_FLOW}.sender`;

export interface DesignRun {
  run: Run;
  sender: DesignedSender;
  text: string;
}

export class DesignSession {
  readonly path: CapstonePath;
  /** Null until the engine has loaded its presets. */
  readonly sender = new Observable<DesignedSender | null>(null);
  readonly shown = new Observable<DesignRun | null>(null);
  readonly rerun: Rerun<DesignedSender>;

  /** @param begun a sender to go on with, or the preset to begin from */
  constructor(path: CapstonePath, begun: DesignedSender | string, runner?: RunnerLike) {
    this.path = path;
    this.rerun = new Rerun<DesignedSender>(
      ({ run, text, tag }) => this.shown.set({ run, sender: tag, text }),
      runner,
    );
    const { state } = this.rerun.runner;
    state.subscribe(() => {
      if (this.sender.value !== null || state.value.catalogue === null) return;
      if (typeof begun === 'string') this.choose(begun);
      else this.put(begun);
    });
    this.rerun.runner.wake();
  }

  /** Starts over from a preset. */
  choose(preset: string): void {
    const { catalogue } = this.rerun.runner.state.value;
    const sender = catalogue && senderOf(catalogue, preset);
    if (sender) this.put(sender as DesignedSender);
  }

  /** Changes a field, by its path in the scenario. */
  edit(path: string, value: unknown): void {
    const sender = this.sender.value;
    if (sender === null || !path.startsWith(`${SENDER_PATH}.`)) return;
    this.put(withValue(sender, path.slice(SENDER_PATH.length + 1), value));
  }

  /** Paths within the sender at which it is not its preset. */
  differing(sender: DesignedSender): string[] {
    const { catalogue } = this.rerun.runner.state.value;
    const scenario = { flows: [{ sender }] } as unknown as Scenario;
    return catalogue === null ? [] : differences(scenario, OWN_FLOW, catalogue);
  }

  dispose(): void {
    this.rerun.dispose();
  }

  private put(sender: DesignedSender): void {
    this.sender.set(sender);
    this.rerun.want(withSender(this.path, sender), sender);
  }
}
