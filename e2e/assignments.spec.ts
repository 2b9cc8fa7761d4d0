/** Assigning, solving and grading a task, and detecting codes that were tampered with. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { assignmentQuery, idOf } from '../web/classroom/assignments/assignment';
import { encodeLetters } from '../web/classroom/assignments/decode';
import type { BenchResult, BenchWork } from '../web/classroom/assignments/result';
import { ASSIGNMENT, codeOf, ENGINE_VERSION, resultBy } from '../web/classroom/assignments/sampleTask';
import { seedKey, seedOf } from '../web/classroom/assignments/student';
import { DRAWN_POINTS } from '../web/lessons/answers';
import type { Change } from '../web/scenario/changes';
import { expectNoFindings } from './axe';
import { CHECK } from './check';
import { expect, test } from './lab';
import { change, showStep } from './walk';

// These tests wait for many runs.
test.describe.configure({ timeout: 300_000 });

const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Starts an assignment under a name and waits for the run. */
async function begin(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name or number' }).fill(name);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('.experiment-status')).toHaveAttribute('data-phase', 'done');
}

async function handIn(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make my result code' }).click();
  const field = page.getByRole('textbox', { name: 'Your result code' });
  await expect(field).toHaveValue(/^VL3-/);
  return await field.inputValue();
}

test('a teacher sets a task, students solve it or fail, and the grades show it', async ({ page }) => {
  await page.goto('#/assign?scenario=ahn-fig1-rr');
  await page.getByRole('textbox', { name: 'Title' }).fill('Two seconds');
  await page.getByRole('textbox', { name: 'Due, in your words' }).fill('Friday');
  await page.getByRole('textbox', { name: 'The task, in your words' }).fill('Bring it to its end sooner.');
  const free = page.getByRole('combobox', { name: 'Unlock a field' });
  await free.fill('flows.0.sender.preset');
  await expect(page.locator('[data-field="flows.0.sender.preset"]')).toBeVisible();
  await free.fill('links.1.delay_ms');
  const delay = page.locator('[data-field="links.1.delay_ms"]');
  await delay.getByRole('combobox').selectOption('drawn');
  await expect(page.getByText('Two students get different runs')).toBeVisible();
  await page.getByRole('button', { name: 'Add a goal' }).click();
  const first = page.locator('[data-check="0"]').first();
  await first.getByRole('combobox', { name: 'The run has' }).selectOption('flows.0.coarse_timeouts');
  await first.getByRole('combobox', { name: 'How it compares' }).selectOption('equal');
  await first.getByRole('textbox', { name: 'value' }).fill('0');
  await first.getByRole('textbox', { name: 'points' }).fill('2');
  await page.getByRole('button', { name: 'Add a reading' }).click();
  const second = page.locator('[data-check="1"]').first();
  await second.getByRole('combobox', { name: 'Students read' }).selectOption('flows.0.completed_at_s');
  await second.getByRole('textbox', { name: 'Question' }).fill('When is it over?');
  await second.getByRole('textbox', { name: 'tolerance (s)' }).fill('x');
  await expect(second.getByRole('textbox', { name: 'tolerance (s)' })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await second.getByRole('textbox', { name: 'tolerance (s)' }).fill('0,5');

  // The preview shows the student's view and follows the form.
  const preview = page.locator('.preview-frame');
  await expect(preview.getByText('When is it over?')).toBeVisible();
  await expect(preview.locator('.experiment-status')).toHaveAttribute('data-phase', 'done');
  await expectNoFindings(page);
  const link = await page.getByRole('textbox', { name: 'For students' }).inputValue();
  expect(link.length).toBeLessThan(600);
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  const grading = await page.getByRole('link', { name: 'Grade the codes' }).getAttribute('href');

  // The address contains the whole draft.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'For students' })).toHaveValue(link);

  await begin(page, link, ' Ada  Lovelace ');
  await expect(page.getByText('You are Ada Lovelace')).toBeVisible();
  await expect(page.getByText('Due Friday')).toBeVisible();
  const seed = await page.locator('[data-seed]').textContent();
  await expect(page.locator('[data-check="failed"]')).toContainText('the run has 1');
  await page.getByRole('radio', { name: 'Vegas', exact: true }).check();
  await expect(page.locator('[data-check="passed"]')).toBeVisible();
  await expectNoFindings(page);
  const over = page.getByRole('textbox', { name: 'When is it over?' });
  await over.fill('1000');

  // A reload restores it.
  await page.reload();
  await expect(page.locator('[data-check="passed"]')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Vegas', exact: true })).toBeChecked();
  await expect(over).toHaveValue('1000');
  const right = await handIn(page);

  await page.getByRole('button', { name: 'I’m someone else' }).click();
  await begin(page, link, 'Zoë');
  expect(await page.locator('[data-seed]').textContent()).not.toBe(seed);
  await expect(over).toHaveValue('');
  const wrong = await handIn(page);
  await over.fill('3');
  await expect(page.getByText('You’ve made changes since')).toBeVisible();

  await page.goto(grading ?? '');
  await collect(
    page,
    `Name,Number,Code\nada lovelace,17,${right}\nZoë,18,${wrong}\nX,=1+1,${wrong.replace(/.$/, 'Z')}\n`,
  );
  await expect(page.getByText('3 codes added.')).toBeVisible();
  await openGrades(page);
  const rows = page.locator('.grade-table tbody tr');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'No.', exact: true }).click();
  await expect(rows.nth(0)).toContainText('ada lovelace');
  await expect(rows.nth(0)).toContainText('2 of 3');
  await expect(rows.nth(0)).toHaveAttribute('data-verified', 'yes');
  await expect(rows.nth(1)).toContainText('0 of 3');
  await expect(rows.nth(1)).toHaveAttribute('data-verified', 'yes');
  await expect(rows.nth(2)).toContainText('Damaged code');
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Who' }).click();
  await page.getByRole('button', { name: 'Who' }).click();
  await expect(rows.nth(0)).toContainText('Zoë');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const csv = await text(await file.createReadStream());
  expect(csv).toContain('Name,Number,number,from,who,score,of,verified');
  expect(csv).toContain("'=1+1,");
  expect(csv).toContain('ada lovelace,17,1,"Pasted, line 2",ada lovelace,2,3,yes');
});

