/** Collecting result codes in class: by camera, picture, paste and file, with duplicates, damaged and hostile codes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../scripts/browser.mjs';
import { type Assignment, assignmentQuery, idOf } from '../web/classroom/assignments/assignment';
import { encodeLetters } from '../web/classroom/assignments/decode';
import { ASSIGNMENT, codeOf, ENGINE_VERSION, resultBy } from '../web/classroom/assignments/sampleTask';
import { seedOf } from '../web/classroom/assignments/student';
import { DRAWN_POINTS } from '../web/lessons/answers';
import { qrSquares } from '../web/ui/qrSquares';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, skipFirstVisit, test } from './lab';

test.describe.configure({ timeout: 300_000 });

const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const LESSON = {
  title: 'A lesson',
  due: '',
  task: { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 },
  old: true,
} as const;

/** An old code of the lesson: those need no packing. */
async function lessonCode(
  who: string,
  above: string,
  stall: number,
  of: Assignment = LESSON,
  drawn: readonly number[] | null = null,
): Promise<string> {
  const id = idOf(of);
  const predictions = [...(drawn === null ? [] : [['opening', drawn]]), ['above', above], ['stall', stall]];
  return `VL1-${await encodeLetters(JSON.stringify([who, id, seedOf(who, id), ENGINE_VERSION, predictions, []]))}`;
}

const count = (page: Page) => page.locator('.class-counts dd').first();

async function add(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Codes' }).fill(text);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
}

async function graded(page: Page): Promise<void> {
  await expect(page.locator('.pool-status')).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
}

test('codes come by paste and file, with duplicates and a hostile code, and stay after a reload', async ({
  page,
}) => {
  const ada = await codeOf(resultBy('Ada', []));
  const better = await codeOf(resultBy('Ada', [['flows.0.sender.preset', 'vegas']]));
  const bo = await codeOf(resultBy('Bo', []));
  const { work, ...rest } = resultBy('Bo', []);
  const engine = '<img src=x onerror="alert(1)">';
  const hostile = await codeOf({ ...rest, engine, work: { ...work, digest: engine } });
  await page.goto(`#/grade?${await assignmentQuery(ASSIGNMENT)}`);
  await add(page, 'no code at all');
  await expect(page.getByText('This text contains no codes.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Codes' })).toHaveValue('no code at all');

  await add(page, `Hello, my code is ${ada.toLowerCase()} – Ada`);
  await expect(page.getByText('1 code added.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Codes' })).toHaveValue('');
  await graded(page);
  await expect(count(page)).toHaveText('1');
  await page.locator('input[type="file"]').setInputFiles([
    {
      name: 'codes.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Name,Code\nAda,${better}\n"=2+5",${bo}\n`),
    },
    {
      name: 'more.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`\n${hostile}\n${bo.replace(/.$/, 'Z')}\n`),
    },
  ]);
  await expect(page.getByText('codes.csv: 2 codes added. more.txt: 2 codes added.')).toBeVisible();
  await graded(page);

  const check = async () => {
    await expect(count(page)).toHaveText('2');
    const problems = page.locator('.class-problems li');
    await expect(problems).toHaveCount(2);
    await expect(problems.nth(0)).toContainText('No. 5, more.txt, line 3: Damaged code');
    await expect(problems.nth(1)).toContainText('No. 4, more.txt, line 2: Unknown engine version');
    await expect(problems.nth(1)).toContainText('<img src=x');
    await page.getByText('Names and grades').click();
    const rows = page.locator('.grade-table tbody tr');
    await expect(rows).toHaveCount(5);
    await expect(rows.first()).toHaveAttribute('data-number', '5');
    await expect(page.locator('tr[data-number="1"]')).toContainText('replaced by no. 2');
    await expect(page.locator('tr[data-number="1"]')).toHaveAttribute('data-counted', 'false');
    await expect(page.locator('tr[data-number="2"]')).toContainText('replaces no. 1');
  };
  await check();
  await page.reload();
  await graded(page);
  await check();
  await expectNoFindings(page);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const pieces: Buffer[] = [];
  for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer);
  const csv = Buffer.concat(pieces).toString('utf8');
  expect(csv).toContain("'=2+5,3,");
  expect(csv).not.toMatch(/^=|,=/m);

  // The names of the class find who is missing and who sent a bare code.
  await page.getByText('Class list (optional)').click();
  await page.getByRole('textbox', { name: 'Names, one per line' }).fill('Ada\nBo\nCy');
  await expect(count(page)).toHaveText('2 of 3');
  await expect(page.locator('tr[data-number="3"] th')).toHaveText('Bo');

  // Deleting can be undone. The start page of grading lists what is kept.
  await page.getByRole('button', { name: 'Delete all codes' }).click();
  await expect(page.getByText('5 codes deleted.')).toBeVisible();
  await expect(count(page)).toHaveText('0 of 3');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(count(page)).toHaveText('2 of 3');
  await page.getByRole('link', { name: 'Another assignment' }).click();
  await page.getByRole('link', { name: 'Sooner' }).click();
  await expect(count(page)).toHaveText('2 of 3');
});

