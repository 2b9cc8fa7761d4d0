/** Each point of docs/threats.md about what a code proves, what it can't, and what's prevented has a test. This names them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/child.mjs';

const HERE = 'web/classroom/assignments/';

/** By the beginning of a point, the files and titles of its tests. */
const TESTS: Record<string, Record<string, [file: string, ...titles: string[]][]>> = {
  'What a verified code proves': {
    'The run exists.': [
      [`${HERE}assignments.test.ts`, 'grading reports tampering with the digest and engine'],
      [`${HERE}lessonWork.test.ts`, 'a lesson assignment rejects tampered results'],
    ],
    'The settings were allowed.': [
      [
        `${HERE}assignments.test.ts`,
        'grading reports tampering with the fixed field',
        'grading reports tampering with the value, if it is out of range or not among the choices',
      ],
      [`${HERE}lessonWork.test.ts`, 'a lesson assignment rejects tampered results'],
      [
        `${HERE}allLessons.test.ts`,
        `\${name} gives the full score to an honest code, and none to a setting that it doesn’t offer`,
      ],
    ],
    'The answers fit the run.': [
      [`${HERE}assignments.test.ts`, 'grading reports tampering with the answers'],
      [`${HERE}lessonWork.test.ts`, 'a lesson assignment rejects tampered results'],
      [`${HERE}hostile.test.ts`, 'an answer outside of its question is refused with words and never drawn'],
    ],
    'It belongs to this assignment.': [
      [
        `${HERE}hostile.test.ts`,
        'an assignment’s id has 80 bits of SHA-256, and an old link keeps its own',
        'an assignment’s id of two assignments that share an old one isn’t shared',
      ],
    ],
    'It belongs to this name’s seed.': [
      [
        `${HERE}hostile.test.ts`,
        'a code that is made in a classmate’s name is flagged in the row of the one who hands it in, with and without a class list',
        'a code that is made in a classmate’s name is flagged if it is the only one in that row, in any order of the rows',
      ],
      [`${HERE}assignments.test.ts`, 'grading reports tampering with the seed'],
    ],
  },
  'What it can’t prove': {
    'open a classmate’s progress file': [
      [`${HERE}forging.test.ts`, 'a code is verified although its work is the progress file of a classmate'],
    ],
    'get full marks with a script': [
      [
        `${HERE}forging.test.ts`,
        'a code is verified although a script made it from the solutions in the program, with the first answer to every prediction',
      ],
    ],
    'hand in under someone else’s name': [
      [`${HERE}forging.test.ts`, 'a code is verified although somebody else typed the name'],
    ],
    'read the checks, tolerances and answers': [
      [`${HERE}forging.test.ts`, 'the link of an assignment has its checks and tolerances'],
      [`${HERE}seal.test.ts`, 'a sealed task has the same id in both links, and no answers in the students’'],
    ],
    'write a program that searches': [
      [`${HERE}forging.test.ts`, 'a code is verified although a program has searched for the settings'],
    ],
    'copy a friend’s settings': [
      [`${HERE}forging.test.ts`, 'a code is verified although the settings are those of a classmate'],
    ],
    'see a lesson’s run first': [
      [`${HERE}forging.test.ts`, 'a code is verified although its predictions are the values of the run'],
    ],
    'claim any time': [
      [
        `${HERE}forging.test.ts`,
        'the course of the work is what the browser says, and the table shows it as a claim',
      ],
    ],
    'make a code before': [
      [`${HERE}forging.test.ts`, 'a code is the same on any day'],
      [
        `${HERE}word.test.ts`,
        'the teacher’s word finds the students of codes, and flags a code that was prepared without it',
      ],
    ],
    'edit a code': [
      [`${HERE}forging.test.ts`, 'an edited code with a new checksum is a code'],
      [`${HERE}assignments.test.ts`, 'a code never decodes to another result after replacing a letter'],
    ],
  },
  'What’s prevented': {
    'Invented results': [
      [`${HERE}assignments.test.ts`, 'grading reports tampering with the digest and engine'],
    ],
    'Code in codes.': [
      [`${HERE}codes.fuzz.test.ts`, 'changed codes are read or reported as damaged'],
      [
        'e2e/collect.spec.ts',
        'codes come by paste and file, with duplicates and a hostile code, and stay after a reload',
      ],
    ],
    'Runs of days.': [
      [`${HERE}assignments.test.ts`, 'grading reports tampering with the fixed field'],
      [
        `${HERE}repeat.test.ts`,
        'grading refuses runs of days without a run, and grades the others',
        'grading ends allowed runs that are much longer than the assignment’s, after all others',
      ],
    ],
    'Others’ grades.': [
      [
        `${HERE}hostile.test.ts`,
        'a classmate’s name next to a code flags only the row of the one who wrote it',
        'a code that is made in a classmate’s name never replaces a better one without a word, and the teacher can choose',
      ],
    ],
    'Names in class links.': [
      [
        `${HERE}classLink.test.ts`,
        'a class link has every answer of the class, without its order',
        'a class link leaves out questions with few answers, and answers that no student can give',
      ],
    ],
    'Others’ pictures.': [
      [`${HERE}hostile.test.ts`, 'an answer outside of its question is refused with words and never drawn'],
    ],
    'Blocked files.': [
      [
        `${HERE}hostile.test.ts`,
        'one row with thousands of codes leaves the others alone',
        'one row with 2 MB of text leaves the others alone',
      ],
    ],
    'Old codes.': [
      [`${HERE}hostile.test.ts`, 'an assignment’s id made since refuses codes of old forms, with words'],
    ],
    'Formulas in the gradebook.': [
      ['web/lab/export/table.test.ts', 'writes no formula, whichever separator a spreadsheet reads'],
      [`${HERE}hostile.test.ts`, 'the CSV of grades has no formula under any separator'],
    ],
    'Reading names out of codes.': [
      [
        `${HERE}lessonWork.test.ts`,
        'the code of a lesson has at most 200 characters and gives the work back',
      ],
    ],
    'Requests.': [
      [
        'e2e/policy.spec.ts',
        'every page has the policy, which allows no other sources',
        'the policy is in force',
      ],
    ],
    'Links in QR codes.': [
      [
        'e2e/collect.spec.ts',
        'a camera shows what is wrong with a code that is no result, and axe finds no violations',
      ],
    ],
    'Not prevented is framing': [
      [
        'scripts/check/workflows.test.mjs',
        'the image serves the same media types as the tests, and allows frames',
      ],
    ],
  },
};