/** Adds codes to the open collection and waits until they're graded. */
async function collect(page: Page, codes: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Codes' }).fill(codes);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.locator('.pool-status')).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
}

/** Unfolds the table of names and grades. */
async function openGrades(page: Page): Promise<void> {
  const isOpen = await page.locator('.grades details').evaluate((one) => (one as HTMLDetailsElement).open);
  if (!isOpen) await page.getByText('Names and grades').click();
  await expect(page.locator('.grade-table tbody tr').first()).toBeVisible();
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

const MOVES: Change[][] = [
  [],
  [['flows.0.sender.preset', 'vegas']],
  [['links.1.queue.limit_bytes', 12000]],
  [
    ['flows.0.sender.preset', 'newreno'],
    ['links.1.queue.limit_bytes', 20000],
  ],
];

/** One code of each kind of tampering, with the reason shown. */
const TAMPERED: [place: number, reason: string, change: (result: BenchResult) => BenchResult][] = [
  [17, 'Seed of another name', (one) => ({ ...one, seed: resultBy('Student 16', []).seed })],
  [88, 'Digest differs', (one) => withChangedWork(one, { digest: '0123456789abcdef' })],
  [
    141,
    'Locked field changed',
    (one) =>
      withChangedWork(one, {
        changes: [...one.work.changes, ['links.1.rate_bps', 10_000_000]],
      }),
  ],
  [202, 'Answers don’t match the run', (one) => withChangedWork(one, { answers: withFlippedAnswers(one) })],
];

function withChangedWork(result: BenchResult, change: Partial<BenchWork>): BenchResult {
  return { ...result, work: { ...result.work, ...change } };
}

function withFlippedAnswers({ work }: BenchResult): BenchWork['answers'] {
  return work.answers.map((one) => (typeof one === 'boolean' ? !one : one));
}

test('among 300 codes exactly the five that were tampered with are flagged', CHECK, async ({ page }) => {
  const results = Array.from({ length: 300 }, (_, place) =>
    resultBy(`Student ${place}`, MOVES[place % MOVES.length] ?? []),
  );
  const codes = await Promise.all(
    results.map((result, place) => {
      const [, , change = (one: BenchResult) => one] = TAMPERED.find(([at]) => at === place) ?? [];
      return codeOf(change(result));
    }),
  );
  // The fifth code has two letters swapped.
  codes[299] = codes[299]?.replace(/(?<=-)([A-Z0-9])((?!\1)[A-Z0-9])/, '$2$1') ?? '';
  const csv = ['Number;Name;Result code', ...codes.map((code, place) => `${place};Student ${place};${code}`)];
  await page.goto(`#/grade?${await assignmentQuery(ASSIGNMENT)}`);
  await page.locator('input[type="file"]').setInputFiles({
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv.join('\r\n')),
  });
  const begun = Date.now();
  await expect(page.getByText('300 codes added.')).toBeVisible();
  await expect(page.locator('.pool-status')).toHaveAttribute('data-phase', 'done', { timeout: 120_000 });
  const seconds = (Date.now() - begun) / 1000;
  test.info().annotations.push({ type: 'speed', description: `300 codes in ${seconds.toFixed(1)} s` });
  await expect(page.locator('.grade-counts')).toHaveText('295 verified, 5 not.');
  await openGrades(page);
  const flagged = page.locator('tr[data-verified="no"]');
  await expect(flagged).toHaveCount(5);
  for (const [place, reason] of TAMPERED)
    await expect(page.locator(`tr[data-number="${place + 1}"]`)).toContainText(reason);
  await expect(page.locator('tr[data-number="300"]')).toContainText('Damaged code');
  // No other rows are flagged as copied.
  const copied = page.locator('.grade-table tbody tr').filter({ hasText: 'same' });
  await expect(copied).toHaveCount(1);
  await expect(copied).toContainText('same seed as no. 17');
  await expect(copied).toHaveAttribute('data-number', '18');
});

