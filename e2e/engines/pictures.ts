/** Saves each engine's pictures of two runs for `compare.spec.ts`. */
import { CHECK } from '../check';
import { openBench, test, until } from './engines';
import { keepPictures, PAINTED, SCENARIOS } from './painted';
import type { Picture } from './picture';

test('panels are painted', CHECK, async ({ tab }, info) => {
  const pictures: Record<string, Picture> = {};
  for (const scenario of SCENARIOS) {
    await tab.driver.goto('about:blank');
    await openBench(tab, scenario);
    // Theory lines are drawn after the run.
    await tab.click('.bottom-line button', 'Details');
    await tab.click('.details [role=tab]', 'About');
    await until('the theory', () => tab.count('.theory-note')).toBe(1);
    await tab.click('.details .close');
    for (const panel of PAINTED) {
      const plot = `[data-panel="${panel}"] .plot`;
      const picture = await tab.picture(plot);
      pictures[`${scenario} ${panel}`] = picture;
    }
  }
  keepPictures(info, pictures);
});