test('a code with fewer points or in another’s row doesn’t count until the teacher chooses it', async ({
  page,
}) => {
  const process = { seconds: 1500, tries: { run: 7 }, first: { 2: 70 } };
  const assignment: Assignment = { ...ASSIGNMENT, process: true };
  const id = idOf(assignment);
  const codeBy = (who: string, better: boolean) => {
    const result = resultBy(
      who,
      better ? [['flows.0.sender.preset', 'vegas']] : [],
      better ? 'right' : 1,
      id,
    );
    return codeOf({ ...result, process });
  };
  await page.goto(`#/grade?${await assignmentQuery(assignment)}`);
  const rows = [
    `Ada,${await codeBy('Ada', true)}`,
    `Ada,${await codeBy('Ada', false)}`,
    `Bo,${await codeBy('Bo', true)}`,
    `Cy,${await codeBy('Bo', true)}`,
  ];
  await add(page, `Name,Code\n${rows.join('\n')}`);
  await graded(page);
  await expect(count(page)).toHaveText('2');
  const problems = page.locator('.class-problems li');
  await expect(problems).toHaveCount(2);
  await expect(problems.nth(0)).toContainText('Seed of another name');
  await expect(problems.nth(0)).not.toContainText('Bo');
  await expect(problems.nth(1)).toContainText('doesn’t count: no. 1 has more points');
  await page.getByText('Names and grades').click();
  await expect(page.locator('tr[data-number="4"]')).toContainText(
    'the code belongs to Bo, but its row is Cy’s',
  );
  const counted = (number: number) => page.locator(`tr[data-number="${number}"]`);
  await expect(counted(1)).toHaveAttribute('data-counted', 'true');
  await expect(counted(1)).toContainText('25 min; tries run: 7; changed, first check 3: 70');
  await page.getByRole('button', { name: 'Count no. 2' }).click();
  await expect(counted(2)).toHaveAttribute('data-counted', 'true');
  await expect(counted(2)).toContainText('counts by your choice instead of no. 1');
  await page.reload();
  await graded(page);
  await expect(page.locator('.class-problems li').nth(1)).toContainText('counts by your choice');
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Undo my choice of no. 2' }).click();
  await expect(page.locator('.class-problems li').nth(1)).toContainText('doesn’t count');
  expect(await wider(page)).toBe(0);
});