/** The points of a section: items of lists, rows of tables, and paragraphs that begin with "Not prevented". */
function pointsOf(section: string): string[] {
  return section
    .split(/\n(?=\* |\| |\n)/)
    .map((block) => block.trim().replaceAll(/\s*\n\s*/g, ' '))
    .filter((block) => /^(?:\* |\| (?!A student can)|Not prevented)/.test(block))
    .map((block) =>
      block
        .replace(/^[*|] /, '')
        .replaceAll('**', '')
        .replaceAll("'", '’'),
    );
}

it('every point of docs/threats.md names its test', () => {
  const text = readFileSync(join(ROOT, 'docs/threats.md'), 'utf8').replaceAll('\r\n', '\n');
  const sections = new Map(
    text.split(/^## /m).map((part): [string, string] => {
      const [title = '', ...rest] = part.split('\n');
      return [title.replaceAll("'", '’'), rest.join('\n')];
    }),
  );
  for (const [title, tests] of Object.entries(TESTS)) {
    const points = pointsOf(sections.get(title) ?? '');
    const testOf = (point: string) => Object.keys(tests).filter((begins) => point.startsWith(begins));
    for (const point of points) expect(testOf(point), point).toHaveLength(1);
    expect(points.flatMap(testOf), title).toEqual(Object.keys(tests));
    for (const [file, ...titles] of Object.values(tests).flat()) {
      const code = readFileSync(join(ROOT, file), 'utf8');
      for (const one of titles)
        expect(
          ['it', 'test'].some((call) => new RegExp(`\\b${call}\\(\\s*(['"\`])${escaped(one)}\\1`).test(code)),
          `${file}: ${one}`,
        ).toBe(true);
    }
  }
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
