/** The main flows, in every engine. */
import { CHECK } from '../check';
import { digestIn, expect, openBench, test, until } from './engines';
import { Tab } from './tab';

test('the pages load', CHECK, async ({ tab }) => {
  const pages: [address: string, there: string][] = [
    ['#/bench', '[data-panel=sender-sequence] canvas'],
    ['#/figure-1', 'canvas'],
    ['#/papers', 'tr[data-paper]'],
    ['#/evidence', '.grid-table td a'],
    ['#/sweep?scenario=ahn-fig1-vr', '.field-picker input'],
    ['lessons/', 'html[data-alive=true] a[href*="reading-a-trace"]'],
    ['lessons/reading-a-trace/', 'html[data-alive=true] main[data-lesson=reading-a-trace]'],
  ];
  for (const [address, there] of pages) {
    await tab.forget();
    await tab.open(address);
    await until(address, () => tab.count(there)).toBeGreaterThan(0);
    await until(`the heading of ${address}`, () => tab.text('h1')).toMatch(/\w/);
  }
});

test('changing a control by key or pointer reruns, and changing it back restores the run', async ({
  tab,
}) => {
  await openBench(tab, 'ahn-fig1-vr');
  const before = await digestIn(tab);
  const alpha = '[data-path$="avoidance.alpha"] input[type=range]';
  await tab.focus(alpha);
  for (let i = 0; i < 12; i += 1) await tab.press('ArrowRight');
  await until('another run by keys', () => digestIn(tab)).not.toBe(before);
  await until('one change', () => tab.text('.differing')).toContain('avoidance.alpha');
  const by_keys = await digestIn(tab);
  const shown = await tab.value(alpha);
  await tab.drag(alpha, [0.3, 0.5], [0.8, 0.5]);
  await until('the control by the pointer', () => tab.value(alpha)).not.toBe(shown);
  await until('another run by the pointer', () => digestIn(tab)).not.toBe(by_keys);
  await tab.click('[data-path$="avoidance.alpha"] .difference');
  await until('the same run', () => digestIn(tab)).toBe(before);
});

test('a drag across a panel zooms all of them', CHECK, async ({ tab }) => {
  await openBench(tab, 'ahn-fig1-rr');
  const whole = await tab.attribute('.moment-shown', 'title');
  await tab.drag('[data-panel=sender-sequence] .plot [role=slider]', [0.2, 0.5], [0.4, 0.6]);
  await until('the seconds shown', () => tab.attribute('.moment-shown', 'title')).not.toBe(whole);
  await tab.click('.zoom-buttons button', 'Whole run');
  await until('the whole run', () => tab.attribute('.moment-shown', 'title')).toBe(whole);
});

/** Continues without the prediction that's open. Returns false if none is. */
async function skipPrediction(tab: Tab): Promise<boolean> {
  const id = await tab.attribute('[data-predict]:has(form)', 'data-predict');
  if (id === null) return false;
  await tab.click(`[data-predict="${id}"] .quiet`);
  await until('the lock', () => tab.count(`[data-predict="${id}"] form`)).toBe(0);
  return true;
}

test("a lesson's prediction is locked and judged when its run finishes", CHECK, async ({ tab }) => {
  await tab.open('lessons/reading-a-trace/');
  await until('the interactive page', () => tab.attribute('html', 'data-alive')).toBe('true');
  const asked = '[data-predict]:has(input[type=radio])';
  // A question is hidden until those before it are answered.
  while ((await tab.count(asked)) === 0) expect(await skipPrediction(tab)).toBe(true);
  const id = await tab.attribute(asked, 'data-predict');
  await tab.click(`${asked} input[type=radio]`);
  await tab.click(`${asked} button[type=submit]`);
  const outcome = `[data-predict="${id}"] .outcome`;
  await until('the locked prediction', () => tab.count(outcome)).toBe(1);
  // The run stays hidden while a question before it is open.
  while (await skipPrediction(tab));
  await tab.see(`[data-predict="${id}"] ~ .lesson-stage, [data-predict="${id}"] ~ * .lesson-stage`);
  await until('the verdict', () => tab.attribute(outcome, 'data-verdict')).toMatch(/^(right|wrong)$/);
});

