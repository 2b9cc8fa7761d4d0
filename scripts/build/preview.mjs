// node scripts/build/preview.mjs: takes the picture that other sites show next to a link to the lab, public/preview.png (1200
// by 630 pixels). Run it after `npm run build` when the lab's look has changed.
import { chromium } from '@playwright/test';
import { launchOptions } from '../browser.mjs';
import { serveDist } from '../check/serve-static.mjs';
import { main, ROOT } from '../child.mjs';

const SIZE = { width: 1200, height: 630 };
const QUERY =
  'scenario=ahn-fig1-rr&with=as%3DVegas%26scenario%3Dahn-fig1-vr&panels=window&seconds=0,12&theme=light';

/** Hides everything except the window panel, and styles the added heading. */
const STYLE = `
  .embed-foot, .stage-bar, .panel-tools, .experiment-status, .experiment-head { display: none !important; }
  .embed { padding: 24px 40px !important; zoom: 1.3; }
  .preview-head { margin-bottom: 16px; }
  .preview-head h1 { font-size: 30px; }
  .preview-head p { color: var(--muted); font-size: 15px; }
`;

await main(async () => {
  const { address, close } = await serveDist({ base: '/' });
  const browser = await chromium.launch(await launchOptions());
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.goto(`${address}embed/?${QUERY}`);
    await page.locator('.experiment-status[data-phase="done"]').waitFor({ state: 'attached' });
    await page.addStyleTag({ content: STYLE });
    await page.evaluate(() => {
      const head = document.createElement('header');
      head.className = 'preview-head';
      head.innerHTML =
        '<h1>Vegas Lab</h1><p>TCP congestion control, simulated in your browser: Reno (A) and Vegas (B) on the same path</p>';
      document.querySelector('.embed')?.prepend(head);
    });
    // Wait until the plots have adapted to their new width.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))),
    );
    await page.screenshot({ path: `${ROOT}public/preview.png` });
  } finally {
    await browser.close();
    close();
  }
});
