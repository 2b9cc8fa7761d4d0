/** The authoring page: a lesson is changed by keyboard, a false claim is refused, and the copy is opened, embedded and packaged. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, test } from './host';
import { openPrerendered } from './lab';
import { hostOf } from './packageHost';

const LESSON = 'reading-a-trace';
const RUNS_WITHIN = { timeout: 90_000 };

test.use({ trace: 'off' });

const share = (page: Page) => page.getByRole('region', { name: 'Share' });
const link = (page: Page) => page.getByRole('textbox', { name: 'Link for students' });

async function openAuthor(page: Page): Promise<void> {
  await page.goto(`#/author?lesson=${LESSON}`);
  // The claims of the lesson are true before anything is changed.
  await expect(link(page)).toHaveValue(/#\/copy\?v=1&packed=/, RUNS_WITHIN);
}

/** Puts the focus somewhere, selects what's there, and types. */
async function retype(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await page.keyboard.press(key);
}

const titles = (page: Page) => page.locator('.author-block-head h2').allTextContents();

/** Ten changes, none of them with a pointer. The eighth makes a claim that is false, the ninth makes it true. */
async function changeByKeyboard(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Text of 1. Step start' });
  await test.step('1: the title', () =>
    retype(page, page.getByRole('textbox', { name: 'Title', exact: true }), 'Traces for my course'));
  await test.step('2: a text', async () => {
    await retype(page, text, 'My students begin <b>here</b>, with a [segment](term:).');
    await expect(page.locator('.author-preview')).toContainText('My students begin <b>here</b>');
  });
  await test.step('3: the order', async () => {
    await page.getByRole('textbox', { name: 'Question on it of 9. Fold' }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    expect((await titles(page)).slice(7, 10)).toEqual(['8. Fold', '9. Text', '10. Task trip']);
    await expect(page.getByRole('textbox', { name: 'Question on it of 8. Fold' })).toBeFocused();
  });
  await test.step('4: a prediction', () =>
    retype(
      page,
      page.getByRole('textbox', { name: 'Question of 4. Prediction opening' }),
      'Draw the window.',
    ));
  await test.step('5: an option of another', async () => {
    const options = page.getByRole('textbox', { name: /^Option 1 of \d+\. Prediction above/ });
    await retype(page, options, 'It waits');
  });
  await test.step('6: the scenario', async () => {
    const block = page.locator('[data-kind="step"]').first();
    await press(page, block.locator('summary'));
    const field = block.getByRole('combobox', { name: 'Change a field of the scenario' });
    await field.focus();
    await page.keyboard.insertText('links.2.queue.limit_bytes');
    await retype(page, block.locator('.author-settings input'), '65536');
    await expect(block.locator('summary')).toContainText('(1 changed)');
  });
  await test.step('7: the controls', async () => {
    const block = page.locator('[data-kind="step"]').first();
    const field = block.getByRole('combobox', { name: 'Let students change another field' });
    await field.focus();
    await page.keyboard.insertText('links.1.rate_bps');
    await press(page, block.getByRole('checkbox', { name: 'delay of the slow link' }), 'Space');
    await expect(block.getByRole('checkbox', { checked: true })).toHaveCount(1);
  });
  await test.step('8: a false claim', async () => {
    await text.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await press(page, page.getByRole('button', { name: 'Add a claim to 1. Step start' }));
    const form = page.getByRole('group', { name: 'A claim' });
    await expect(form.getByRole('textbox', { name: 'Words of the text' })).toBeFocused();
    await page.keyboard.type('5000 KiB/s');
    await expect(form.getByRole('status')).toHaveText(/^False: the run gives [\d.]+ \S+\.$/, RUNS_WITHIN);
    await press(page, form.getByRole('button', { name: 'Insert the claim' }));
    await expect(text).toHaveValue(/\[5000 KiB\/s\]\(claim:own-1\)$/);
  });
}

/** The number that the run gives, from the message that refuses the claim. */
async function correct(page: Page): Promise<string> {
  const text = page.getByRole('textbox', { name: 'Text of 1. Step start' });
  const message = await page.locator('[data-check="own-1"]').textContent();
  const [, given = ''] = /the run gives ([\d.,]+ \S+?)\.$/.exec(message ?? '') ?? [];
  await retype(page, text, (await text.inputValue()).replace('5000 KiB/s', given));
  await expect(page.locator('[data-check="own-1"]')).toHaveAttribute('data-state', 'true');
  return given;
}

/** Texts that every copy of the test's lesson shows. */
async function expectCopy(page: Page | FrameLocator, given: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Traces for my course', RUNS_WITHIN);
  await expect(page.locator('[data-stage-step="start"]')).toContainText('My students begin <b>here</b>');
  await expect(page.locator('[data-predict="opening"] .question')).toHaveText('Draw the window.');
  await expect(page.locator('[data-claim="own-1"]')).toContainText(given);
  // The text after the first prediction waits for it.
  await expect(page.locator('[data-stage-step="grows"]')).toHaveCount(0);
}

test('a lesson is changed in ten actions by keyboard, and its false claim is refused', async ({
  page,
  host,
  browser,
}) => {
  test.setTimeout(400_000);
  await openAuthor(page);
  await changeByKeyboard(page);
  await test.step('the copy with the false claim is saved, but not shared', async () => {
    const refusal = share(page).getByRole('alert');
    await expect(refusal).toContainText('Block 1, 5000 KiB/s: False: the run gives', RUNS_WITHIN);
    for (const name of ['Embed in your page', 'Open as a student'])
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Download this lesson' })).toHaveCount(0);
    await expect(link(page)).toHaveCount(0);
    await expectNoFindings(page);
  });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    press(page, page.getByRole('button', { name: 'Save as a file' })),
  ]);
  expect(saved.suggestedFilename()).toBe(`${LESSON}.lesson.json`);
  const given = await test.step('9: the claim is corrected', () => correct(page));
  await expect(link(page)).toHaveValue(/packed=/, RUNS_WITHIN);
  const address = await link(page).inputValue();

  await test.step('10: it is embedded', async () => {
    await press(page, page.getByRole('link', { name: 'Embed in your page' }));
    const html = await page.getByRole('textbox', { name: 'HTML to copy' }).inputValue();
    expect(html, 'the lesson is after the #, which no server gets').toMatch(
      /embed\/\?copy=1#v=1&amp;packed=/,
    );
    await page.goto(
      host.serve('/course', `<!doctype html><html lang="en"><title>A course</title>${html}</html>`),
    );
    await expectCopy(page.frameLocator('iframe'), given);
    await expect.poll(() => page.locator('iframe').evaluate((frame) => frame.clientHeight)).toBe(720);
  });

  await test.step('a student opens the link, works, and comes back', async () => {
    await page.goto('about:blank');
    await page.goto(address);
    await expectCopy(page, given);
    await expect(page.locator('[data-shows="start"]')).toBeVisible(RUNS_WITHIN);
    await expect(page.locator('[data-claim="own-1"]')).toHaveAttribute('data-state', 'shown', RUNS_WITHIN);
    const controls = page.locator('.lesson-stage').first().locator('.lesson-controls');
    await expect(controls.getByRole('slider')).toHaveCount(1);
    await expect(page.getByText('0 of 3 predictions made, 0 of 2 tasks done.')).toBeVisible();
    await page.locator('[data-predict="opening"]').getByRole('button', { name: 'Continue without' }).click();
    await expect(page.locator('[data-stage-step="grows"]')).toBeVisible();
    await page.reload();
    await expect(page.locator('[data-stage-step="grows"]')).toBeVisible(RUNS_WITHIN);
    await openPrerendered(page, `lessons/${LESSON}/`);
    await expect(page.locator('[data-stage-step="grows"]'), 'the lesson itself is as it was').toHaveCount(0);
  });

  await test.step('it is packaged as SCORM, unpacked and opened', async () => {
    await page.goto(address.replace('#/copy', '#/author'));
    await expect(link(page)).toHaveValue(address, RUNS_WITHIN);
    await press(page, page.getByRole('button', { name: 'Download this lesson' }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, page.getByRole('button', { name: 'Download', exact: true })),
    ]);
    expect(download.suggestedFilename()).toMatch(/^vegas-lab-reading-a-trace-[a-z2-7]{8}-scorm12\.zip$/);
    const unpacked = await hostOf(readFileSync(await download.path()));
    const context = await browser.newContext();
    const platform = await context.newPage();
    await platform.goto(`${unpacked.address}player?of=scorm12`);
    await platform.frame({ name: 'lesson' })?.goto(`${unpacked.address}package/lessons/${LESSON}/`);
    const frame = platform.frameLocator('iframe');
    await expectCopy(frame, given);
    await frame.locator('[data-predict="opening"]').getByRole('button', { name: 'Continue without' }).click();
    await expect.poll(() => JSON.stringify(unpacked.kept()), RUNS_WITHIN).toContain('predict.opening');
    expect(unpacked.missing).toEqual([]);
    await context.close();
    await unpacked.close();
  });

  await test.step('it is one file, which opens from a disk', async () => {
    await page.getByRole('radio', { name: 'One file' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, page.getByRole('button', { name: 'Download', exact: true })),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'vegas-lab-copy-'));
    const file = join(folder, 'lesson.html');
    await download.saveAs(file);
    const context = await browser.newContext();
    const opened = await context.newPage();
    const faults: string[] = [];
    opened.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    await opened.goto(pathToFileURL(file).href);
    await expectCopy(opened as unknown as FrameLocator, given);
    await expect(opened.locator('[data-claim="own-1"]')).toHaveAttribute('data-state', 'shown', RUNS_WITHIN);
    expect(faults).toEqual([]);
    await context.close();
    rmSync(folder, { recursive: true });
  });
});