test('a link restores the bench', CHECK, async ({ tab }) => {
  await openBench(tab, 'ahn-fig1-rr');
  const before = await digestIn(tab);
  await tab.focus('[data-path="seed"] input.exact');
  await tab.press('End', 'Backspace', '4', 'Enter');
  await until('another run', () => digestIn(tab)).not.toBe(before);
  const made = await digestIn(tab);
  await tab.click('button, summary', 'Share');
  const link = '.share-link input';
  await until('the link', () => tab.value(link)).toMatch(/seed=\d*4/);
  const address = await tab.value(link);
  await tab.forget();
  await tab.open(address ?? '');
  await until('the run of the link', () => digestIn(tab)).toBe(made);
});

test("the lab follows the system's dark mode", CHECK, async ({ engine, tab, baseURL }) => {
  const ground = (of: Tab) => of.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await openBench(tab, 'ahn-fig1-vr');
  expect(await tab.attribute('html', 'data-theme')).toBe('light');
  const light = brightness(await ground(tab));
  const driver = await engine.launch('dark');
  try {
    const dark = new Tab(driver, baseURL ?? '');
    await openBench(dark, 'ahn-fig1-vr');
    expect(await dark.attribute('html', 'data-theme')).toBe('dark');
    expect(brightness(await ground(dark))).toBeLessThan(light / 2);
    expect(await driver.errors()).toEqual([]);
  } finally {
    await driver.close();
  }
});

/** The channels of an `rgb(…)` color, 0 to 255. */
function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = [...color.matchAll(/[\d.]+/g)].map(Number);
  return (red + green + blue) / 3;
}

test('a moved picture equals a new drawing', CHECK, async ({ tab }) => {
  await openBench(tab, 'ahn-fig1-rr');
  await tab.click('.zoom-buttons button', '+');
  await tab.see('[data-panel=window] .plot-hands');
  const { wrong, other } = await tab.evaluate(async () => {
    const settle = async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    };
    const place = document.querySelector('[data-panel=window]');
    const canvas = place?.querySelector('canvas');
    const hands = place?.querySelector('.plot-hands');
    if (!canvas || !hands) throw new Error('no plot');
    const look = async () => {
      await settle();
      const copy = document.createElement('canvas');
      copy.width = canvas.width;
      copy.height = canvas.height;
      const context = copy.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('no canvas context');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, copy.width, copy.height);
      context.drawImage(canvas, 0, 0);
      return context.getImageData(0, 0, copy.width, copy.height).data;
    };
    const dress = async (theme: string) => {
      const choice = [...document.querySelectorAll('select')].find((one) =>
        [...one.options].some(({ value }) => value === theme),
      );
      if (choice === undefined) throw new Error('no choice of colours');
      choice.value = theme;
      choice.dispatchEvent(new Event('change', { bubbles: true }));
      for (let tries = 0; tries < 300 && document.documentElement.dataset.theme !== theme; tries += 1)
        await settle();
    };
    const before = await look();
    for (const deltaX of [17, -5, 60, 31, -40]) {
      hands.dispatchEvent(new WheelEvent('wheel', { deltaX, bubbles: true, cancelable: true }));
      await settle();
    }
    const moved = await look();
    await dress('dark');
    await look();
    await dress('light');
    const anew = await look();
    const far = (from: Uint8ClampedArray) =>
      anew.filter((value, at) => Math.abs(value - (from[at] ?? 0)) > 64).length;
    return { wrong: far(moved), other: far(before) };
  });
  expect(other, 'pixels that the move changed').toBeGreaterThan(500);
  expect(wrong, 'wrong pixel values').toBe(0);
});