test('a task with sealed answers shows none, and gives points only with the teacher’s own link', async ({
  page,
}) => {
  await page.goto(`#/assign?${await assignmentQuery(ASSIGNMENT)}`);
  await page.getByRole('checkbox', { name: 'Students see neither goals' }).check();
  const preview = page.locator('.preview-frame');
  await expect(preview.getByText('A goal that your teacher’s page checks')).toHaveCount(2);
  await expect(preview).not.toContainText('below 26');
  const linkOf = async (label: string) =>
    (await page.getByRole('textbox', { name: label }).inputValue()).replace(/^[^#]*/, '');
  const [students, own] = [await linkOf('For students'), await linkOf('For you, with the answers')];
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  const answers = readFileSync(await download.path(), 'utf8');
  expect(answers.trim().endsWith(own)).toBe(true);

  await begin(page, students, 'Ada');
  await expect(page.locator('.task-checks')).not.toContainText('below 26');
  await page.getByRole('textbox', { name: 'How long is a round trip?' }).fill('90');
  const code = await handIn(page);

  await page.goto(students.replace('#/task', '#/grade'));
  await collect(page, code);
  await expect(page.locator('.grade-counts')).toHaveText('1 verified, 0 not.');
  await openGrades(page);
  await expect(page.locator('.grade-table .score')).toContainText('–');
  const field = page.getByRole('textbox', { name: 'Your link, with the answers' });
  await field.fill(students);
  await expect(page.getByText('This is the students’ link')).toBeVisible();
  await page
    .locator('.sealed input[type=file]')
    .setInputFiles({ name: 'answers.txt', mimeType: 'text/plain', buffer: Buffer.from(answers) });
  await expect(field).toHaveCount(0);
  await openGrades(page);
  await expect(page.locator('.grade-table .score')).toContainText('of 6');
  // The browser keeps the answers with the codes.
  await page.goto(students.replace('#/task', '#/grade'));
  await page.reload();
  await openGrades(page);
  await expect(page.locator('.grade-table .score')).toContainText('of 6');
  await page.goto(students.replace('#/task', '#/assign'));
  await expect(
    page.getByRole('alert').filter({ hasText: 'The answers of this assignment are sealed' }),
  ).toBeVisible();
});

test.describe('smallest, dark', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });

  test('the assignment pages fit a phone, and axe finds no violations', CHECK, async ({ page }) => {
    const query = await assignmentQuery(ASSIGNMENT);
    await page.goto(`#/assign?${query}`);
    await expect(page.locator('.preview-frame .experiment-status')).toHaveAttribute('data-phase', 'done');
    expect(await wider(page)).toBe(0);
    await expectNoFindings(page);
    await begin(page, `#/task?${query}`, 'Ada');
    await handIn(page);
    expect(await wider(page)).toBe(0);
    await expectNoFindings(page);
    await page.goto(`#/grade?${query}`);
    const code = await codeOf(resultBy('Ada', []));
    await collect(page, `${code}\n${code}\nVL2-AAAAA-BBBBB-CCCCC-DDDDD`);
    await expect(page.getByText('2 codes added. 1 code was here already.')).toBeVisible();
    await expect(page.locator('.grade-counts')).toHaveText('1 verified, 1 not.');
    await openGrades(page);
    expect(await wider(page)).toBe(0);
    await expectNoFindings(page);
  });
});

