/** Collects a room's prediction: raised hands for each choice, called-out numbers, or a curve that the presenter draws. */
import { useId } from 'react';
import { useObservable } from '../../base/observable';
import { plural, t } from '../../base/words/words';
import type { Prediction } from '../../lessons/lesson';
import { useLessonSession } from '../../lessons/lessonSession';
import { DrawnCurve, filled } from '../../lessons/parts/DrawnCurve';
import { Bars } from './Bars';
import { allHands, type Hands, hasAny, NO_HANDS, roomIn, setHands } from './hands';
import { CalledNumbers } from './Numbers';
import './stage.css';
import '../../lessons/parts/parts.css';

export function RoomPredict({ id }: { id: string }) {
  const { about, lesson, language } = useLessonSession().opened;
  const prediction = lesson.predictions[id];
  const hands = useObservable(roomIn(about.name))[id] ?? NO_HANDS;
  const heading = useId();
  if (prediction === undefined) return null;
  const change = (next: Hands) => setHands(about.name, id, next);
  const { locked } = hands;
  return (
    <section className="ask predict room" data-predict={id} data-locked={locked} aria-labelledby={heading}>
      <p className="ask-kind">{locked ? t('The room’s prediction') : t('What does the room predict?')}</p>
      <p className="question" id={heading} {...language}>
        {prediction.question}
      </p>
      <RoomInput {...{ prediction, hands, change }} />
      <div className="ask-actions">
        {locked ? (
          <button type="button" onClick={() => change({ ...hands, locked: false })}>
            {t('Unlock')}
          </button>
        ) : (
          <>
            <button
              type="button"
              className="primary"
              disabled={!hasAny(hands)}
              onClick={() => change({ ...hands, locked: true })}
            >
              {t('Lock')}
            </button>
            <button type="button" disabled={!hasAny(hands)} onClick={() => change(NO_HANDS)}>
              {t('Clear')}
            </button>
          </>
        )}
        <p className="room-count">{answerCount(prediction, hands)}</p>
      </div>
    </section>
  );
}

function answerCount(prediction: Prediction, hands: Hands): string {
  if (prediction.kind === 'choice') return plural(allHands(hands), '{n} vote', '{n} votes');
  if (prediction.kind === 'number') return plural(hands.numbers.length, '{n} number', '{n} numbers');
  return hands.locked ? t('Locked') : '';
}

interface RoomInputProps {
  prediction: Prediction;
  hands: Hands;
  change(hands: Hands): void;
}

function RoomInput({ prediction, hands, change }: RoomInputProps) {
  const { language } = useLessonSession().opened;
  switch (prediction.kind) {
    case 'choice':
      return <Bars {...{ prediction, hands, change }} />;
    case 'number':
      return <CalledNumbers {...{ prediction, hands, change }} />;
    case 'draw':
      return (
        <DrawnCurve
          prediction={prediction}
          drawn={heightsOf(hands)}
          {...(!hands.locked && {
            draw: (heights) =>
              change({ ...hands, curve: heights.map((one) => (Number.isNaN(one) ? null : one)) }),
          })}
          label={prediction.question}
          language={language}
        />
      );
  }
}

/** The drawn curve, with NaN in its gaps; null if nothing is drawn. */
export function heightsOf({ curve }: Hands): number[] | null {
  return curve === null ? null : curve.map((one) => one ?? Number.NaN);
}

/** The drawn curve without gaps; null if nothing is drawn. */
export function wholeCurve(hands: Hands, otherwise: number): number[] | null {
  const heights = heightsOf(hands);
  return heights === null ? null : filled(heights, otherwise);
}
