/** Checks that the HTML of a lesson, which anyone can read before predicting, ends at its first prediction. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { simulateText } from '../../../scripts/check/simulated.mjs';
import { readText } from '../../lessons/text';
import { writePages } from './prerender';

it('the HTML of a lesson has nothing that follows its first prediction', async () => {
  const lessons = (await writePages(simulateText)).filter(({ data }) => data.page === 'lesson');
  expect(lessons.length).toBeGreaterThan(20);
  for (const { data, body } of lessons) {
    const { name = '' } = data;
    const { placed } = readText(readFileSync(`content/lessons/${name}/lesson.mdx`, 'utf8'));
    const first = placed.findIndex((one) => one.name === 'Predict');
    expect(body, name).toContain(`data-predict="${placed[first]?.attributes.id}"`);
    for (const { name: component, attributes } of placed.slice(first + 1)) {
      const { id } = attributes;
      if (['Predict', 'Experiment', 'Check'].includes(component))
        expect(body, name).not.toContain(`data-${component.toLowerCase()}="${id}"`);
      if (component === 'Claim' && !placed.slice(0, first).some((one) => one.attributes.id === id))
        expect(body, name).not.toContain(`data-claim="${id}"`);
    }
    for (const part of ['teachers-note', 'beside', 'reading'])
      expect(body, name).not.toContain(`class="${part}`);
  }
});