test('codes are added and answers are revealed from the keyboard', CHECK, async ({ page }) => {
  await page.goto(`#/grade?${await assignmentQuery(LESSON)}`);
  const box = page.getByRole('textbox', { name: 'Codes' });
  const hand = async (who: string, choice: string) => {
    await box.focus();
    await page.keyboard.insertText(await lessonCode(who, choice, 2));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(box).toHaveValue('');
  };
  await hand('Ada', 'repeats');
  await hand('Bo', 'silent');
  await hand('Cy', 'repeats');
  await graded(page);
  await expect(page.locator('.grade-counts')).toHaveText('3 verified, 0 not.');
  const above = page.locator('[data-prediction="above"]');
  await expect(above.locator('[data-option="repeats"] output')).toHaveText('2 of 3');
  await above.getByRole('button', { name: 'Reveal the answer' }).focus();
  await page.keyboard.press('Space');
  await expect(above.locator('[data-right="true"]')).toHaveCount(1);
  await page.reload();
  await expect(above.locator('[data-right="true"]')).toHaveCount(1);
});

test('a class’s drawings and votes appear in the lesson, over a student’s own, once those are locked', async ({
  page,
  context,
}) => {
  const drawing = (slope: number) => Array.from({ length: DRAWN_POINTS }, (_, place) => slope * place);
  await page.goto(`#/grade?${await assignmentQuery(LESSON)}`);
  const codes = [
    await lessonCode('Ada', 'repeats', 1, LESSON, drawing(0.5)),
    await lessonCode('Bo', 'silent', 2, LESSON, drawing(1)),
    await lessonCode('Cy', 'repeats', 2, LESSON, drawing(1.5)),
  ];
  await add(page, codes.slice(0, 2).join('\n'));
  await page.getByText('Show the class what it predicted').click();
  await expect(page.getByText('No question has enough answers yet.')).toBeVisible();
  await add(page, codes.slice(2).join('\n'));
  const field = page.getByRole('textbox', { name: 'Link for the class' });
  await expect(field).toHaveValue(/lessons\/reading-a-trace\/#class=/);
  const link = await field.inputValue();
  expect(link).not.toMatch(/Ada|Bo|Cy/);

  const student = await context.newPage();
  await student.goto(link);
  await expect(student.getByText('Your teacher’s link has what your class predicted.')).toBeVisible();
  const ask = student.locator('[data-predict="opening"]');
  const pen = ask.getByRole('slider');
  for (let place = 0; place < 12; place += 1) {
    await pen.press('ArrowRight');
    await pen.press('ArrowUp');
  }
  await expect(student.locator('.drawn-curve .other')).toHaveCount(0);
  await expect(student.locator('.others')).toHaveCount(0);
  await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  await expect(ask.locator('.drawn-curve .other')).toHaveCount(3);
  await expect(ask.locator('.others')).toContainText('Your class: 3 predictions.');
  const above = student.locator('[data-predict="above"]');
  await expect(above.locator('.others')).toHaveCount(0);
  await above.getByRole('radio').first().check();
  await above.getByRole('button', { name: 'Lock my prediction' }).click();
  await expect(above.locator('[data-option="repeats"] output')).toHaveText('2 of 3');
  await expectNoFindings(student);

  await student.goto('about:blank');
  await student.goto(link.slice(0, -3));
  await expect(student.getByRole('alert').filter({ hasText: 'the link is damaged' })).toBeVisible();
  await expect(student.locator('.drawn-curve .drawn').first()).toBeAttached();
  await expect(student.locator('.drawn-curve .other')).toHaveCount(0);
});

test(
  'a code that arrives while the runs of others are made is graded after them',
  CHECK,
  async ({ page }) => {
    // This lesson makes many runs.
    const slow: Assignment = { ...LESSON, task: { ...LESSON.task, lesson: 'how-much-buffer' } };
    await page.goto(`#/grade?${await assignmentQuery(slow)}`);
    await add(page, await lessonCode('Ada', '', 1, slow));
    await expect(page.getByText(/ of [1-9]\d+ runs/)).toBeVisible();
    await add(page, await lessonCode('Bo', '', 1, slow));
    await expect(page.locator('.pool-status')).toHaveAttribute('data-phase', 'running');
    await graded(page);
    await expect(page.locator('.grade-counts')).toHaveText('2 verified, 0 not.');
  },
);

/** One picture of a video: brightness, row by row. */
type Frame = Uint8Array;

const WIDTH = 640;
const HEIGHT = 480;

/** Squares on a gray background, as a camera sees them. */
function frameOf(size: number, isDark: (x: number, y: number) => boolean): Frame {
  const gray = new Uint8Array(WIDTH * HEIGHT).fill(110);
  const scale = Math.floor((HEIGHT - 60) / size);
  const [left, top] = [Math.floor((WIDTH - size * scale) / 2), Math.floor((HEIGHT - size * scale) / 2)];
  for (let y = 0; y < size * scale; y += 1)
    for (let x = 0; x < size * scale; x += 1)
      gray[(top + y) * WIDTH + left + x] = isDark(Math.floor(x / scale), Math.floor(y / scale)) ? 40 : 215;
  return gray;
}

function frameOfCode(code: string): Frame {
  const squares = qrSquares(code, 'medium');
  return frameOf(squares.length, (x, y) => squares[y]?.[x] ?? false);
}

/** A raw video (YUV4MPEG2) that shows each frame for two seconds. */
function videoOf(frames: readonly Frame[]): Buffer {
  const colors = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const pieces = frames.flatMap((gray) =>
    Array.from({ length: 10 }, () => [Buffer.from('FRAME\n'), Buffer.from(gray), colors]).flat(),
  );
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(head), ...pieces]);
}

