/** The engines' pictures agree for the same scenario and differ for different ones. */
import { expect, test } from '@playwright/test';
import { CHECK } from '../check';
import { PAINTED, picturesOf, SCENARIOS } from './painted';
import { distance, type Picture } from './picture';

/**
 * One engine paints the same run twice without any difference: each picture was taken until it did. Between two engines were measured
 * 0.4 to 1.7, which is how they smooth lines and set the numbers of the axes; between two scenarios 2.9 and more, for one engine as well
 * as for two. This lies between, as far in proportion from either.
 */
const TOLERANCE = 2.2;

const ENGINES = ['chromium', 'firefox', 'webkit'];

for (const panel of PAINTED) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a test needs
  test(`${panel}: one run is one picture in all engines, and another run is another`, CHECK, ({}, info) => {
    const painted = ENGINES.flatMap((engine) => {
      const pictures = picturesOf(info, engine);
      return pictures === null ? [] : [{ engine, pictures }];
    });
    expect(painted.length, 'engines').toBeGreaterThan(0);
    for (const [place, one] of painted.entries())
      for (const other of painted.slice(place))
        for (const here of SCENARIOS)
          for (const there of SCENARIOS) {
            const apart = distance(picture(one, here, panel), picture(other, there, panel));
            const who = `${here} in ${one.engine}, ${there} in ${other.engine}`;
            if (here === there) expect(apart, who).toBeLessThan(TOLERANCE);
            else expect(apart, who).toBeGreaterThan(TOLERANCE);
          }
  });
}

function picture(of: { pictures: Record<string, Picture> }, scenario: string, panel: string): Picture {
  const found = of.pictures[`${scenario} ${panel}`];
  if (found === undefined) throw new Error(`no picture of ${panel} of ${scenario}`);
  return found;
}
