import type { Page } from '@playwright/test';
import { CHECK } from './check';
import {
  chooseScenario,
  chooseSender,
  digest,
  expect,
  expectPhase,
  figure,
  inkOf,
  openBench,
  openDetails,
  openFlows,
  openGroup,
  openMore,
  panel,
  scenarioButton,
  showPlot,
  test,
} from './lab';

/** Each panel with its most frequent color. */
const PANELS = [
  ['sender-sequence', 'flow-1'],
  ['window', 'flow-1'],
  ['queue', 'ink'],
  ['rtt', 'flow-1'],
  ['receiver-sequence', 'flow-1'],
] as const;

test('the bench opens and draws the recorded run', async ({ page }) => {
  // Room for five plots.
  await page.setViewportSize({ width: 1280, height: 1100 });
  await openBench(page, 'ahn-fig1-rr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('R-R');
  for (const [name, token] of PANELS) {
    if (name === 'receiver-sequence') await showPlot(page, 'Receiver’s segments');
    await expect.poll(() => inkOf(panel(page, name), token), name).toBeGreaterThan(200);
    await expect(panel(page, name).locator('.words')).not.toBeEmpty();
  }
  await expect.poll(() => inkOf(panel(page, 'sender-sequence'), 'mark-drop'), 'drops').toBeGreaterThan(10);
  await expect
    .poll(() => inkOf(panel(page, 'sender-sequence'), 'mark-timeout'), 'timeouts')
    .toBeGreaterThan(10);
  await expect.poll(() => inkOf(panel(page, 'queue'), 'mark-drop'), 'drops at the queue').toBeGreaterThan(10);
});

test('a Vegas transfer without losses has no loss marks', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await openDetails(page, 'Results');
  await expect(figure(page, 'retransmitted_segments')).toHaveText('0 seg');
  await expect(panel(page, 'sender-sequence').locator('.words')).toContainText('none was lost');
  await expect.poll(() => inkOf(panel(page, 'sender-sequence'), 'flow-1')).toBeGreaterThan(200);
  expect(await inkOf(panel(page, 'sender-sequence'), 'mark-drop')).toBe(0);
  expect(await inkOf(panel(page, 'sender-sequence'), 'mark-timeout')).toBe(0);
});

test('description, headline and table agree', async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  await openDetails(page, 'Results');
  await expect(figure(page, 'coarse_timeouts')).toHaveText('1');
  const sent = (await figure(page, 'retransmitted_segments').textContent()) ?? '';
  await expect(panel(page, 'sender-sequence').locator('.words')).toContainText(
    `${sent.replace(' seg', '')} retransmitted`,
  );
  const shown = page
    .getByRole('region', { name: 'Results', exact: true })
    .locator('[data-result="retransmitted_segments"]');
  await expect(shown).toContainText(sent.replace(' seg', ''));
  const completed = (await figure(page, 'completed_at_s').textContent()) ?? '';
  await expect(page.getByRole('status')).toContainText(completed);
});

test("a panel's table has the rows of the visible window and counts the omitted ones", async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const sequence = panel(page, 'sender-sequence');
  await openMore(sequence);
  await sequence.locator('.behind > summary').click();
  const caption = sequence.locator('caption');
  await expect(caption).toContainText('The first 200 of');
  const all = await caption.textContent();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await openMore(sequence);
  await expect(caption).not.toHaveText(all ?? '');
  expect(await sequence.locator('tbody tr').count()).toBeLessThanOrEqual(200);
});

test('moving alpha reruns immediately, and moving it back restores the same run', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  const alpha = page.getByRole('slider', { name: 'alpha' });
  await alpha.focus();
  for (let i = 0; i < 12; i += 1) await page.keyboard.press('ArrowRight');
  await expect(digest(page)).not.toHaveText(before);
  await expect(page.locator('.differing')).toContainText('avoidance.alpha');
  await page.getByRole('button', { name: 'alpha: reset to the preset’s 1' }).click();
  await expect(digest(page)).toHaveText(before);
  await expect(page.locator('.differing')).toHaveCount(0);
});

test('dragging a control records the time until the panels are painted', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const alpha = page.getByRole('slider', { name: 'alpha' });
  await alpha.scrollIntoViewIfNeeded();
  await alpha.evaluate((element) => {
    (element as HTMLInputElement).focus();
  });
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('vegaslab:input-to-paint').length))
    .toBeGreaterThan(0);
  const waited = await page.evaluate(
    () => performance.getEntriesByName('vegaslab:input-to-paint')[0]?.duration ?? 0,
  );
  expect(waited).toBeGreaterThan(0);
});