interface Camera {
  page: Page;
  close(): Promise<void>;
}

/** A second browser, whose camera sees these frames. */
async function withCamera(frames: readonly Frame[], baseURL: string | undefined): Promise<Camera> {
  const folder = mkdtempSync(join(tmpdir(), 'vegaslab-camera-'));
  const file = join(folder, 'camera.y4m');
  writeFileSync(file, videoOf(frames));
  const { args, executablePath } = await launchOptions();
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...args,
      '--use-fake-device-for-media-stream',
      // The headless shell can't ask, even if the permission is granted.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
  const context = await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block' });
  await context.grantPermissions(['camera']);
  const page = await context.newPage();
  await page.addInitScript(skipFirstVisit);
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  };
  return { page, close };
}

test("a teacher's camera reads the code on a student's screen", async ({ page, baseURL }) => {
  const query = await assignmentQuery(LESSON);
  // On the student's device
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`#/task?${query}`);
  await page.getByRole('textbox', { name: 'Your name or number' }).fill('Ada');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const above = page.locator('[data-predict="above"]');
  await page
    .locator('[data-predict="opening"]')
    .getByRole('button', { name: 'Continue without a prediction' })
    .click();
  await above.getByRole('radio').first().check();
  await above.getByRole('button', { name: 'Lock my prediction' }).click();
  await page.getByRole('button', { name: 'Make my result code' }).click();
  const code = await page.getByRole('textbox', { name: 'Your result code' }).inputValue();
  const shown = page.getByRole('img', { name: 'Your result code as a QR code' });
  await expect(shown).toBeVisible();
  expect(await wider(page)).toBe(0);
  const { side, path } = await shown.evaluate((svg) => ({
    side: (svg as SVGSVGElement).viewBox.baseVal.width,
    path: svg.querySelector('path')?.getAttribute('d') ?? '',
  }));
  // Each square is at least three pixels wide on a phone.
  expect(((await shown.boundingBox())?.width ?? 0) / side).toBeGreaterThan(3);
  const dark = new Set([...path.matchAll(/M(\d+),(\d+)h/g)].map(([, x, y]) => `${x},${y}`));

  // On the teacher's device
  const camera = await withCamera(
    [frameOf(side, (x, y) => dark.has(`${x},${y}`)), frameOfCode(await lessonCode('Bo', 'silent', 2))],
    baseURL,
  );
  try {
    await camera.page.goto(`#/grade?${query}`);
    await camera.page.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect(count(camera.page)).toHaveText('2');
    await camera.page.getByRole('button', { name: 'Close the camera' }).click();
    await expect(camera.page.locator('video')).toHaveCount(0);
    await graded(camera.page);
    await expect(camera.page.locator('.grade-counts')).toHaveText('2 verified, 0 not.');
    await camera.page.getByText('Names and grades').click();
    await expect(camera.page.locator('.grade-table tbody tr').filter({ hasText: 'Scanned' })).toHaveCount(2);
    await add(camera.page, code);
    await expect(camera.page.getByText('1 code was here already.')).toBeVisible();
  } finally {
    await camera.close();
  }
});

