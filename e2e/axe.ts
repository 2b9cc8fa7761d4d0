/** Accessibility violations of a page, found by axe. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './lab';

/** `within`: a selector that limits the check. */
export async function expectNoFindings(page: Page, within?: string): Promise<void> {
  // Checks all rules on all elements, and reports only violations, each with its selector.
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // axe merges the results of several frames on an extra page; a page without frames needs none.
  builder.setLegacyMode(page.frames().length === 1);
  const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(findings).toEqual([]);
}
