/** Files and links with a lesson's copy, randomly changed: each is shown, or refused with the places. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AS_TEXT, fuzz, refused, type Verdict } from '../../base/fuzz/fuzz';
import { mutateJson, mutateQuery, mutateText } from '../../base/fuzz/mutate';
import type { Random } from '../../base/fuzz/random';
import { checksOf } from '../../classroom/author/check';
import { LessonText } from '../LessonText';
import { LessonSession, LessonSessionProvider } from '../lessonSession';
import { PARTS } from '../parts';
import { NotYet, type Runs } from '../runs';
import { type Block, type LessonCopy, readCopy, writeCopy } from './format';
import { copyQuery, copyTextIn } from './link';
import { baseOf, type CopyBase, lessonOfCopy, newCopy, openCopy } from './openCopy';

const FOLDER = import.meta.dirname;

const notYet = () => {
  throw new NotYet();
};

/** No run has finished. */
const RUNS: Runs = { of: notYet, sweep: notYet, samples: notYet };

/** A copy with a block of each kind, changed questions, claims and settings. It's small, so that changes hit what matters. */
async function seeds(): Promise<LessonCopy[]> {
  const base = await baseOf('reading-a-trace');
  if (base === null) throw new Error('There is no lesson reading-a-trace.');
  const copy = newCopy(base, 'abcdefgh');
  const kinds = new Map<string, Block>();
  for (const block of copy.blocks) if (!kinds.has(block.kind)) kinds.set(block.kind, block);
  const claim = {
    experiment: 'alone',
    arm: 'reno',
    metric: 'flows.0.goodput_bytes_per_s',
    relation: 'printed',
    unit: 'KiB/s',
    size: 1024,
  } as const;
  const text = [
    ...['## A heading', '* an item with [75 KiB/s](claim:own-1) and [more](point:first-ack+claim:own-2)'],
    ...['| a | b |\n|---|---|\n| `c` | $x$ |', '**bold** *emphasis* [a link](https://example.org "title")'],
  ].join('\n\n');
  const changed: LessonCopy = {
    ...copy,
    blocks: [{ kind: 'text', text }, ...kinds.values()],
    claims: { 'own-1': claim, 'own-2': { ...claim, relation: 'below', than: 3 } },
    settings: { alone: { 'links.1.rate_bps': 800_000, seed: 2 } },
  };
  return [changed, { ...changed, blocks: changed.blocks.slice(0, 3), settings: {} }];
}

function mutate(text: string, other: string, random: Random): string {
  try {
    const copy = JSON.parse(text);
    const place = random.below(copy.blocks.length);
    const { text: words } = copy.blocks[place];
    if (typeof words === 'string' && random.chance(0.3)) {
      copy.blocks[place] = { ...copy.blocks[place], text: mutateText(words, words, random) };
      return JSON.stringify(copy);
    }
    if (random.chance(0.8)) return JSON.stringify(mutateJson(copy, JSON.parse(other), random)) ?? '';
  } catch {
    // It's no copy any more.
  }
  return mutateText(text, other, random);
}

/** Shows a copy as the authoring page and the student's page do. */
function show(copy: LessonCopy, base: CopyBase): void {
  for (const check of checksOf(copy, base, RUNS)) expect(check.result).not.toMatch(/\[object |undefined/);
  const opened = lessonOfCopy(copy, base);
  const session = new LessonSession(opened);
  session.uncovered.set(new Set(Object.keys(opened.lesson.predictions)));
  const html = renderToStaticMarkup(
    <LessonSessionProvider value={session}>
      <LessonText text={opened.text} parts={PARTS} />
    </LessonSessionProvider>,
  );
  // Only addresses of the web have a scheme.
  expect(html.match(/<(?:script|img|iframe|object|base)\b|\shref="(?!https?:)[^"/#]*:/)?.[0]).toBeUndefined();
}

async function check(text: string): Promise<Verdict> {
  const result = await openCopy(text);
  if ('problems' in result) {
    expect(result.problems.length).toBeGreaterThan(0);
    for (const { path, problem, allowed } of result.problems) {
      expect(path.length, path.slice(0, 300)).toBeLessThan(200);
      expect(allowed).not.toBe('');
      refused(problem);
    }
    return 'refused';
  }
  const { copy, base } = result;
  expect(readCopy(writeCopy(copy))).toEqual({ copy });
  // Drawing takes longest, so only some are drawn, the same ones each time.
  if (text.length % 4 === 0) show(copy, base);
  return 'accepted';
}

test('changed copies are shown, or refused with the place and what is allowed', async () => {
  const texts = (await seeds()).map((copy) => JSON.stringify(copy));
  await fuzz({ name: 'copies', folder: FOLDER, seeds: texts, mutate, check, ...AS_TEXT });
});

test('changed links to copies are read or refused', async () => {
  const queries = await Promise.all((await seeds()).map(async (copy) => `${await copyQuery(copy)}`));
  await fuzz({
    name: 'copy-links',
    folder: FOLDER,
    seeds: queries,
    mutate: mutateQuery,
    check: async (query) => {
      try {
        const text = await copyTextIn(new URLSearchParams(query));
        return text === null ? 'refused' : 'accepted';
      } catch (error) {
        return refused((error as Error).message);
      }
    },
    ...AS_TEXT,
  });
});
