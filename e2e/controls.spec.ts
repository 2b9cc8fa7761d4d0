/** The controls next to the bench, by keyboard and by pointer. */

import { expectNoFindings } from './axe';
import { CHECK } from './check';
import {
  chooseSender,
  digest,
  expect,
  expectPhase,
  expectSender,
  openBench,
  openDetails,
  openGroup,
  test,
} from './lab';

test(
  'search finds a field by another word for it, and Escape brings all controls back',
  CHECK,
  async ({ page }) => {
    await openBench(page, 'ahn-fig1-vr');
    await expect(page.locator('[data-path="seed"]')).toBeVisible();
    await page.locator('.scenario-card .source').click();
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search the controls' });
    await expect(search).toBeFocused();
    await page.keyboard.type('bandwidth');
    await expect(page.locator('[data-path="seed"]')).toHaveCount(0);
    const rate = page.locator('[data-path="links.1.rate_bps"]');
    await expect(rate).toBeVisible();
    await expect(rate.locator('.exact')).toHaveValue('800');
    await expectNoFindings(page, '.rail');
    await search.fill('no such control');
    await expect(page.locator('.found-count')).toContainText('No control matches');
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await expect(page.locator('[data-path="seed"]')).toBeVisible();
  },
);

test('a component is switched off by keyboard and says what replaces it', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  const early = page.getByRole('switch', { name: 'Early retransmit' });
  const cam = page.getByRole('switch', { name: 'Congestion avoidance (CAM)' });
  await expect(cam).toBeChecked();
  await expect(cam).toHaveAccessibleDescription("If off: Reno's additive increase");
  await cam.focus();
  await page.keyboard.press('Space');
  await expect(cam).not.toBeChecked();
  await expect(cam).toHaveAccessibleDescription("Off: Reno's additive increase");
  await expect(page.locator('[data-path="flows.0.sender.avoidance.alpha"]')).toHaveCount(0);
  await expect(digest(page)).not.toHaveText(before);
  await expect(early).toBeChecked();
  await page.keyboard.press('Space');
  await expect(digest(page)).toHaveText(before);
  await expect(page.locator('.changes')).toHaveAttribute('data-count', '0');
});

test('any sender takes a component of Vegas', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const switches = page.getByRole('switch');
  await expect(switches).toHaveCount(3);
  for (const one of await switches.all()) await expect(one).not.toBeChecked();
  await page.getByRole('switch', { name: 'Slow start every other RTT' }).check();
  await expect(page.locator('[data-path="flows.0.sender.slow_start.gamma"]')).toBeVisible();
  await expect(page.locator('.differing')).toContainText('slow_start');
});

test('the list of senders is searched and chosen from by keyboard', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const open = page.getByRole('button', { name: /^Sender Reno \(BSD\) reno/ });
  await open.focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('combobox', { name: 'Find a sender' });
  await expect(search).toBeFocused();
  await expect(page.locator('.senders').getByRole('option', { selected: true })).toContainText('Reno (BSD)');
  await expectNoFindings(page);
  await page.keyboard.type('cubic');
  const options = page.locator('.senders').getByRole('option');
  await expect(options).toHaveCount(2);
  await expect(page.getByRole('group', { name: 'Modern' })).toContainText('CUBIC (RFC 9438)');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-active="true"]')).toContainText('linux-cubic');
  await page.keyboard.press('Enter');
  await expectSender(page, 'linux-cubic');
  await expect(page.getByRole('button', { name: /^Sender CUBIC in Linux/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expectSender(page, 'linux-cubic');
});

test('changes are collected with their values, and each or all can be reset', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  const changes = page.locator('.changes');
  await expect(changes).toBeEmpty();
  const bottleneck = page.locator('[data-link="R1-R2"]');
  await page.locator('[data-path="seed"] .exact').fill('5');
  await bottleneck.getByRole('textbox', { name: 'Delay, exact' }).fill('20');
  await bottleneck.getByRole('textbox', { name: 'Rate, exact' }).fill('0.4 Mbit/s');
  await expect(changes).toContainText('3 changes');
  await expect(changes.getByRole('listitem')).toHaveText(
    [/R1 ↔ R2 Delay 50 ms → 20 ms/, /R1 ↔ R2 Rate 800 kbit\/s → 400 kbit\/s/, /Seed 8 → 5/],
    { useInnerText: true },
  );
  await bottleneck.getByRole('button', { name: 'Delay: reset to the scenario’s 50 ms' }).click();
  await expect(changes).toHaveAttribute('data-count', '2');
  await page.getByRole('button', { name: 'Seed: undo the change' }).click();
  await expect(changes).toHaveAttribute('data-count', '1');
  await expect(page.getByRole('button', { name: '1 changed' })).toBeInViewport();
  await changes.getByRole('button', { name: 'Reset all' }).click();
  await expect(changes).toBeEmpty();
  await expect(digest(page)).toHaveText(before);
});

