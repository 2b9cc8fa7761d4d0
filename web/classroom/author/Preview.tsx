/** The copy as students see it, with everything that waits for a prediction already shown. */
import { type RefObject, Suspense, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { allBlocks, type LessonCopy } from '../../lessons/copy/format';
import { type CopyBase, lessonOfCopy } from '../../lessons/copy/openCopy';
import { LessonText } from '../../lessons/LessonText';
import { LessonSession, LessonSessionProvider } from '../../lessons/lessonSession';
import { PARTS } from '../../lessons/parts';
import { forgetProgress } from '../../lessons/progress';
import { NarrowStageContext } from '../../lessons/stage/narrow';
import { Boundary } from '../../ui/Boundary';
import type { CopyRuns } from './copyRuns';
import './Author.css';

interface Props {
  copy: LessonCopy;
  base: CopyBase;
  runs: CopyRuns | null;
  /** The place of the block that is edited, among all blocks. */
  edited: number;
}

/** The part of the preview's height above the block that is edited: the stage's picture has it. */
const ABOVE = 0.62;

export function Preview({ copy, base, runs, edited }: Props) {
  const place = useRef<HTMLElement>(null);
  useFollowing(place, copy, edited);
  const opened = useMemo(() => lessonOfCopy(copy, base), [copy, base]);
  // Texts change without a new session, so that pictures go on.
  const key = structureOf(copy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the structure makes another session
  const session = useMemo(() => {
    const made = new LessonSession({
      ...opened,
      about: { ...opened.about, name: `preview-${copy.id}` },
    });
    made.uncovered.set(new Set(Object.keys(opened.lesson.predictions)));
    return made;
  }, [key]);
  useEffect(() => () => forgetProgress(`preview-${copy.id}`), [copy.id]);
  return (
    <section className="author-preview" aria-label={t('Preview')} ref={place}>
      {runs && <RunsInto key={key} runs={runs} session={session} />}
      <LessonSessionProvider value={session} key={key}>
        <div className="lesson author-lesson">
          <header className="lesson-head">
            <h2>{copy.title}</h2>
            <p className="lesson-question">{copy.question}</p>
          </header>
          <Boundary name={t('This preview')}>
            <Suspense>
              <NarrowStageContext value={true}>
                <article className="lesson-text">
                  <LessonText text={opened.text} parts={PARTS} />
                </article>
              </NarrowStageContext>
            </Suspense>
          </Boundary>
        </div>
      </LessonSessionProvider>
    </section>
  );
}

/** Scrolls the preview to the block that is edited, or to what follows a text. */
function useFollowing(place: RefObject<HTMLElement | null>, copy: LessonCopy, edited: number): void {
  const follow = useEffectEvent(() => {
    const preview = place.current;
    const blocks = allBlocks(copy.blocks);
    const shown = blocks.slice(edited).find((block) => 'id' in block && block.kind !== 'part');
    if (preview === null || edited < 0 || shown === undefined || !('id' in shown)) return;
    const name = shown.kind === 'step' ? 'stage-step' : shown.kind;
    const target = preview.querySelector(`[data-${name}="${CSS.escape(shown.id)}"]`);
    if (target === null || preview.scrollHeight <= preview.clientHeight) return;
    const top = target.getBoundingClientRect().top - preview.getBoundingClientRect().top;
    preview.scrollTop += top - ABOVE * preview.clientHeight;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows another block
  useEffect(() => follow(), [edited]);
}

/** Gives the page's runs to the preview, so that its claims needn't wait for their pictures. */
function RunsInto({ runs, session }: { runs: CopyRuns; session: LessonSession }) {
  const updates = useObservable(runs.updates);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new runs are handed over
  useEffect(() => {
    for (const [experiment, { kind }] of Object.entries(session.opened.lesson.experiments)) {
      if (kind !== 'runs' || !runs.isReady(experiment)) continue;
      for (const [arm] of runs.armsOf(experiment))
        session.addOriginalRun(experiment, arm, runs.runs.of(experiment, arm));
    }
  }, [updates, runs, session]);
  return null;
}

/** A text that changes with everything but texts and the order of blocks. */
function structureOf({ id, settings, claims, blocks }: LessonCopy): string {
  const parts: string[] = [];
  const visit = (all: LessonCopy['blocks']) => {
    for (const block of all) {
      if ('blocks' in block) visit(block.blocks);
      else if (block.kind === 'step') parts.push(JSON.stringify([block.id, block.controls]));
      else if ('id' in block) parts.push(JSON.stringify(block));
    }
  };
  visit(blocks);
  return JSON.stringify([id, settings, claims, parts.sort()]);
}
