/** Runs every template with every number of flows. */
import { expect, it } from 'vitest';
import { catalogue, read } from '../../engine/nodeEngine';
import type { Scenario, Summary } from '../../engine/schema';
import { simulatedText } from '../../run/simulated';
import { draftOf, missingIn } from './draft';
import { setSender } from './operations';
import { pathNodes } from './routes';
import { scenarioFrom, TEMPLATES } from './templates';

async function summaryOf(scenario: Scenario): Promise<Summary> {
  const { summary } = await simulatedText(JSON.stringify(scenario));
  if (summary === null) throw new Error('the run has no summary');
  return summary;
}

const CASES = TEMPLATES.flatMap((template) =>
  Array.from({ length: template.most - template.least + 1 }, (_, more) => ({
    id: template.id,
    flows: template.least + more,
    template,
  })),
);

it.each(CASES)('the templates $id with $flows flows is a complete scenario', ({ template, flows }) => {
  const scenario = scenarioFrom(template, flows, catalogue);
  expect(scenario.flows).toHaveLength(flows);
  expect(read(scenario)).toEqual(scenario);
  const draft = draftOf(scenario);
  expect(missingIn(draft)).toEqual([]);
  const spots = draft.nodes.map(({ spot }) => `${spot.along} ${spot.across.toFixed(2)}`);
  expect(new Set(spots).size, 'no two nodes in one place').toBe(draft.nodes.length);
  // Data go from left to right.
  const along = new Map(draft.nodes.map(({ name, spot }) => [name, spot.along]));
  for (const { data } of pathNodes(scenario)) {
    const layers = data.map((name) => along.get(name));
    expect(layers).toEqual([...new Set(layers)].toSorted((a, b) => Number(a) - Number(b)));
  }
});

it.each(TEMPLATES)(
  'the templates $id fills its bottleneck or loses packets within seconds',
  async (template) => {
    const scenario = scenarioFrom(template, template.flows, catalogue);
    const summary = await summaryOf(scenario);
    for (const { goodput_bytes_per_s } of summary.flows) expect(goodput_bytes_per_s).toBeGreaterThan(1_000);
    const drops = summary.links.reduce((sum, link) => sum + link.drops, 0);
    expect(drops).toBeGreaterThan(0);
  },
);

it('the templates keep the number of flows within their range', () => {
  for (const template of TEMPLATES) {
    expect(scenarioFrom(template, 0, catalogue).flows).toHaveLength(template.least);
    expect(scenarioFrom(template, 100, catalogue).flows).toHaveLength(template.most);
  }
});

it('the templates run two bottlenecks with three different senders', async () => {
  const [template] = TEMPLATES.filter(({ id }) => id === 'two-bottlenecks');
  if (template === undefined) throw new Error('there is no template two-bottlenecks');
  let draft = draftOf(scenarioFrom(template, 3, catalogue));
  draft = setSender(draft, catalogue, 0, 'vegas');
  draft = setSender(draft, catalogue, 2, 'cubic');
  const summary = await summaryOf(draft.scenario);
  expect(summary.flows.map(({ name, sender_preset }) => [name, sender_preset])).toEqual([
    ['vegas', 'vegas'],
    ['reno 2', 'reno'],
    ['cubic', 'cubic'],
  ]);
  expect(pathNodes(draft.scenario).map(({ data }) => data.join(' '))).toEqual([
    'S1 R1 R2 R3 D1',
    'S2 R1 R2 D2',
    'S3 R2 R3 D3',
  ]);
});