test('files are opened or refused, drafts come back, and steps are undone', CHECK, async ({ page }) => {
  await openAuthor(page);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await retype(page, title, 'Mine');
  await press(page, page.getByRole('button', { name: 'Remove: 1. Step start' }));
  await expect(page.getByRole('heading', { name: '1. Step first-ack' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByRole('heading', { name: '1. Step start' })).toBeVisible();
  await expect(title).toHaveValue('Mine');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('vegaslab:author:reading-a-trace')))
    .toContain('"Mine"');
  await page.reload();
  await expect(title).toHaveValue('Mine');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    press(page, page.getByRole('button', { name: 'Save as a file' })),
  ]);
  const file = readFileSync(await saved.path(), 'utf8');
  const open = (text: string) =>
    page
      .getByLabel('Open a file')
      .setInputFiles({ name: 'a.lesson.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await open(file.replace('"kind": "step"', '"kind": "stage"'));
  const refusal = page.getByRole('alert').filter({ hasText: 'can’t be opened' });
  await expect(refusal).toContainText('blocks.0.kind: "stage" isn’t known. Allowed: text, predict, check');
  await expect(title, 'nothing is lost').toHaveValue('Mine');
  await press(page, page.getByRole('button', { name: 'Start over' }));
  await expect(title).toHaveValue('Reading a trace');
  await open(file);
  await expect(title).toHaveValue('Mine');
  await page.setViewportSize({ width: 340, height: 800 });
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(over).toBeLessThanOrEqual(0);
  await press(page, page.getByRole('button', { name: 'Preview', exact: true }));
  await expect(page.locator('.author-preview [data-stage-step="start"]')).toBeVisible();
  await expect.poll(over).toBeLessThanOrEqual(0);
  await page.goto('#/copy?v=1&packed=AAAA');
  await expect(page.getByRole('alert')).toContainText('damaged');
});

