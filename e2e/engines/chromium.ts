/** Chromium, controlled by Playwright. */
import { chromium } from '@playwright/test';
import { launchOptions } from '../../scripts/browser.mjs';
import { type Engine, VIEWPORT } from './driver';

export const CHROMIUM: Engine = {
  // All other browser tests need Chromium too and report it missing.
  missing: () => null,
  async launch(scheme) {
    const browser = await chromium.launch(await launchOptions());
    const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: scheme });
    const errors: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    return {
      version: `Chromium ${browser.version()}`,
      goto: async (address) => void (await page.goto(address)),
      evaluate: (expression) => page.evaluate(expression),
      moveTo: (x, y) => page.mouse.move(x, y),
      down: () => page.mouse.down(),
      up: () => page.mouse.up(),
      press: (key) => page.keyboard.press(key),
      screenshot: async () => (await page.screenshot()).toString('base64'),
      errors: () => Promise.resolve(errors),
      close: () => browser.close(),
    };
  },
};
