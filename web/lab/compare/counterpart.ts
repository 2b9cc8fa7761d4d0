/**
 * The runs that are worth comparing with the bench's: its sender with all parts while one is off, the original of a changed scenario, and
 * the same scenario with another sender.
 */

import { same } from '../../base/same';
import { t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { differences, senderOf, withOwnPresets } from '../../scenario/edit';
import { senderName } from '../../scenario/names';

/** A version of the bench's scenario to pin. */
export interface Candidate {
  /** Null for the original. */
  sender: string | null;
  scenario: Scenario;
  text: string;
}

/** Senders that are most often compared, by preset. */
const COUNTERPARTS: Record<string, string> = {
  reno: 'vegas',
  'linux-reno': 'linux-6-vegas',
  'linux-vegas': 'newreno',
};

/** The sender to suggest for a comparison with a preset: Reno for most, in Linux its Reno, and Vegas for Reno itself. */
export function counterpartOf(preset: string | null): string {
  const known = preset === null ? undefined : COUNTERPARTS[preset];
  return known ?? (preset?.startsWith('linux-') ? 'linux-reno' : 'reno');
}

/** The flows that have the same sender and traffic as a flow. Comparing senders replaces all of them, but not other traffic. */
export function flowsLike({ flows }: Scenario, flow: number): number[] {
  const model = flows[flow];
  return flows.flatMap((one, place) =>
    model && same(one.sender, model.sender) && same(one.traffic, model.traffic) ? [place] : [],
  );
}

/** The scenario with another sender for some flows; null if there is no such preset. */
export function withSender(
  scenario: Scenario,
  flows: readonly number[],
  preset: string,
  catalogue: Catalogue,
): Scenario | null {
  const sender = senderOf(withOwnPresets(catalogue, scenario), preset);
  if (sender === undefined) return null;
  return {
    ...scenario,
    flows: scenario.flows.map((flow, place) =>
      flows.includes(place) ? { ...flow, sender: sender as typeof flow.sender } : flow,
    ),
  };
}

export function candidateWith(
  scenario: Scenario,
  flows: readonly number[],
  preset: string,
  catalogue: Catalogue,
): Candidate | null {
  const version = withSender(scenario, flows, preset, catalogue);
  return (
    version && {
      sender: senderName(preset, catalogue),
      scenario: version,
      // It's long, and needed only once the candidate is pinned or others are.
      get text() {
        return JSON.stringify(version, null, 2);
      },
    }
  );
}

/** The scenario with all parts of its first flow's preset, while some part is another; null if none is. */
export function withAllParts(scenario: Scenario, catalogue: Catalogue): Candidate | null {
  const known = withOwnPresets(catalogue, scenario);
  const sender = scenario.flows[0]?.sender;
  // Values within a part don't have a name of their own.
  const replaced = differences(scenario, 0, known).filter((path) => !path.includes('.'));
  if (!sender?.preset || replaced.length === 0) return null;
  const whole = candidateWith(scenario, flowsLike(scenario, 0), sender.preset, catalogue);
  return whole && { ...whole, sender: t('{sender} (all parts)', { sender: whole.sender ?? '' }) };
}

/** The most useful comparisons that aren't pinned yet, best first. */
export function suggestionsFor(bench: Bench): Candidate[] {
  const { scenario, edited, pinned } = bench.state.value;
  const { catalogue } = bench.runner.state.value;
  const { origin } = bench;
  if (scenario === null || catalogue === null) return [];
  const found: Candidate[] = [];
  const whole = edited ? withAllParts(scenario, catalogue) : null;
  if (whole !== null) found.push(whole);
  if (edited && origin !== null && !(whole && same(whole.scenario, origin.scenario)))
    found.push({ sender: null, scenario: origin.scenario, text: origin.file });
  const preset = scenario.flows[0]?.sender.preset ?? null;
  const other = candidateWith(scenario, flowsLike(scenario, 0), counterpartOf(preset), catalogue);
  if (other !== null) found.push(other);
  return found.filter((one) => pinned.every(({ text }) => text !== one.text));
}

/** The button that pins a candidate. */
export function comparisonInWords({ sender }: Candidate): string {
  return sender === null ? t('Compare with the original') : t('Compare with {sender}', { sender });
}