test('a task done on the stage of lesson 1 counts, and one with other settings is left out with a word', async ({
  page,
}) => {
  const lesson = 'packets-on-a-pipe';
  const task = { kind: 'lesson', lesson, words: '', points: 3 } as const;
  const query = await assignmentQuery({ title: 'Lesson 1', due: '', task });
  await page.goto(`#/task?${query}`);
  await page.getByRole('textbox', { name: 'Your name or number' }).fill('Ada');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  for (const id of ['more', 'overflow']) {
    const ask = page.locator(`[data-predict="${id}"]`);
    await ask.getByRole('radio').first().check();
    await ask.getByRole('button', { name: 'Lock my prediction' }).click();
  }
  const check = page.locator('[data-check="steer"]');
  await change(await showStep(page, 'yours'), { 'flows.0.sender.initial_cwnd': 19 });
  await expect(check).toHaveAttribute('data-passed', 'true');
  const whole = await handIn(page);

  // The same answers with a window that the page doesn't offer.
  const key = `lesson:${lesson}`;
  await page.evaluate((name) => {
    const found = Object.keys(localStorage).find((one) => one.endsWith(name)) ?? '';
    localStorage.setItem(
      found,
      (localStorage.getItem(found) ?? '').replace('initial_cwnd=19', 'initial_cwnd=11000'),
    );
  }, key);
  await page.reload();
  await page.getByRole('button', { name: 'Make my result code' }).click();
  const alert = page.locator('.hand-in [role="alert"]');
  await expect(alert).toContainText('The code leaves out the task “Find a window');
  await expect(page.getByRole('textbox', { name: 'Your result code' })).toHaveCount(0);
  await expectNoFindings(page);
  await page.getByRole('button', { name: 'Show the code anyway' }).click();
  const part = await page.getByRole('textbox', { name: 'Your result code' }).inputValue();

  await page.goto(`#/grade?${query}`);
  await collect(page, `${part}\n${whole}`);
  await expect(page.locator('.grade-counts')).toHaveText('2 verified, 0 not.');
  await openGrades(page);
  const points = await page.locator('.grade-table .score').allTextContents();
  expect(points.map(Number.parseFloat)).toEqual([3, 2]);
});