test('another copy of a lesson keeps the draft of it', async ({ page }) => {
  await openAuthor(page);
  const address = (await link(page).inputValue()).replace('#/copy', '#/author');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const others = page.getByRole('region', { name: 'Other drafts' });
  const open = (name: string) => others.getByRole('button', { name: `Open “${name}”` });
  const current = () => page.evaluate(() => localStorage.getItem('vegaslab:author:reading-a-trace'));
  const save = async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    return readFileSync(await saved.path());
  };
  await retype(page, title, 'Mine');
  const file = await save();
  await expect.poll(current).toContain('"Mine"');

  await test.step('a link, which has the same id', async () => {
    await page.goto(address);
    await expect(title).toHaveValue('Reading a trace');
    await expect(open('Mine')).toBeVisible();
    await retype(page, title, 'Theirs');
    await expect.poll(current).toContain('"Theirs"');
    await open('Mine').click();
    await expect(title).toHaveValue('Mine');
    await expect(open('Theirs')).toBeVisible();
    await expectNoFindings(page);
  });
  await test.step('a file of an earlier state', async () => {
    await retype(page, title, 'Mine, longer');
    await page
      .getByLabel('Open a file')
      .setInputFiles({ name: 'a.lesson.json', mimeType: 'application/json', buffer: file });
    await expect(title).toHaveValue('Mine');
    await retype(page, title, 'Another way');
    await expect.poll(current).toContain('"Another way"');
    await open('Mine, longer').click();
    await expect(title).toHaveValue('Mine, longer');
    await expect(others.getByRole('listitem')).toHaveCount(2);
  });
  await test.step('a new beginning', async () => {
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(title).toHaveValue('Reading a trace');
    await page.goto('#/author');
    await page.goto(`#/author?lesson=${LESSON}`);
    await open('Mine, longer').click();
    await expect(title).toHaveValue('Mine, longer');
  });
  await test.step('a removed draft comes back', async () => {
    await others.getByRole('button', { name: 'Remove “Theirs”' }).click();
    await expect(open('Theirs')).toHaveCount(0);
    await others.getByRole('button', { name: 'Undo' }).click();
    await expect(open('Theirs')).toBeVisible();
  });
});

