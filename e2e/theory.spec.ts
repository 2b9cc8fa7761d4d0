import { CHECK } from './check';
import { chooseScenario, expect, figure, inkOf, openBench, openDetails, panel, test } from './lab';

const NOTE = { name: 'Theory', exact: true };

test('the predicted numbers for Vegas appear next to the simulated ones', async ({ page }) => {
  // Room for the plots of five flows.
  let height = 940;
  await page.setViewportSize({ width: 1280, height });
  await openBench(page, 'low-one-link');
  await openDetails(page, 'About');
  await expect(page.getByRole('region', NOTE)).toContainText('Low, Peterson & Wang 2000, Theorem 1');
  const legends: [string, string][] = [
    ['window', 'theory: cwnd'],
    ['queue', 'theory: its mean'],
    ['rtt', 'theory: RTT'],
  ];
  for (const [name, label] of legends) {
    await expect(panel(page, name).locator('.legend')).toContainText(label);
    await expect(panel(page, name).locator('.words')).toContainText('In theory');
  }
  await panel(page, 'queue').scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      // In one of these heights the line fills whole pixels, which have its color.
      height += 1;
      await page.setViewportSize({ width: 1280, height });
      return inkOf(panel(page, 'queue'), 'mark-theory');
    })
    .toBeGreaterThan(50);
  await openDetails(page, 'Results');
  const cells = (name: string) => page.locator(`tr[data-metric="${name}"] td`);
  // The link sends 1200 bytes per ms, 96 % of them payload.
  await expect(cells('goodput_bytes_per_s.theory')).toHaveText(Array(5).fill('9,216.0 kbit/s'));
  await expect(cells('mean_cwnd_segments.theory')).toHaveText([
    '20.4 seg',
    '20.4 seg',
    '26.4 seg',
    '38.4 seg',
    '50.4 seg',
  ]);
  const measured = Number.parseFloat((await figure(page, 'mean_cwnd_segments').textContent()) ?? '');
  expect(Math.abs(measured / 20.4 - 1)).toBeLessThan(0.03);
});

test('theory lines can be hidden and shown', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await openDetails(page, 'About');
  const drawn = page.getByRole('checkbox', NOTE);
  const window = panel(page, 'window');
  await expect(window.locator('.legend')).toContainText('theory');
  await drawn.uncheck();
  await expect(window.locator('.legend')).not.toContainText('theory');
  await expect(window.locator('.words')).not.toContainText('theory');
  // The choice also applies to the next scenario.
  await chooseScenario(page, 'ahn-fig1-vt');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('V-T');
  await openDetails(page, 'About');
  await expect(drawn).not.toBeChecked();
  await drawn.check();
  await expect(window.locator('.legend')).toContainText('theory');
});

test('without a prediction, the bench says why', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await openDetails(page, 'About');
  await expect(page.getByRole('region', NOTE).locator('p')).toHaveText(
    'No theory line for transfer: it backs off after losses; the loss model covers only random loss, and its path has none.',
  );
  await expect(page.getByRole('checkbox', NOTE)).toHaveCount(0);
  await expect(panel(page, 'window').locator('.legend')).not.toContainText('theory');
  await openDetails(page, 'Results');
  await expect(figure(page, 'repairs.theory')).not.toBeEmpty();
  // The cost of retransmissions is shown for any single transfer.
  await expect(page.locator('tr[data-metric$=".theory"]:not([data-metric="repairs.theory"])')).toHaveCount(0);
});
