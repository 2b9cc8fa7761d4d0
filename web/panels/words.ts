/** Sentences about several flows: of the first few, and how many are left out. */
import type { Scenario } from '../engine/schema';
import { counted } from '../plot/format';

const TOLD = 4;

export function toldOf(flows: readonly number[], tell: (flow: number) => string): string {
  const sentences = flows.slice(0, TOLD).map(tell);
  const left = flows.length - sentences.length;
  if (left > 0) sentences.push(`${counted(left, 'more flow is', 'more flows are')} in the table.`);
  return sentences.join(' ');
}

export function nameOf(scenario: Scenario, flow: number): string {
  return scenario.flows[flow]?.name ?? `flow ${flow}`;
}