test('a lesson is assigned, worked through, handed in and graded', CHECK, async ({ page }) => {
  const task = { kind: 'lesson', lesson: 'reading-a-trace', words: 'Read it.', points: 10 } as const;
  const query = await assignmentQuery({ title: 'A lesson', due: '', task, process: true });
  await page.goto(`#/task?${query}`);
  await page.getByRole('textbox', { name: 'Your name or number' }).fill('Ada');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('It also says how long ago you opened this assignment')).toBeVisible();
  await expect(page.getByText('Make your first prediction to get a code.')).toBeVisible();
  const ask = (id: string) => page.locator(`[data-predict="${id}"]`);
  const lock = (id: string) => ask(id).getByRole('button', { name: 'Lock my prediction' }).click();
  for (let place = 0; place < 12; place += 1)
    for (const key of ['ArrowRight', 'ArrowUp']) await ask('opening').getByRole('slider').press(key);
  await lock('opening');
  await expectNoFindings(page);
  const first = await handIn(page);
  await ask('above').getByRole('radio').first().check();
  await lock('above');
  await ask('stall').getByRole('button', { name: 'Continue without a prediction' }).click();
  await expect(page.getByText('You’ve made changes since')).toBeVisible();
  const second = await handIn(page);
  await page.reload();
  await expect(page.getByText('This browser already has answers to this lesson')).toBeVisible();
  await page.goto(`#/grade?${query}`);
  await collect(page, `${second}\n${first}`);
  await expect(page.locator('.grade-counts')).toHaveText('2 verified, 0 not.');
  await openGrades(page);
  // The newest code comes first.
  const points = await page.locator('.grade-table .score').allTextContents();
  // Of three predictions and two tasks, one is made, then two; the skipped one doesn't count.
  expect(points.map(Number.parseFloat)).toEqual([2, 4]);
  await expect(page.locator('.grade-table')).toContainText('doesn’t count: no. 1 has more points');
  await expect(page.locator('.grade-table .claims')).toContainText([/^[\d.]+ min$/, /^[\d.]+ min$/]);
  await expect(page.locator('.class-counts')).toContainText('1');
});

test('a lesson is assigned in three clicks', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('lessons/rem/');
  await page.getByRole('link', { name: 'For teachers' }).click();
  await page.locator('[data-plan="rem"]').getByRole('link', { name: 'Assign', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'For students' });
  await expect(field).toHaveValue(/#\/task\?v=2/);
  await expect(field).toBeInViewport();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(await field.inputValue()).toBe(link);
  await expectNoFindings(page);
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Your name or number' }).fill('Ada');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.locator('main[data-lesson="rem"]')).toBeVisible();
});

/** The query of an assigned lesson, and the codes of a class of twelve, as the lab made them before they were packed. */
async function classOfTwelve(): Promise<{ query: URLSearchParams; codes: string[] }> {
  const task = { kind: 'lesson', lesson: 'reading-a-trace', words: '', points: 10 } as const;
  const assignment = { title: 'A lesson', due: '', task, old: true } as const;
  const id = idOf(assignment);
  const codes = Array.from({ length: 12 }, async (_, place) => {
    const who = `Student ${place}`;
    const opening = Array.from(
      { length: DRAWN_POINTS },
      (_, at) => 60 * (at / (DRAWN_POINTS - 1)) ** (0.5 + place / 4),
    );
    const predictions = [
      ['opening', opening],
      ['above', place === 11 ? null : place % 2 === 0 ? 'repeats' : 'silent'],
      ['stall', 1 + (place % 5) / 2],
    ];
    const text = JSON.stringify([who, id, seedOf(who, id), ENGINE_VERSION, predictions, []]);
    return `VL1-${await encodeLetters(text)}`;
  });
  return { query: await assignmentQuery(assignment), codes: await Promise.all(codes) };
}