test('two clicks add a flow with another sender, and one removes it', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  await page.getByRole('button', { name: 'Add a flow' }).click();
  await page.locator('[role="option"][data-value="reno"]').click();
  await expectPhase(page, 'done');
  await expectSender(page, 'reno');
  await expect(page.getByRole('combobox', { name: 'Flow', exact: true })).toHaveValue('1');
  await openDetails(page, 'Results');
  await expect(page.locator('.figures small').first()).toHaveText('vegas');
  await expect(page.locator('.figures small').nth(1)).toHaveText('reno');
  await expect(page.locator('.changes')).toContainText('flow transfer 2');
  await page.getByText('Share', { exact: true }).click();
  await expect(page.getByLabel('Link to this view')).toHaveValue(
    /flows\.1=flows\.0&.*flows\.1\.sender\.preset=reno(?:&|$)/,
  );
  await page.getByRole('button', { name: 'Remove transfer 2' }).click();
  await expectSender(page, 'vegas');
  await expect(digest(page)).toHaveText(before);
});

test("a field's menu explains it and resets it, without hovering", CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const buffer = page.locator('[data-path="links.1.queue.limit_bytes"]');
  await buffer.locator('.exact').fill('32');
  await expect(page.locator('.changes')).toHaveAttribute('data-count', '1');
  const menu = buffer.getByRole('button', { name: 'Buffer: explanation and actions' });
  await menu.press('Enter');
  await expect(buffer).toContainText('Size of the buffer.');
  await expectNoFindings(page, '.rail');
  await buffer.getByRole('button', { name: 'Reset to 16 KiB' }).click();
  await expect(page.locator('.changes')).toHaveAttribute('data-count', '0');
  await expect(buffer.locator('.exact')).toHaveValue('16');
  await menu.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});

test('folded groups are not mounted, and open where their fields are', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const timer = page.locator('[data-path="flows.0.sender.timer"]');
  await expect(page.locator('.fold > summary', { hasText: 'Timers and RTT' })).toBeVisible();
  await expect(timer).toHaveCount(0);
  await openGroup(page, 'Timers and RTT');
  await expect(timer.getByRole('combobox', { name: 'Retransmission timer' })).toHaveValue('bsd_ticks');
  await expect(timer.locator('[data-path$="tick_ms"] .exact')).toHaveValue('500');
  await openGroup(page, 'Sender parts');
  // Alpha is next to its switch, and not a second time among the parts.
  await expect(page.locator('[data-path="flows.0.sender.avoidance.alpha"]')).toHaveCount(1);
  await expectNoFindings(page, '.rail');
});

test('a field for a name or a number shows the number below its choices', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const before = (await digest(page).textContent()) ?? '';
  await openGroup(page, 'Window and options');
  const threshold = page.locator('[data-path="flows.0.sender.initial_ssthresh"]');
  const choice = threshold.getByRole('combobox', { name: 'Initial slow-start threshold' });
  await expect(choice).toHaveValue('unlimited');
  await expect(threshold.locator('.exact')).toHaveCount(0);
  await choice.selectOption('A number');
  await expect(threshold.locator('.exact')).toHaveValue('2');
  await threshold.locator('.exact').fill('16');
  await expect(digest(page)).not.toHaveText(before);
  await expect(page.locator('.changes')).toHaveAttribute('data-count', '1');
  await threshold.locator('.exact').fill('1');
  await expect(threshold).toContainText('allowed: a whole number from 2');
  await page.getByText('Share', { exact: true }).click();
  await expect(page.getByLabel('Link to this view')).toHaveValue(/initial_ssthresh=16(?:&|$)/);
  await page.keyboard.press('Escape');
  await threshold.getByRole('button', { name: /reset to the preset’s/ }).click();
  await expect(choice).toHaveValue('unlimited');
  await expect(digest(page)).toHaveText(before);
});

test('a control that is used stays in place when the list of changes appears', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const rate = page.locator('[data-link="R1-R2"]').getByRole('slider', { name: 'Rate' });
  await rate.scrollIntoViewIfNeeded();
  const before = await rate.boundingBox();
  if (before === null) throw new Error('the slider is not in sight');
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width * 0.7, before.y + before.height / 2);
  await expect(page.locator('.changes')).toHaveAttribute('data-count', '0');
  expect((await rate.boundingBox())?.y).toBe(before.y);
  await page.mouse.up();
  await expect(page.locator('.changes')).toHaveAttribute('data-count', '1');
  await expect.poll(async () => Math.abs(((await rate.boundingBox())?.y ?? 0) - before.y)).toBeLessThan(2);
});

test('a chosen sender replaces all parts', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await chooseSender(page, 'reno');
  await expectSender(page, 'reno');
  for (const one of await page.getByRole('switch').all()) await expect(one).not.toBeChecked();
});

test('code names of fields are shown on demand, and stay so', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const name = page.locator('[data-component="avoidance"] .field-name').first();
  await expect(name).toHaveText('Congestion avoidance (CAM)');
  await expect(page.locator('[data-path$="avoidance.alpha"] .field-name')).toHaveText(
    'Lower threshold alpha',
  );
  await page.getByRole('checkbox', { name: 'Code names of fields' }).check();
  await expect(name).toHaveText('Congestion avoidance (CAM) cam');
  await page.reload();
  await expect(name).toHaveText('Congestion avoidance (CAM) cam');
});
