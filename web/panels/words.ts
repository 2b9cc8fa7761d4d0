/** Sentences about several flows: of the first few, and how many are left out. */
import type { Scenario } from '../engine/schema';
import { plural, t } from '../words/words';

const TOLD = 4;

export function toldOf(flows: readonly number[], tell: (flow: number) => string): string {
  const sentences = flows.slice(0, TOLD).map(tell);
  const left = flows.length - sentences.length;
  if (left > 0)
    sentences.push(plural(left, '{n} more flow is in the table.', '{n} more flows are in the table.'));
  return sentences.join(' ');
}

export function nameOf(scenario: Scenario, flow: number): string {
  return scenario.flows[flow]?.name ?? t('flow {number}', { number: flow });
}
