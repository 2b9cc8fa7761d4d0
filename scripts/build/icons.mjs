// npm run icons: draws public/icons, used by the installed app and by home screens, from public/favicon.svg.
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.mjs';
import { main, ROOT } from '../child.mjs';

/**
 * `any` keeps the original's round corners. The others fill their square, because phones crop it. A maskable icon must be
 * complete within a central circle of four fifths of its width.
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
  const [, color] = /<rect [^>]*fill="([^"]+)"/.exec(svg) ?? [];
  if (color === undefined) throw new Error('public/favicon.svg must have a rect with a fill');
  const browser = await chromium.launch(await launchOptions());
  const page = await browser.newPage();
  for (const { name, size, filled, scale } of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    const background = filled ? color : 'transparent';
    const inner = size * scale;
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;width:${size}px;height:${size}px;background:${background}">` +
        svg.replace('<svg ', `<svg width="${inner}" height="${inner}" `),
    );
    writeFileSync(`${ROOT}public/icons/${name}.png`, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
});
