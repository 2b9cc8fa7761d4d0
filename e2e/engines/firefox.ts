/** An unmodified Firefox over WebDriver BiDi. Playwright's Firefox is patched. */
import puppeteer, { type KeyInput } from 'puppeteer-core';
import { onPath } from '../../scripts/machine.mjs';
import { type Engine, VIEWPORT } from './driver';

const program = () => process.env.FIREFOX_PATH ?? onPath(['firefox-esr', 'firefox']);

export const FIREFOX: Engine = {
  missing: () => (program() === undefined ? 'firefox-esr' : null),
  async launch(scheme) {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: program() ?? '',
      headless: true,
      defaultViewport: VIEWPORT,
      timeout: 120_000,
      protocolTimeout: 180_000,
      extraPrefsFirefox: {
        'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      },
    });
    const [page = await browser.newPage()] = await browser.pages();
    await page.setViewport(VIEWPORT);
    page.setDefaultTimeout(180_000);
    const errors: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
    return {
      version: await browser.version(),
      goto: async (address) => void (await page.goto(address)),
      evaluate: (expression) => page.evaluate(expression),
      moveTo: (x, y) => page.mouse.move(x, y),
      down: () => page.mouse.down(),
      up: () => page.mouse.up(),
      press: (key) => page.keyboard.press(key as KeyInput),
      screenshot: () => page.screenshot({ encoding: 'base64' }),
      errors: () => Promise.resolve(errors),
      close: () => browser.close(),
    };
  },
};
