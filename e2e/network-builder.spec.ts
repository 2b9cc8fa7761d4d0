/** Tests of the network builder: by pointer and by keyboard, complete and incomplete, with undo. */

import type { Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, expectPhase, openBench, openEditor, test } from './lab';

const builder = (page: Page) => page.getByRole('region', { name: 'Network builder' });
const side = (page: Page, name: string) => builder(page).getByRole('region', { name });
const node = (page: Page, name: string) => builder(page).locator(`[data-item="node ${name}"]`);
const tool = (page: Page, name: string) => builder(page).getByRole('button', { name, exact: true });
const progress = (page: Page) => builder(page).locator('.builder-progress');

async function openBuilder(page: Page, scenario = 'ahn-fig1-rr'): Promise<void> {
  await openBench(page, scenario);
  await page.getByRole('button', { name: 'Edit network', exact: true }).click();
  await expect(builder(page)).toBeVisible();
}

/** Chooses a flow's sender from the menu. */
async function chooseSenderOf(page: Page, flow: string, preset: string): Promise<void> {
  await builder(page)
    .getByRole('button', { name: `Sender of ${flow}:` })
    .click();
  await page.locator(`.sender-list:popover-open [data-value="${preset}"]`).click();
}

/** The senders of the run on the bench, from the table of flows. */
async function expectSenders(page: Page, presets: readonly string[]): Promise<void> {
  for (const preset of presets)
    await expect(builder(page).locator('.flow-list li').filter({ hasText: preset }).first()).toContainText(
      'bit/s',
    );
}

test('a network with two bottlenecks and three senders takes far fewer than twenty actions', async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-rr');
  let actions = 1;
  const act = async (what: Promise<unknown>) => {
    await what;
    actions += 1;
  };
  await act(page.getByRole('button', { name: 'Edit network', exact: true }).click());
  await act(tool(page, 'Templates').click());
  await act(
    builder(page)
      .getByRole('button', { name: /^Two bottlenecks/ })
      .click(),
  );
  await act(chooseSenderOf(page, 'reno', 'vegas'));
  await act(chooseSenderOf(page, 'reno 3', 'cubic'));
  actions += 2;
  await expect(progress(page)).toHaveText('Complete');
  await expectSenders(page, ['vegas', 'reno 2', 'cubic']);
  await act(tool(page, 'Done').click());
  expect(actions).toBeLessThanOrEqual(20);
  await expectPhase(page, 'done');
  // One history: the bench undoes the sender, then the template.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Edit network', exact: true }).click();
  await expect(node(page, 'sender')).toBeVisible();
  await expect(node(page, 'S1')).toHaveCount(0);
});