test('during a drag, panels off the screen wait, and they update after it', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  // Side by side, many runs have more plots than fit the window.
  await page.getByRole('button', { name: 'Compare with Reno' }).click();
  for (const sender of ['newreno', 'cubic', 'veno']) {
    await page.locator('.compare-menu .floats').click();
    await page.getByRole('searchbox', { name: 'Find a sender' }).fill(sender);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('region', { name: 'Compared runs' }).getByText('Side by side').click();
  await expect(page.locator('[data-run="E"] [data-panel="queue"] canvas')).toBeAttached();
  const before = (await digest(page).textContent()) ?? '';
  await page.evaluate(() => {
    const waited = new Set<string>();
    Object.assign(window, { waited });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const slot = target as HTMLElement;
        if (slot.dataset.outdated !== 'true') continue;
        const [drawing] = slot.getElementsByTagName('canvas');
        waited.add(drawing === undefined ? 'figures' : getComputedStyle(drawing).visibility);
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['data-outdated'] });
  });
  await page.getByRole('slider', { name: 'alpha' }).focus();
  await page.keyboard.press('End');
  await expect(digest(page)).not.toHaveText(before);
  const waited = await page.evaluate(() => [...(window as unknown as { waited: Set<string> }).waited].sort());
  expect(waited, 'panels waited, and no outdated drawing was painted').toEqual(['hidden']);
  await expect(page.locator('[data-outdated="true"]')).toHaveCount(0);
  for (const drawing of await page.locator('.stack canvas').all())
    await expect(drawing).toHaveCSS('visibility', 'visible');
});

test("choosing a preset replaces the sender's parts", async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await openDetails(page, 'Results');
  await expect(figure(page, 'retransmitted_segments')).toHaveText('0 seg');
  await chooseSender(page, 'reno');
  await expect(figure(page, 'retransmitted_segments')).not.toHaveText('0 seg');
  await openGroup(page, 'Sender parts');
  await expect(page.getByRole('combobox', { name: 'Congestion avoidance' })).toHaveValue('aimd');
  await expect(page.locator('.figures small').first()).toHaveText('reno');
});

test('replacing a part is one difference from the preset', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await openGroup(page, 'Sender parts');
  await page.getByRole('combobox', { name: 'Congestion avoidance' }).selectOption('aimd');
  await expect(page.locator('.differing')).toContainText('1 difference from the preset: avoidance');
  await expectPhase(page, 'done');
  await page.locator('.changes').getByRole('button', { name: 'Reset all' }).click();
  await expect(page.getByRole('combobox', { name: 'Congestion avoidance' })).toHaveValue('cam');
});

test('changes survive a visit to Figure 1 and to another scenario', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await page.getByRole('textbox', { name: 'alpha, exact' }).fill('2');
  await expect(page.locator('.differing')).toContainText('avoidance.alpha');
  await page.goto('#/figure-1');
  await expect(page.locator('[data-transfer="V-R"]')).toBeVisible();
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(page.locator('.differing')).toContainText('avoidance.alpha');
  await chooseScenario(page, 'ahn-fig1-rr');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('R-R');
  await chooseScenario(page, 'ahn-fig1-vr');
  await expect(page.locator('.differing')).toContainText('avoidance.alpha');
});

test('a wrong address opens the nearest scenario with a note', async ({ page }) => {
  await page.goto('#/bench?scenario=ahn-fig-rr');
  await expectPhase(page, 'done');
  await expect(page.getByRole('alert')).toContainText("There's no scenario called ahn-fig-rr");
  await expect(scenarioButton(page)).toHaveAttribute('data-scenario', 'ahn-fig1-rr');
});

