// npm run icons: the pictures of public/icons, which an installed app and a phone's home screen ask for, drawn from public/favicon.svg.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launchOptions } from './browser.mjs';
import { main, ROOT } from './child.mjs';

/**
 * `any` as it is, with its round corners; the others fill their square, since the phone cuts it: a maskable one as far as the circle in
 * the middle that has four fifths of the width.
 */
const ICONS = [
  { name: 'any-192', size: 192, filled: false, scale: 1 },
  { name: 'any-512', size: 512, filled: false, scale: 1 },
  { name: 'maskable-192', size: 192, filled: true, scale: 0.72 },
  { name: 'maskable-512', size: 512, filled: true, scale: 0.72 },
  { name: 'apple-touch-180', size: 180, filled: true, scale: 0.88 },
];

await main(async () => {
  const svg = readFileSync(`${ROOT}public/favicon.svg`, 'utf8');
  const [, colour] = /<rect [^>]*fill="([^"]+)"/.exec(svg) ?? [];
  if (colour === undefined) throw new Error('public/favicon.svg has no rect with a fill');
  const browser = await chromium.launch(await launchOptions());
  const page = await browser.newPage();
  for (const { name, size, filled, scale } of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    const ground = filled ? colour : 'transparent';
    const inner = size * scale;
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;width:${size}px;height:${size}px;background:${ground}">` +
        svg.replace('<svg ', `<svg width="${inner}" height="${inner}" `),
    );
    writeFileSync(`${ROOT}public/icons/${name}.png`, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
});