/** Drags from one place to another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (a === null || b === null) throw new Error('nothing to drag');
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2 - 5, b.y + b.height / 2, { steps: 4 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2);
  await page.mouse.up();
}

test(
  'a second bottleneck is added by pointer: a router, links, a host and a flow',
  CHECK,
  async ({ page }) => {
    await openBuilder(page);
    await tool(page, 'Templates').click();
    await builder(page)
      .getByRole('button', { name: /^Dumbbell/ })
      .click();
    await tool(page, 'Add router').click();
    await expect(side(page, 'Router R3')).toBeVisible();
    await expect(side(page, 'What’s missing')).toContainText(
      'Router R3 has no link. Connect it or remove it.',
    );
    await expect(progress(page)).toHaveText('1 thing missing');
    // The last complete network stays on the bench.
    await expect(builder(page).locator('.flow-list li').first()).toContainText('bit/s');
    await drag(page, builder(page).locator('.builder-port'), node(page, 'R2'));
    await expect(side(page, 'Link R3 to R2')).toBeVisible();
    await expect(progress(page)).toHaveText('Complete');
    await tool(page, 'Add host').click();
    await tool(page, 'Connect').click();
    await node(page, 'R3').click();
    await expect(side(page, 'Link H1 to R3')).toBeVisible();
    await tool(page, 'Add flow').click();
    await expect(side(page, 'Flow reno 3')).toBeVisible();
    await builder(page).getByLabel('reno 3: from').selectOption('S1');
    await builder(page).getByLabel('reno 3: to').selectOption('H1');
    await expect(progress(page)).toHaveText('Complete');
    await expect(side(page, 'Flow reno 3')).toContainText('S1 → R1 → R2 → R3 → H1');
    await expect(builder(page).locator('.flow-list li').nth(2)).toContainText('bit/s');
    await expectNoFindings(page, '.network-builder');

    // A node stays where it's dragged to.
    const before = await node(page, 'H1').boundingBox();
    await drag(page, node(page, 'H1'), builder(page).getByText('Complete'));
    const after = await node(page, 'H1').boundingBox();
    expect(
      Math.abs((after?.x ?? 0) - (before?.x ?? 0)) + Math.abs((after?.y ?? 0) - (before?.y ?? 0)),
    ).toBeGreaterThan(20);

    await node(page, 'R3').click();
    await side(page, 'Router R3').getByRole('button', { name: 'Remove' }).click();
    await expect(side(page, 'What’s missing').getByRole('button')).toHaveText([
      'Host H1 has no link. Connect it or remove it.',
    ]);
    await expectNoFindings(page, '.network-builder');
    await tool(page, 'Undo').click();
    await expect(progress(page)).toHaveText('Complete');
    await expect(node(page, 'R3')).toBeVisible();
    await tool(page, 'Redo').click();
    await expect(node(page, 'R3')).toHaveCount(0);
  },
);

test('a network is built by keyboard alone, and changes are announced', async ({ page }) => {
  await openBuilder(page);
  const live = builder(page).locator('[aria-live="polite"]').last();
  // From the chain sender, R1, R2, R3, receiver: R1 to R3 by `c` and a choice from the list.
  await node(page, 'R1').focus();
  await page.keyboard.press('c');
  await expect(side(page, 'Connect R1 to').getByRole('button', { name: 'R3' })).toBeVisible();
  await expectNoFindings(page, '.network-builder');
  // The focus is on the first choice.
  await expect(side(page, 'Connect R1 to').locator('.buttons :focus')).toHaveCount(1);
  await side(page, 'Connect R1 to').getByRole('button', { name: 'R3' }).focus();
  await page.keyboard.press('Enter');
  await expect(live).toHaveText('Connected R1 to R3.');
  const link = builder(page).getByRole('button', { name: /^Link R1 to R3, 1 Mbit\/s, 20 ms/ });
  await expect(link).toBeFocused();
  // Enter moves into the form, Escape back.
  await page.keyboard.press('Enter');
  await expect(side(page, 'Link R1 to R3').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  // Arrows move between items.
  await page.keyboard.press('ArrowRight');
  await expect(link).not.toBeFocused();
  await expect(builder(page).locator('[data-item]:focus')).toHaveCount(1);
  // A flow with two possible paths.
  await builder(page).locator('.flow-name').first().focus();
  await page.keyboard.press('Enter');
  const data = builder(page).getByRole('group', { name: 'Path of the data' });
  await expect(data.getByRole('radio')).toHaveCount(2);
  await data.getByRole('radio', { name: /^sender → R1 → R2 → R3 → receiver/ }).check();
  await expect(progress(page)).toHaveText('Complete');
  await expectNoFindings(page, '.network-builder');

  await link.focus();
  await page.keyboard.press('Delete');
  await expect(live).toHaveText('Removed Link R1 to R3.');
  await expect(builder(page).locator('[data-item]:focus')).toHaveCount(1);
  await node(page, 'R2').focus();
  await page.keyboard.press('Delete');
  await expect(live).toHaveText('Removed Router R2 and 2 links.');
  // The keys of the builder work where the focus is.
  await expect(builder(page).locator('[data-item]:focus')).toHaveCount(1);
  await expect(side(page, 'What’s missing')).toContainText(
    'There’s no path from sender to receiver. Add a link.',
  );
  await page.keyboard.press('Control+z');
  await expect(live).toHaveText('Undone.');
  await expect(node(page, 'R2')).toBeVisible();
  await node(page, 'R2').focus();
  const before = await node(page, 'R2').boundingBox();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(async () => (await node(page, 'R2').boundingBox())?.y).not.toBe(before?.y);
});

test('an incomplete network is kept when the builder closes, the page changes and reloads', async ({
  page,
}) => {
  await openBuilder(page);
  await tool(page, 'Add flow').click();
  await builder(page).getByLabel(/: to$/).last().waitFor();
  await node(page, 'receiver').click();
  await page.keyboard.press('Delete');
  const text = /has no receiver\. Connect it to a host\./;
  await expect(side(page, 'What’s missing')).toContainText(text);
  // The link from what's missing leads to the field to fill.
  await side(page, 'What’s missing').getByRole('button', { name: text }).first().click();
  await expect(builder(page).locator('.item-form').getByLabel('To')).toBeFocused();
  await tool(page, 'Done').click();
  await expect(builder(page)).toHaveCount(0);
  await expect(page.getByText('Your network isn’t finished.')).toBeVisible();
  await page.goto('#/papers');
  await expect(page.locator('main.papers')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Your network isn’t finished.')).toBeVisible();
  await page.reload();
  await expectPhase(page, 'done');
  // The run is that of the last complete network.
  await expect(page.locator('.live-path').getByRole('button', { name: 'Host receiver' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(builder(page)).toContainText('This is your unfinished network.');
  await expect(node(page, 'receiver')).toHaveCount(0);
  await expect(builder(page).locator('.flow-list li')).toHaveCount(2);
  await builder(page).getByRole('button', { name: 'Discard it' }).click();
  await expect(node(page, 'receiver')).toBeVisible();
  await expect(progress(page)).toHaveText('Complete');
});

test('undo takes back the last step, in the builder or outside of it', async ({ page }) => {
  await openBuilder(page);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const redo = page.getByRole('button', { name: 'Redo', exact: true });
  const unfinished = page.getByText('Your network isn’t finished.');
  const before = await node(page, 'R1').boundingBox();
  await node(page, 'R1').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await node(page, 'receiver').focus();
  await page.keyboard.press('Delete');
  await expect(progress(page)).toHaveText('1 thing missing');
  await tool(page, 'Done').click();
  await expect(unfinished).toBeVisible();
  await undo.click();
  await expect(unfinished).toHaveCount(0);
  await redo.click();
  await expect(unfinished).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(node(page, 'receiver')).toHaveCount(0);
  await tool(page, 'Undo').click();
  await expect(progress(page)).toHaveText('Complete');
  await tool(page, 'Undo').click();
  await expect.poll(async () => (await node(page, 'R1').boundingBox())?.y).toBe(before?.y);
  await expect(tool(page, 'Undo')).toBeDisabled();
});

test('datagram sources are added, changed and removed like flows', CHECK, async ({ page }) => {
  await openBuilder(page);
  await tool(page, 'Add datagrams').click();
  const form = side(page, 'Datagram source udp');
  await expect(form).toContainText('sender → R1 → R2 → R3 → receiver');
  const row = builder(page).locator('.flow-list li').nth(1);
  await expect(row).toContainText('% arrived');
  await form.getByLabel('Stops before the run ends').check();
  await expect(form.locator('[data-path="datagrams.0.stop_s"]')).toBeVisible();
  await row.getByLabel('Traffic of udp').selectOption('bursts');
  await expect(form.locator('[data-path="datagrams.0.traffic.burst_bytes"]')).toBeVisible();
  await expect(progress(page)).toHaveText('Complete');
  // By keyboard: out of the form, and removed.
  await form.getByLabel('Name').focus();
  await page.keyboard.press('Escape');
  await expect(row.locator('.flow-name')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(row).toHaveCount(0);
  await expect(builder(page).locator('.flow-name').first()).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(row.getByLabel('Traffic of udp')).toHaveValue('bursts');
});

test('a network is built from nothing and arranged along its paths', CHECK, async ({ page }) => {
  await openBuilder(page);
  await tool(page, 'Templates').click();
  await builder(page)
    .getByRole('button', { name: /^Empty network/ })
    .click();
  await expect(side(page, 'What’s missing')).toContainText('The network is empty.');
  for (let count = 0; count < 2; count += 1) await tool(page, 'Add host').click();
  await tool(page, 'Add router').click();
  for (const host of ['H1', 'H2']) {
    await node(page, host).focus();
    await page.keyboard.press('c');
    await side(page, `Connect ${host} to`).getByRole('button', { name: 'R1' }).press('Enter');
  }
  await tool(page, 'Add flow').click();
  await expect(progress(page)).toHaveText('Complete');
  await tool(page, 'Arrange').click();
  const x = async (name: string) => (await node(page, name).boundingBox())?.x ?? 0;
  expect(await x('H1')).toBeLessThan(await x('R1'));
  expect(await x('R1')).toBeLessThan(await x('H2'));
  await tool(page, 'Done').click();
  await expectPhase(page, 'done');
});

test('of hundreds of hosts a few are drawn, and every part is found by its name', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const editor = await openEditor(page);
  const flow = { sender: { preset: 'reno' }, receiver: { kind: 'every_packet' }, traffic: { kind: 'bulk' } };
  const large = {
    ...{ version: 1, name: 'large', duration_s: 1, topology: { kind: 'dumbbell', pairs: 150 } },
    flows: [{ ...flow, name: 'f{n}', copies: 150, from: 's{n}', to: 'r{n}' }],
  };
  await editor.fill(JSON.stringify(large));
  await expectPhase(page, 'done');
  await page.getByRole('button', { name: 'Edit network', exact: true }).click();
  const note = builder(page).locator('.builder-note');
  await expect(note).toContainText('298 nodes aren’t drawn: hosts that are linked alike share a place.');
  await expect(builder(page).getByRole('button', { name: 'Host s1 and 149 more' })).toBeVisible();
  await note.getByRole('button', { name: 'Find a part' }).click();
  await page.keyboard.type('s17');
  await expectNoFindings(page, '.network-builder');
  await side(page, 'Find a part').getByRole('button', { name: 'Host s17', exact: true }).click();
  await expect(node(page, 's17')).toBeVisible();
  await side(page, 'Host s17')
    .getByRole('button', { name: /^Link s17 to/ })
    .click();
  await side(page, 'Link s17 to left').getByLabel('Delay', { exact: true }).first().fill('30');
  await page.keyboard.press('Enter');
  await expect(progress(page)).toHaveText('Complete');
  await page.keyboard.press('Escape');
  await expect(node(page, 's17'), 'it differs from the others now').toBeVisible();
});

test('axe finds nothing in any state of the builder', CHECK, async ({ page }) => {
  await openBuilder(page);
  const check = () => expectNoFindings(page, '.network-builder');
  await check();
  await tool(page, 'Templates').click();
  await check();
  await builder(page)
    .getByRole('button', { name: /^Empty network/ })
    .click();
  await check();
  await tool(page, 'Add host').click();
  await tool(page, 'Templates').click();
  await builder(page)
    .getByRole('button', { name: /^Two bottlenecks/ })
    .click();
  await expect(progress(page)).toHaveText('Complete');
  await check();
  await node(page, 'S1').click();
  await check();
  await builder(page)
    .getByRole('button', { name: /^Link R1 to R2/ })
    .focus();
  await expect(side(page, 'Link R1 to R2')).toBeVisible();
  await check();
  await tool(page, 'Connect').click();
  await check();
  await page.keyboard.press('Escape');
  await tool(page, 'Add flow').click();
  await check();
  await builder(page).getByRole('button', { name: 'Sender of reno 2:' }).click();
  await expect(page.getByRole('combobox', { name: 'Find a sender' })).toBeFocused();
  await check();
  await page.keyboard.press('Escape');
  await tool(page, 'Add datagrams').click();
  await check();
  await node(page, 'R2').focus();
  await page.keyboard.press('Delete');
  await expect(side(page, 'What’s missing')).toBeVisible();
  await check();
  await tool(page, 'Done').click();
  await expect(page.locator('.draft-notice')).toBeVisible();
  await expectNoFindings(page, '.draft-notice');
});

test('names are checked where they are typed', CHECK, async ({ page }) => {
  await openBuilder(page);
  await node(page, 'R1').click();
  const name = side(page, 'Router R1').getByLabel('Name');
  await name.fill('R2');
  await expect(builder(page)).toContainText('R2 already exists. Choose another name.');
  await name.fill('Gateway');
  await name.press('Enter');
  await expect(side(page, 'Router Gateway')).toBeVisible();
  await expect(progress(page)).toHaveText('Complete');
  await tool(page, 'Done').click();
  await expect(await openEditor(page)).toHaveValue(/"from": "Gateway"/);
});

test('the builder fits a phone', CHECK, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openBench(page, 'ahn-fig1-rr');
  await page.locator('.live-path').getByRole('button', { name: 'Link from R1 to R2' }).first().press('Enter');
  await page.getByRole('button', { name: 'Edit network' }).click();
  await expect(builder(page)).toBeVisible();
  await node(page, 'R1').click();
  await expect(side(page, 'Router R1')).toBeVisible();
  const { wide, width } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(wide).toBe(width);
  await expectNoFindings(page, '.network-builder');
});

test('the JSON editor leads to a problem and suggests what fits at the cursor', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig1-rr');
  const editor = await openEditor(page);
  const put = (text: string) =>
    editor.evaluate((element: HTMLTextAreaElement, wanted) => {
      const at = element.value.indexOf(wanted);
      element.focus();
      element.setSelectionRange(at, at);
    }, text);
  await put('"reno"');
  const values = page.getByLabel(/^flows\.0\.sender\.preset can be/);
  await values.selectOption('vegas');
  await page.getByRole('button', { name: 'Use it', exact: true }).click();
  await expect(editor).toHaveValue(/"preset": "vegas"/);
  await expectPhase(page, 'done');
  await put('"seed"');
  await page.getByLabel('Add a field', { exact: false }).selectOption('timeline');
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(editor).toHaveValue(/"timeline": \[\]/);
  await expectNoFindings(page, '.editor');
  const text = await editor.inputValue();
  await editor.fill(text.replace(/"duration_s": [\d.]+/, '"duration_s": -5'));
  await page.getByRole('button', { name: /^Go to duration_s, line \d+$/ }).click();
  await expect(editor).toBeFocused();
  expect(
    await editor.evaluate((element: HTMLTextAreaElement) =>
      element.value.slice(element.selectionStart, element.selectionEnd),
    ),
  ).toBe('"duration_s": -5');
  await expectNoFindings(page, '.editor');
});

test('a link, a flow and a router are edited where the path shows them', CHECK, async ({ page }) => {
  await openBench(page, 'ahn-fig2');
  const popover = page.getByRole('dialog', { name: 'Edit the network' });
  const link = page.getByRole('button', { name: /^Link from R1 to R2/ });
  await link.focus();
  await link.press('Enter');
  const rate = popover.locator('[data-path="links.1.rate_bps"] input').first();
  await expect(rate).toBeFocused();
  await expectNoFindings(page, '.item-popover');
  await popover.getByLabel('Same settings from R2 back to R1').uncheck();
  await expect(popover.locator('[data-path="links.1.back.delay_ms"]')).toBeVisible();
  await expectPhase(page, 'done');
  await expectNoFindings(page, '.item-popover');
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press('Control+z');
  await link.press('Enter');
  await expect(popover.getByLabel('Same settings from R2 back to R1')).toBeChecked();
  // Without the link the network is incomplete: the popover says so, and undo brings it back.
  await popover.getByRole('button', { name: 'Remove' }).click();
  await expect(popover).toContainText('There’s no path from sender to receiver. Add a link.');
  await expectNoFindings(page, '.item-popover');
  await popover.getByRole('button', { name: 'Undo' }).click();
  await expect(popover.getByLabel('Both directions')).toBeChecked();
  await popover.getByRole('button', { name: 'Edit network' }).click();
  await expect(builder(page)).toBeVisible();
});
