/** A class's answers to a prediction: choices as bars, numbers as dots. Drawings are drawn over the student's own instead. */
import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Answer } from '../../lessons/answers';
import type { Prediction } from '../../lessons/lesson';
import { Bars } from '../presenting/Bars';
import { NO_HANDS } from '../presenting/hands';
import { DotPlot } from '../presenting/Numbers';
import { votes } from './classAnswers';

interface Props {
  prediction: Prediction;
  answers: readonly Answer[];
  /** The run's answer; null while it's hidden. */
  right: Answer | null;
}

export function ClassPicture({ prediction, answers, right }: Props) {
  switch (prediction.kind) {
    case 'choice':
      return (
        <Bars
          prediction={prediction}
          hands={{ ...NO_HANDS, counts: votes(answers), locked: true }}
          right={right === null ? null : String(right)}
        />
      );
    case 'number': {
      const numbers = answers.map(Number);
      const list = numbers.map((one) => formatPlain(one)).join(', ');
      return (
        <DotPlot
          prediction={prediction}
          numbers={numbers}
          right={right === null ? null : Number(right)}
          label={t('The class’s numbers: {list} {unit}', { list, unit: prediction.unit })}
        />
      );
    }
    case 'draw':
      return null;
  }
}
