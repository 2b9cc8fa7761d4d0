/**
 * The look of the lab as kept pictures: a change shows up as a difference of text that can be reviewed. Every picture is an SVG in
 * e2e/pictures with one element a line. `npm run pictures` rewrites them all.
 */
import { readFileSync } from 'node:fs';
import { PANEL_NAMES } from '../web/panels/names';
import { expect, openBench, panel } from './lab';
import { expectElement, expectExported, expectScreen, keptNames, test } from './picture';

/** First screens, by the name of their picture. */
const SCREENS: Record<string, string> = {
  home: '',
  bench: '#/bench?scenario=ahn-fig2',
  'figure-1': '#/figure-1',
  papers: '#/papers',
  paper: '#/papers?paper=ahn-1995',
  evidence: '#/evidence',
  sweep: '#/sweep?scenario=ahn-fig1-vr',
  assign: '#/assign?scenario=ahn-fig1-vr',
  grade: '#/grade',
  privacy: '#/privacy',
  lessons: 'lessons/',
  lesson: 'lessons/reading-a-trace/',
  report: 'lessons/report/',
  glossary: 'lessons/glossary/',
  model: 'lessons/model/',
  presenting: 'lessons/rem/?present=3',
  builder: '#/embed?lesson=rem',
  'embedded-lesson': 'embed/?lesson=rem&experiment=alone',
  'embedded-bench': 'embed/?scenario=ahn-fig1-vr&panels=rtt',
};

for (const [name, address] of Object.entries(SCREENS))
  test(`the first screen of ${name}`, async ({ page }) => {
    await page.goto(address);
    await expectScreen(page, `screen-${name}`);
  });

for (const [name, scenario] of Object.entries({
  reno: 'ahn-fig1-rr&duration_s=4',
  vegas: 'ahn-fig1-vr&duration_s=2',
  two: 'ahn-fig2&duration_s=3',
}))
  test(`every panel of ${name}`, async ({ page }) => {
    await openBench(page, scenario);
    for (const one of PANEL_NAMES) await expectExported(panel(page, one), `panel-${one}-${name}`);
  });