test("a class's predictions are plotted from its codes, with tables, and print without names", async ({
  page,
}) => {
  const { query, codes } = await classOfTwelve();
  await page.goto(`#/grade?${query}`);
  const lines = codes.map((code, place) => `Student ${place},${code}`);
  await collect(page, ['Name,Code', ...lines, lines[0]].join('\n'));
  const plots = page.getByRole('region', { name: 'What the class predicted' });
  await expect(plots).toContainText('From the codes of 12 students.');
  await expect(plots.locator('[data-prediction]')).toHaveCount(3);
  // The right answers are hidden until they're revealed.
  await plots.getByRole('checkbox', { name: 'Show the tables' }).check();
  await expect(plots.locator('path.truth, [data-right="true"]')).toHaveCount(0);
  await expect(plots).not.toContainText(/✓|the run shows|came close/i);
  await plots.getByRole('checkbox', { name: 'Show the tables' }).uncheck();
  const stall = plots.locator('[data-prediction="stall"]');
  await stall.getByRole('button', { name: 'Reveal the answer' }).click();
  await expect(plots.locator('path.truth')).toHaveCount(1);
  await expect(stall).toContainText('The run shows');
  await plots.getByRole('button', { name: 'Reveal all answers' }).click();
  const drawing = plots.locator('[data-prediction="opening"]');
  await expect(drawing.locator('path.other')).toHaveCount(12);
  await expect(drawing.locator('path.truth')).toHaveCount(1);
  const choice = plots.locator('[data-prediction="above"]');
  await expect(choice.locator('[data-right="true"]')).toHaveCount(1);
  await expect(choice).toContainText('1 student made no prediction.');
  const number = plots.locator('[data-prediction="stall"]');
  await expect(number.locator('circle')).toHaveCount(12);
  await expect(number.locator('path.truth')).toHaveCount(1);
  await expect(number.getByRole('img')).toHaveAccessibleName(/class’s numbers: 1, 1.5, 2/);
  await plots.getByRole('checkbox', { name: 'Show the tables' }).focus();
  await page.keyboard.press('Space');
  await expect(number.getByRole('table').locator('tbody tr')).toHaveCount(5);
  await expect(number.getByRole('table').locator('tbody tr').first()).toContainText('3');
  await expectNoFindings(page);
  await expect(plots).not.toContainText('Student 3');
  await page.emulateMedia({ media: 'print' });
  await expect(plots).toBeVisible();
  await expect(page.locator('.grade-table')).toBeHidden();
});

test('a truncated link is reported, and so is a missing one', async ({ page }) => {
  const query = String(await assignmentQuery(ASSIGNMENT));
  await page.goto(`#/task?${query.slice(0, -9)}`);
  await expect(page.getByRole('alert')).toContainText('damaged');
  await page.goto('#/assign');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await page.goto('#/task');
  await expect(page.getByRole('alert')).toContainText('contains no assignment');
});

test('a task with a word begins with it, and the grading page finds its students by it', async ({ page }) => {
  const assignment = { ...ASSIGNMENT, word: true } as const;
  const query = await assignmentQuery(assignment);
  await page.goto(`#/task?${query}`);
  await page.getByRole('textbox', { name: 'Your name or number' }).fill('Ada');
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect(start).toBeDisabled();
  await page.getByRole('textbox', { name: 'The word that your teacher gave' }).fill('Tulip');
  await start.click();
  const key = seedKey(idOf(assignment), 'tulip');
  await expect(page.locator('[data-seed]')).toHaveText(String(seedOf('Ada', key)));
  await page.reload();
  await expect(page.locator('[data-seed]')).toHaveText(String(seedOf('Ada', key)));
  await expect(page.locator('.experiment-status')).toHaveAttribute('data-phase', 'done');

  const codes = await Promise.all(
    ['Ada', 'Bo'].map(async (who) => {
      const result = resultBy(who, [], 'right', key);
      return `${who},${await codeOf({ ...result, assignment: idOf(assignment) })}`;
    }),
  );
  await page.goto(`#/grade?${query}`);
  await collect(page, ['Name,Code', ...codes].join('\n'));
  await expect(page.locator('.grade-counts')).toHaveText('2 verified, 0 not.');
  await openGrades(page);
  const names = page.locator('.grade-table th[scope="row"]');
  await expect(names.filter({ hasText: 'Ada' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'The word that you gave' }).fill('tulip');
  await expect(names.filter({ hasText: 'Ada' })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'The word that you gave' })).toHaveValue('tulip');
});