test(
  'a camera shows what is wrong with a code that is no result, and axe finds no violations',
  CHECK,
  async ({ baseURL }) => {
    const camera = await withCamera([frameOfCode('https://example.org/')], baseURL);
    try {
      await camera.page.goto(`#/grade?${await assignmentQuery(LESSON)}`);
      await camera.page.getByRole('button', { name: 'Scan with the camera' }).click();
      await expect(
        camera.page.getByText('This QR code isn’t a result code: https://example.org/'),
      ).toBeVisible();
      await expectNoFindings(camera.page);
    } finally {
      await camera.close();
    }
  },
);

/** A PNG of a QR code, slightly turned, as in a photo. */
async function photoOf(page: Page, code: string): Promise<Buffer> {
  const squares = qrSquares(code, 'medium');
  const size = squares.length;
  const rows = squares.map((row) => row.map((dark) => (dark ? '#' : ' ')).join(''));
  const base64 = await page.evaluate(
    ({ rows, size }) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [2000, 1500];
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas context');
      context.fillStyle = '#667';
      context.fillRect(0, 0, 2000, 1500);
      context.translate(1000, 750);
      context.rotate(0.15);
      context.scale(1100 / size, 1100 / size);
      context.translate(-size / 2, -size / 2);
      context.fillStyle = '#eee';
      context.fillRect(0, 0, size, size);
      context.fillStyle = '#223';
      rows.forEach((row, y) => {
        [...row].forEach((square, x) => {
          if (square === '#') context.fillRect(x, y, 1.02, 1.02);
        });
      });
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    { rows, size },
  );
  return Buffer.from(base64, 'base64');
}

test('a photo of a code is read, and a browser without a camera says what to do', async ({ page }) => {
  await page.goto(`#/grade?${await assignmentQuery(LESSON)}`);
  await expect(page.getByRole('heading', { name: 'Collect codes' })).toBeVisible();
  const input = page.locator('input[type="file"]');
  const file = { name: 'photo.png', mimeType: 'image/png' };
  await input.setInputFiles({ ...file, buffer: await photoOf(page, await lessonCode('Ada', 'silent', 2)) });
  await expect(page.getByText('photo.png: 1 code added.')).toBeVisible();
  await expect(count(page)).toHaveText('1');
  await input.setInputFiles({ ...file, buffer: Buffer.from('no picture') });
  await expect(page.getByText('photo.png: It can’t be opened')).toBeVisible();
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  await expect(page.getByRole('alert')).toContainText(/no camera|doesn’t let this page use the camera/);
  await graded(page);
});

test.describe('smallest, dark', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 320, height: 640 } });

  test('the collection fits a phone, and axe finds no violations', CHECK, async ({ page }) => {
    await page.goto(`#/grade?${await assignmentQuery(LESSON)}`);
    const codes = await Promise.all(['Ada', 'Bo', 'Cy'].map((who) => lessonCode(who, 'silent', 2)));
    await add(page, `${codes.join('\n')}\nVL2-AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-FFFFF`);
    await graded(page);
    await page.getByText('Names and grades').click();
    await expect(page.locator('.grade-table tbody tr')).toHaveCount(4);
    expect(await wider(page)).toBe(0);
    await expectNoFindings(page);
  });
});
