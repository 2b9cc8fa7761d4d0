import { CHECK } from './check';
import { expect, openBench, openDetails, panel, test } from './lab';

test(
  'the visible window plays with the cursor following, and stops at its end or on request',
  CHECK,
  async ({ page }) => {
    // Record every gain and frequency that the page schedules.
    await page.addInitScript(() => {
      const scheduled: { curves: number; clicks: number } = { curves: 0, clicks: 0 };
      Object.assign(window, { scheduled });
      const curve = AudioParam.prototype.setValueCurveAtTime;
      AudioParam.prototype.setValueCurveAtTime = function (...all) {
        scheduled.curves += 1;
        return curve.apply(this, all);
      };
      const start = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...all) {
        scheduled.clicks += 1;
        return start.apply(this, all);
      };
    });
    const scheduled = () =>
      page.evaluate(() => (window as unknown as { scheduled: { curves: number; clicks: number } }).scheduled);
    await openBench(page, 'ahn-fig1-rr');
    await openDetails(page, 'Sound');
    await expect(page.locator('.sound .words')).toContainText('110 Hz is one segment');
    expect(await scheduled(), 'nothing sounds before the reader asks').toEqual({ curves: 0, clicks: 0 });
    const hands = panel(page, 'window').getByRole('slider');
    const cursor = async () => Number(await hands.getAttribute('aria-valuenow'));
    await page.getByRole('button', { name: 'Play the shown time' }).click();
    await expect.poll(cursor).toBeGreaterThan(1);
    const { curves, clicks } = await scheduled();
    expect(curves).toBe(3);
    expect(clicks, 'losses of Reno').toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Stop the sound' }).click();
    await expect(page.getByRole('button', { name: 'Play the shown time' })).toBeVisible();
    const stopped = await cursor();
    await page.waitForTimeout(200);
    expect(await cursor()).toBe(stopped);
  },
);
