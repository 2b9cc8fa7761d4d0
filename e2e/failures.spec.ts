import { readFileSync } from 'node:fs';
import { digest, expect, expectPhase, openBench, openEditor, test } from './lab';

const file = readFileSync(new URL('../content/scenarios/ahn-fig1-vr.json', import.meta.url), 'utf8');

function changed(change: (scenario: Record<string, unknown>) => void): string {
  const scenario = JSON.parse(file) as Record<string, unknown>;
  change(scenario);
  return JSON.stringify(scenario, null, 2);
}

const endless = changed((scenario) => {
  scenario.duration_s = 100_000;
  for (const flow of scenario.flows as Record<string, unknown>[]) flow.traffic = { kind: 'bulk' };
});

test('broken JSON gets a clear error, is kept, and can be fixed', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  const editor = await openEditor(page);
  await editor.fill('{ "version": 1, ');
  await expectPhase(page, 'refused');
  await expect(page.locator('.problems')).toContainText('not JSON');
  await expect(editor).toHaveValue('{ "version": 1, ');
  await expect(digest(page)).toHaveText(before);
  await editor.fill(changed((scenario) => Object.assign(scenario, { seed: 7 })));
  await expect(page.locator('.problems')).toHaveCount(0);
  await expect(page.locator('.trace-identity')).toContainText('seed 7');
});

test("a misspelt field's error names its path and what's allowed, and the draft survives other work", async ({
  page,
}) => {
  await openBench(page, 'ahn-fig1-vr');
  const editor = await openEditor(page);
  const wrong = changed((scenario) => {
    const [flow] = scenario.flows as Record<string, unknown>[];
    Object.assign(flow ?? {}, { sender: { preset: 'vegas', avoidance: { alhpa: 2 } } });
  });
  await editor.fill(wrong);
  const problems = page.locator('.problems');
  await expect(problems).toContainText('flows.0.sender.avoidance.alhpa');
  await expect(problems.locator('.allowed')).toContainText('alpha');
  await page.getByRole('textbox', { name: 'alpha, exact' }).fill('2');
  await expectPhase(page, 'done');
  await expect(editor).toHaveValue(wrong);
  await page.goto('#/figure-1');
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'JSON' }).locator('.badge')).toHaveText('draft');
  await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toHaveValue(wrong);
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Scenario as JSON' })).toHaveValue(/"alpha": 2/);
});

test('a value outside its range is rejected, with the range next to it', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  const box = page.getByRole('textbox', { name: 'alpha, exact' });
  await box.fill('-5');
  await expect(page.locator('[data-path="flows.0.sender.avoidance.alpha"] .wrong')).toContainText(
    '0 seg to 1,000 seg',
  );
  await expect(digest(page)).toHaveText(before);
  await box.blur();
  await expect(box).toHaveValue('1');
});

test('a long run shows progress and can be cancelled, and the next starts at once', async ({ page }) => {
  await openBench(page, 'ahn-fig1-vr');
  const editor = await openEditor(page);
  await editor.fill(endless);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect
    .poll(() => page.getByRole('progressbar').evaluate((bar) => (bar as HTMLProgressElement).value))
    .toBeGreaterThan(0);
  // `npm run bench` measures the time.
  await cancel.click();
  await expectPhase(page, 'cancelled');
  await expect(page.getByRole('status')).toContainText('Canceled');
  await page.getByRole('button', { name: 'Run again' }).click();
  await expectPhase(page, 'running');
  await page.getByRole('button', { name: 'Reset to the original' }).click();
  await expectPhase(page, 'done');
});

test('an engine crash is reported, and the next run works', async ({ page, lab }) => {
  lab.expectErrors(/deliberate/);
  await openBench(page, 'ahn-fig1-vr');
  const before = (await digest(page).textContent()) ?? '';
  const [worker] = page.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('deliberate');
    });
  });
  await expect(page.getByRole('alert')).toContainText('deliberate');
  await expect(digest(page)).toHaveText(before);
  await page.getByRole('button', { name: 'Run again' }).click();
  await expectPhase(page, 'done');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'alpha, exact' }).fill('2');
  await expect(digest(page)).not.toHaveText(before);
});

const notWasm = { body: 'not wasm', contentType: 'application/wasm' };

test("an engine that doesn't load is reported, and loads on the next try", async ({ page, lab }) => {
  lab.expectErrors(/wasm|WebAssembly|compile/i);
  await page.route('**/*.wasm', async (route) => {
    // The next test covers a scenario that arrives after the failure and reloads the engine.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('V-R: Vegas sender, Reno receiver');
    await route.fulfill(notWasm);
  });
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expect(page.getByRole('alert')).toContainText("didn't load");
  await page.unroute('**/*.wasm');
  await page.getByRole('button', { name: 'Run again' }).click();
  await expectPhase(page, 'done');
});

test('an engine that fails to load before the scenario is loaded again with it', async ({ page, lab }) => {
  lab.expectErrors(/wasm|WebAssembly|compile/i);
  let requested = false;
  await page.route('**/*.wasm', (route) => route.fulfill(notWasm));
  await page.route('**/ahn-fig1-vr-*.js', async (route) => {
    await expect(page.getByRole('alert')).toContainText("didn't load");
    requested = true;
    await page.unroute('**/*.wasm');
    await route.continue();
  });
  await page.goto('#/bench?scenario=ahn-fig1-vr');
  await expectPhase(page, 'done');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(requested).toBe(true);
});
