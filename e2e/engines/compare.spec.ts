/** The engines' pictures agree for the same scenario and differ for different ones. */
import { expect, test } from '@playwright/test';
import { CHECK } from '../check';
import { PAINTED, picturesOf, SCENARIOS } from './painted';
import { distance, type Picture } from './picture';

/**
 * The limit between equal and different pictures. Two engines differ by 0.4 to 1.7 for the same run, because they
 * smooth lines and place axis labels differently. Two scenarios differ by at least 2.9, in one engine or two. The
 * limit is the geometric mean of 1.7 and 2.9.
 */
const TOLERANCE = 2.2;

const ENGINES = ['chromium', 'firefox', 'webkit'];

for (const panel of PAINTED) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a test needs
  test(`${panel}: all engines draw one run alike and different runs differently`, CHECK, ({}, info) => {
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
