/** The copy as students see it, with everything that waits for a prediction already shown. */
import { Suspense, useEffect, useMemo } from 'react';
import { useObservable } from '../base/observable';
import type { LessonCopy } from '../lessons/copy/format';
import { type CopyBase, lessonOfCopy } from '../lessons/copy/openCopy';
import { LessonSession, LessonSessionProvider } from '../lessons/lessonSession';
import { PARTS } from '../lessons/parts';
import { forgetProgress } from '../lessons/progress';
import { Boundary } from '../ui/Boundary';
import { t } from '../words/words';
import type { CopyRuns } from './copyRuns';
import './Author.css';

interface Props {
  copy: LessonCopy;
  base: CopyBase;
  runs: CopyRuns | null;
}

export function Preview({ copy, base, runs }: Props) {
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
  const { Text } = opened;
  const text = useMemo(() => <Text components={PARTS} />, [Text]);
  return (
    <section className="author-preview" aria-label={t('Preview')} data-structure={key.length}>
      {runs && <RunsInto key={key} runs={runs} session={session} />}
      <LessonSessionProvider value={session} key={key}>
        <div className="lesson author-lesson">
          <header className="lesson-head">
            <h2>{copy.title}</h2>
            <p className="lesson-question">{copy.question}</p>
          </header>
          <Boundary name={t('This preview')}>
            <Suspense>
              <article className="lesson-text">{text}</article>
            </Suspense>
          </Boundary>
        </div>
      </LessonSessionProvider>
    </section>
  );
}

/** Hands the runs of the page to the preview, so that its claims needn't wait for their pictures. */
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

/** What makes another lesson of the copy: everything but texts and the order of blocks. */
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