test('Figure 1 compares four transfers that were run here, and opens as a comparison', async ({ page }) => {
  await page.goto('#/figure-1');
  await expect(page.locator('[data-transfer]')).toHaveCount(4);
  const sequence = panel(page, 'sender-sequence');
  const expectCurves = async () => {
    for (const label of ['A ', 'B R-T', 'C V-R', 'D V-T'])
      await expect(sequence.locator('.legend')).toContainText(label);
    // V-R is covered by V-T.
    for (const flow of ['flow-1', 'flow-2', 'flow-4'])
      await expect.poll(() => inkOf(sequence, flow), flow).toBeGreaterThan(50);
  };
  await expectCurves();
  const cells = (label: string) => page.locator(`[data-transfer="${label}"] td`);
  await expect(cells('R-R').nth(4), 'coarse timeouts of R-R').toHaveText('1paper: 1');
  await expect(cells('V-R').nth(2), 'drops of V-R').toHaveText('0paper: 0');
  await expect(cells('R-R').nth(0)).toContainText('paper: 18 s');
  // Every prediction has arrived: Reno lost time to repairs with both receivers.
  for (const label of ['R-R', 'R-T'])
    expect(Number.parseFloat((await cells(label).nth(5).textContent()) ?? '')).toBeGreaterThan(1);
  const seconds = async (label: string) => Number.parseFloat((await cells(label).nth(1).textContent()) ?? '');
  expect(await seconds('R-T')).toBeGreaterThan(await seconds('R-R'));
  expect(await seconds('R-R')).toBeGreaterThan(await seconds('V-R'));
  await expect(page.getByText('The curve of V-R is hidden: it coincides with that of V-T.')).toBeVisible();
  await page.getByRole('link', { name: 'R-T', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('R-T');
  await page.goBack();
  await page.getByRole('link', { name: 'Open this comparison in the lab' }).click();
  await expectPhase(page, 'done');
  await expect(page.locator('.run-chips')).toContainText('V-T');
  await expectCurves();
});

test('the stall in Figure 1 opens its run at that moment', async ({ page }) => {
  await page.goto('#/figure-1');
  await page.getByRole('link', { name: /Reno waits \d\.\d s for its timer/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('R-R');
  const cursor = page.getByRole('slider', { name: 'Time cursor', exact: true });
  await expect(cursor).toHaveAttribute('aria-valuetext', /^3\.6/);
});

test('a flow can be hidden in all panels and shown again', async ({ page }) => {
  await openBench(page, 'ahn-fig2');
  const sequence = panel(page, 'sender-sequence');
  await expect.poll(() => inkOf(sequence, 'flow-2')).toBeGreaterThan(50);
  await openFlows(page);
  await page.getByRole('checkbox', { name: 'competitor' }).uncheck();
  await expect.poll(() => inkOf(sequence, 'flow-2')).toBe(0);
  await expect.poll(() => inkOf(sequence, 'flow-1')).toBeGreaterThan(10);
  await expect(sequence.locator('.words')).not.toContainText('competitor');
  await page.getByRole('checkbox', { name: 'competitor' }).check();
  await expect.poll(() => inkOf(sequence, 'flow-2')).toBeGreaterThan(50);
});

/** Changes the run with one key press, which is one step even on a slow machine. Returns the digests before and after. */
async function raiseAlpha(page: Page): Promise<[before: string, after: string]> {
  const before = (await digest(page).textContent()) ?? '';
  await page.getByRole('slider', { name: 'alpha' }).focus();
  await page.keyboard.press('End');
  await expect(digest(page)).not.toHaveText(before);
  await expectPhase(page, 'done');
  return [before, (await digest(page).textContent()) ?? ''];
}

test('undo and redo work by button and by key', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  const [before, after] = await raiseAlpha(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(digest(page)).toHaveText(before);
  await page.keyboard.press('Control+Shift+Z');
  await expect(digest(page)).toHaveText(after);
  await page.keyboard.press('Control+Z');
  await expect(digest(page)).toHaveText(before);
  await expect(page.getByRole('button', { name: 'Undo all changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await page.getByRole('button', { name: 'Undo all changes' }).click();
  await expect(digest(page)).toHaveText(before);
});

test('a link restores changes', CHECK, async ({ page, context }) => {
  await openBench(page, 'ahn-fig1-vr');
  const [before, after] = await raiseAlpha(page);
  await page.getByText('Share', { exact: true }).click();
  const field = page.getByLabel('Link to this view');
  await expect(field).toHaveValue(/flows\.0\.sender\.avoidance\.alpha=/);
  const link = await field.inputValue();
  expect(link.length).toBeLessThan(300);
  const other = await context.newPage();
  await other.goto(link);
  await expectPhase(other, 'done');
  await expect(digest(other)).toHaveText(after);
  await other.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(digest(other)).toHaveText(before);
  await other.goto(link.replace(/of=\w+/, 'of=00000000').replace(/alpha=/, 'alpha={'));
  await expect(other.getByRole('alert').first()).toContainText('for flows.0.sender.avoidance.alpha');
  await expect(other.getByRole('alert').nth(1)).toContainText('for an earlier version of the scenario');
  await expect(digest(other)).toHaveText(before);
});

test('a link with an invalid change opens the scenario without it, with a note', async ({ page }) => {
  await page.goto('#/bench?scenario=ahn-fig1-vr&flows.0.sender.avoidance.alpha=-1&nowhere=2');
  await expectPhase(page, 'done');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('flows.0.sender.avoidance.alpha');
  await expect(alert).toContainText('nowhere');
  await expect.poll(() => inkOf(panel(page, 'sender-sequence'), 'flow-1')).toBeGreaterThan(200);
  await page.goto('#/bench?scenario=ahn-fig1-vr&flows.length=4000000000');
  await expect(page.getByRole('alert')).toContainText('the list has no entry "length"');
  await expectPhase(page, 'done');
  await page.goto('#/bench?scenario=ahn-fig1-vr&packed=damaged');
  await expect(page.getByRole('alert')).toContainText('The scenario in this link is damaged');
});

test("the plots are visible at once, and overlays don't move them", async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const top = async () => (await panel(page, 'sender-sequence').boundingBox())?.y ?? Number.NaN;
  await page.setViewportSize({ width: 1280, height: 900 });
  const before = await top();
  expect(before).toBeLessThan(420);
  for (const [name, inside] of [
    ['Share', 'Link to this view'],
    ['Open a file', 'Open a scenario'],
  ] as const) {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(inside)).toBeVisible();
    expect(await top()).toBe(before);
    await page.keyboard.press('Tab');
    await expect(
      page.locator('.floating:popover-open').locator(':focus'),
      'the next key leads into it',
    ).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(inside)).toHaveCount(0);
    await expect(button, 'the focus returns').toBeFocused();
    await button.click();
    await expect(page.getByLabel(inside)).toBeVisible();
    await page.locator('.scenario-card .source').click();
    await expect(page.getByLabel(inside)).toHaveCount(0);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(top).toBeLessThan(560);
});
