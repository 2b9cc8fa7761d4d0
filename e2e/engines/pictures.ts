/** What each engine paints of two runs, put aside for `compare.spec.ts`. */
import { openBench, test } from './engines';
import { keepPictures, PAINTED, SCENARIOS } from './painted';
import type { Picture } from './picture';

test('panels are painted', async ({ tab }, info) => {
  const pictures: Record<string, Picture> = {};
  for (const scenario of SCENARIOS) {
    await openBench(tab, scenario);
    for (const panel of PAINTED) {
      const plot = `[data-panel="${panel}"] .plot`;
      const picture = await tab.picture(plot);
      pictures[`${scenario} ${panel}`] = picture;
    }
  }
  keepPictures(info, pictures);
});
