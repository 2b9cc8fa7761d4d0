/** The step after a run that compares the room's answers with it. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { rightAnswer } from '../../lessons/answers';
import type { Prediction } from '../../lessons/lesson';
import type { LessonSession } from '../../lessons/lessonSession';
import { DrawnCurve } from '../../lessons/parts/DrawnCurve';
import { inWords } from '../../lessons/parts/Predict';
import { onceAvailable } from '../../lessons/runs';
import { runsCurve } from '../../lessons/runsCurve';
import type { LanguageAttributes } from '../../ui/InEnglish';
import { Bars, shares } from './Bars';
import { allHands, countClose, type Hands, mostWrong, NO_HANDS, roomIn } from './hands';
import { DotPlot } from './Numbers';
import { wholeCurve } from './RoomPredict';
import { focusOn } from './stage';
import '../../lessons/lesson.css';

export function RoomOutcome({ session, id }: { session: LessonSession; id: string }) {
  useObservable(session.runUpdates);
  const hands = useObservable(roomIn(session.opened.about.name))[id] ?? NO_HANDS;
  const place = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    if (place.current) focusOn(place.current);
  }, []);
  const { lesson, language } = session.opened;
  const prediction = lesson.predictions[id];
  if (prediction === undefined) return null;
  const right = onceAvailable(() => rightAnswer(prediction, session.runs));
  const why = onceAvailable(() =>
    typeof prediction.why === 'string' ? prediction.why : prediction.why(session.runs),
  );
  return (
    <main className="presenting-outcome lesson" ref={place} data-outcome={id} aria-labelledby={heading}>
      <div className="ask room">
        <p className="ask-kind">{t('The room and the run')}</p>
        <p className="question" id={heading} {...language}>
          {prediction.question}
        </p>
        <RoomAnswers {...{ session, prediction, hands, right, language }} />
        <div className="verdict" role="status">
          {right === null || why === null ? (
            <p>{t('The run hasn’t finished. Go back one step to see it.')}</p>
          ) : (
            <>
              <p>
                <b>{verdictOf(prediction, hands, right)}</b>
              </p>
              {prediction.kind === 'choice' && (
                <CommonMistake {...{ prediction, hands, right: String(right) }} />
              )}
              <p {...language}>{why}</p>
            </>
          )}
        </div>
      </div>
    </main>
  );
}

type Right = ReturnType<typeof rightAnswer>;

interface RoomAnswersProps {
  session: LessonSession;
  prediction: Prediction;
  hands: Hands;
  right: Right | null;
  language: LanguageAttributes;
}

function RoomAnswers({ session, prediction, hands, right, language }: RoomAnswersProps): ReactNode {
  switch (prediction.kind) {
    case 'choice':
      return <Bars prediction={prediction} hands={hands} right={right === null ? null : String(right)} />;
    case 'number':
      return (
        <DotPlot
          prediction={prediction}
          numbers={hands.numbers}
          right={right === null ? null : Number(right)}
        />
      );
    case 'draw':
      return (
        <DrawnCurve
          prediction={prediction}
          drawn={wholeCurve(hands, prediction.y.from)}
          truth={onceAvailable(() => runsCurve(session.opened.lesson, prediction, session.runs))}
          label={prediction.question}
          language={language}
        />
      );
  }
}

/** Describes how many answers are right; empty for curves. */
function verdictOf(prediction: Prediction, hands: Hands, right: Right): string {
  const answer = inWords(prediction, right);
  switch (prediction.kind) {
    case 'choice': {
      const all = allHands(hands);
      if (all === 0) return t('The run shows: “{answer}”.', { answer });
      const count = hands.counts[String(right)] ?? 0;
      return t('{count} of {all} chose what the run shows: “{answer}”.', { ...shares(count, all), answer });
    }
    case 'number': {
      const all = hands.numbers.length;
      if (all === 0) return t('The run shows {answer}.', { answer });
      const count = countClose(hands, prediction, Number(right));
      return t('The run shows {answer}. {count} of {all} came close.', { ...shares(count, all), answer });
    }
    case 'draw':
      return '';
  }
}

/** Feedback for the most common wrong choice. */
function CommonMistake(props: {
  prediction: Extract<Prediction, { kind: 'choice' }>;
  hands: Hands;
  right: string;
}) {
  const { prediction, hands, right } = props;
  const wrong = mostWrong(hands, right);
  const instead = wrong === null ? undefined : prediction.instead?.[wrong];
  if (wrong === null || instead === undefined) return null;
  const chose = t('{count} of {all} chose “{answer}”.', {
    ...shares(hands.counts[wrong] ?? 0, allHands(hands)),
    answer: prediction.options[wrong] ?? wrong,
  });
  return (
    <p>
      {chose} {instead}
    </p>
  );
}
