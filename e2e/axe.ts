/** What is wrong with a page for those who do not see, point or hear. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './lab';

/** `within`: only of what this selector finds. */
export async function expectNoFindings(page: Page, within?: string): Promise<void> {
  // All rules look at all elements. Only what they find is told, each element with its selector, and not what is well.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // What is found in several frames is put together on a page of its own; a page without frames needs none.
  builder.setLegacyMode(page.frames().length === 1);
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(findings).toEqual([]);
}
