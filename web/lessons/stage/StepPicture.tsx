/** The live picture of one step of a lesson, on pages without the lesson's text. */
import { useEffect, useState } from 'react';
import { Observable } from '../../base/observable';
import { t } from '../../base/words/words';
import type { OpenedLesson } from '../course';
import { LessonSession, LessonSessionProvider } from '../lessonSession';
import type { Marked } from '../parts/Stage';
import { StageView } from './StageView';
import type { StageSize } from './sizes';
import '../parts/Stage.css';

interface Props {
  opened: OpenedLesson;
  step: string;
  /** The point that the picture marks from the beginning. */
  point?: string | undefined;
  /** False if only the reader starts the run. */
  plays?: boolean;
  /** As in `StageView`. */
  wide?: StageSize;
}

export function StepPicture({ opened, step, point, plays = true, wide }: Props) {
  const [session] = useState(() => new LessonSession(opened));
  const [marked] = useState(() => new Observable<Marked | null>(null));
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (live && point !== undefined) marked.set({ point, pressed: true });
  }, [live, point, marked]);
  return (
    <LessonSessionProvider value={session}>
      <figure className="step-picture" aria-label={t('Live picture')} data-live={live}>
        <StageView id={step} marked={marked} ready={setLive} plays={plays} wide={wide} />
      </figure>
    </LessonSessionProvider>
  );
}