test('changes that the browser doesn’t store are reported', async ({ page }) => {
  await openAuthor(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await retype(page, page.getByRole('textbox', { name: 'Title', exact: true }), 'Mine');
  await expect(page.getByRole('alert').filter({ hasText: 'doesn’t keep your changes' })).toBeVisible();
});

test('the choice of a lesson fits a small phone, also in German', CHECK, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('?lang=de#/author');
  await expect(page.getByRole('button', { name: 'Diese Lektion ändern' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('a draft that can’t be read stays until its author starts over', async ({ page }) => {
  const text = '{"format": "vegaslab-lesson", "version": 99}';
  await page.goto('#/author');
  await page.evaluate(
    ([lesson, draft]) => localStorage.setItem(`vegaslab:author:${lesson}`, draft ?? ''),
    [LESSON, text],
  );
  await page.goto(`#/author?lesson=${LESSON}`);
  await expect(page.getByRole('alert')).toContainText('version');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(text);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();
  expect(
    await page.evaluate((lesson) => localStorage.getItem(`vegaslab:author:${lesson}`), LESSON),
  ).toBeNull();
});

test('a draft beyond the limits opens again, and is shared once it’s within them', async ({ page }) => {
  await openAuthor(page);
  const text = page.getByRole('textbox', { name: 'Text of 1. Step start' });
  const file = page.getByRole('button', { name: 'Save as a file' });
  const long = '*a* '.repeat(600);
  const isOver = async () => {
    await expect(share(page).getByRole('alert')).toContainText('has 1,201 marks and lines');
    await expect(share(page).getByRole('alert')).toContainText('up to 1,000');
    await expect(link(page)).toHaveCount(0);
    await expect(file).toBeDisabled();
  };
  await text.fill(long);
  await isOver();
  const draft = () => page.evaluate((lesson) => localStorage.getItem(`vegaslab:author:${lesson}`), LESSON);
  await expect.poll(draft).toContain(long);
  await page.reload();
  await expect(text).toHaveValue(long);
  await isOver();
  await expectNoFindings(page);
  await text.fill('Begin here.');
  await expect(link(page)).toHaveValue(/#\/copy\?v=1&packed=/, RUNS_WITHIN);
  await expect(file).toBeEnabled();
  const idIn = async () => JSON.parse((await draft()) ?? '').id as string;
  const id = await idIn();
  await share(page).getByRole('button', { name: 'Make it a lesson of its own' }).click();
  await expect.poll(idIn).not.toBe(id);
  await expect.poll(idIn).toMatch(/^[a-z2-7]{8}$/);
  await expect(link(page)).toHaveValue(/#\/copy\?v=1&packed=/, RUNS_WITHIN);
  // The link opens.
  await page.goto(await link(page).inputValue());
  await expect(page.locator('main[data-lesson]')).toContainText('Begin here.');
});
