import type { Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, openBench, panel, test } from './lab';

const line = (page: Page) => page.getByRole('region', { name: 'Results' });

test('the results line has the metrics and what decided the run, each a click from its moment', async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-rr');
  await expect(line(page)).toContainText('604 kbit/s');
  await expect(line(page).locator('[data-result="coarse_timeouts"]')).toContainText('1');
  await expect(line(page)).toContainText(
    'The sender sent nothing for 1.7 s, because it waited for its timer.',
  );
  await line(page).getByText('2 more').click();
  await line(page).getByRole('button', { name: '25 of 26 drops happened in slow start.' }).click();
  await expect(page.getByRole('slider', { name: 'Time cursor', exact: true })).toHaveAttribute(
    'aria-valuetext',
    /^1\./,
  );
  await expect(line(page), 'it stays while the cursor is at its moment').toContainText(
    '25 of 26 drops happened in slow start.',
  );
  await page.keyboard.press('l');
  await expect(line(page)).toContainText(/1\.\d\d s: segment \d+ is dropped by the queue at R1 → R2/);
  await expectNoFindings(page);
});

test('the line says what happens at the cursor', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const window = panel(page, 'window').getByRole('slider');
  await window.focus();
  await page.keyboard.press('t');
  await expect(line(page)).toContainText(
    '3.66 s: the retransmission timer expires; Reno goes back to segment 150 with a window of 1.0',
  );
});

test('with several flows, one is chosen from a table of all of them', async ({ page }) => {
  await openBench(page, 'low-buffer');
  const flow = line(page).getByRole('button', { name: /^one/ });
  await expect(flow).toContainText('and 2 more');
  const goodput = line(page).locator('[data-result="goodput_bytes_per_s"]');
  const first = (await goodput.textContent()) ?? '';
  await flow.click();
  await expect(page.locator('.flow-results tbody tr')).toHaveCount(3);
  await page.locator('.flow-results').getByRole('button', { name: 'two' }).click();
  await expect(line(page).getByRole('button', { name: /^two/ })).toBeVisible();
  await expect(goodput).not.toHaveText(first);
});

test('no number of the line is cut, on a wide screen and on a phone', CHECK, async ({ page }) => {
  await openBench(page, 'low-one-link');
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await line(page).scrollIntoViewIfNeeded();
    const cut = await line(page)
      .locator('dd')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
      );
    expect(cut, `at ${width} pixels`).toEqual([]);
    // A sentence is shown whole, in brief, or not at all.
    for (const moment of [false, true]) {
      if (moment) await page.keyboard.press('.');
      const sentences = await line(page)
        .locator('.sentence > span')
        .evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility({ visibilityProperty: true }))
            .map((one) => {
              const { bottom } = (one.parentElement ?? one).getBoundingClientRect();
              return one.getBoundingClientRect().bottom - bottom;
            }),
        );
      expect(
        sentences.every((over) => over <= 1),
        `at ${width} pixels`,
      ).toBe(true);
    }
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond, `at ${width} pixels`).toBeLessThanOrEqual(0);
  }
});
