/** Makes a claim: words of the text, and the result that makes them true. The run's verdict follows each change. */
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../base/words/words';
import { RELATION_WORDS } from '../../lessons/copy/compile';
import { type OwnClaim, RELATIONS, type Relation } from '../../lessons/copy/format';
import { inLessonUnit } from '../../lessons/rates';
import { onceAvailable } from '../../lessons/runs';
import { type Measure, measuresOf } from '../../run/measures';
import { MeasureOptions } from '../../sweep/MeasureOptions';
import { useAuthor } from './author';
import { ownResult } from './check';
import './Author.css';

interface Props {
  /** The words that were selected; empty for none. */
  words: string;
  insert(words: string, claim: OwnClaim): void;
  close(): void;
}

/** The metric that a new claim begins with, if the run has it. */
const FIRST_METRIC = 'goodput_bytes_per_s';

export function ClaimForm({ words: chosen, insert, close }: Props) {
  const { runs, lesson } = useAuthor();
  const group = useId();
  const first = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState(chosen);
  const [run, setRun] = useState('');
  const [metric, setMetric] = useState('');
  const [relation, setRelation] = useState<Relation>('printed');
  const [than, setThan] = useState('');
  useEffect(() => first.current?.focus(), []);
  const arms = Object.entries(lesson.experiments).flatMap(([experiment, one]) =>
    (runs?.armsOf(experiment) ?? []).flatMap(([arm, { scenario }]) => {
      if (one.kind !== 'runs') return [];
      const title = `${one.title}: ${one.arms[arm]?.label ?? arm}`;
      return [{ key: `${experiment}/${arm}`, experiment, arm, title, scenario }];
    }),
  );
  const chosenRun = arms.find(({ key }) => key === run) ?? arms[0];
  if (chosenRun === undefined) return <p className="words">{t('Waiting for the lesson’s runs …')}</p>;
  const measures = measuresOf(chosenRun.scenario).map(inLessonUnit);
  const measure =
    measures.find(({ name }) => name === metric) ??
    measures.find(({ name }) => name.endsWith(FIRST_METRIC)) ??
    measures[0];
  if (measure === undefined) return null;
  const other = arms.find(({ key }) => key === than);
  const number = Number(than);
  const claim: OwnClaim | null =
    relation !== 'printed' && other === undefined && (than.trim() === '' || !Number.isFinite(number))
      ? null
      : {
          experiment: chosenRun.experiment,
          arm: chosenRun.arm,
          metric: measure.name,
          relation,
          unit: measure.display.unit,
          size: measure.display.size,
          ...(relation !== 'printed' && {
            than:
              other === undefined
                ? number
                : { experiment: other.experiment, arm: other.arm, metric: measure.name },
          }),
        };
  const result = claim && runs && onceAvailable(() => ownResult(claim, words, runs.runs));
  return (
    <fieldset className="author-claim">
      <legend>{t('A claim')}</legend>
      <label>
        {t('Words of the text')}{' '}
        <input
          ref={first}
          type="text"
          value={words}
          maxLength={300}
          placeholder={measure.display.unit === '' ? '3' : `12.3 ${measure.display.unit}`}
          onChange={({ target }) => setWords(target.value)}
        />
      </label>
      <label>
        {t('Run')}{' '}
        <select value={chosenRun.key} onChange={({ target }) => setRun(target.value)}>
          {arms.map(({ key, title }) => (
            <option key={key} value={key}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <MetricSelect measures={measures} value={measure.name} choose={setMetric} />
      <label>
        {t('It')}{' '}
        <select value={relation} onChange={({ target }) => setRelation(target.value as Relation)}>
          {RELATIONS.map((one) => (
            <option key={one} value={one}>
              {RELATION_WORDS[one]()}
            </option>
          ))}
        </select>
      </label>
      {relation !== 'printed' && (
        <>
          <label>
            {t('this number, or another run')}{' '}
            <input
              type="text"
              inputMode="decimal"
              list={group}
              value={than}
              aria-invalid={claim === null}
              onChange={({ target }) => setThan(target.value)}
            />
          </label>
          <datalist id={group}>
            {arms
              .filter(({ key }) => key !== chosenRun.key)
              .map(({ key, title }) => (
                <option key={key} value={key} label={title} />
              ))}
          </datalist>
        </>
      )}
      <p className="author-verdict" data-state={result == null ? 'waiting' : String(result[0])} role="status">
        {result?.[1] ?? ''}
      </p>
      <p className="ask-actions">
        <button
          type="button"
          className="primary"
          disabled={claim === null || words.trim() === ''}
          onClick={() => claim && insert(words.trim(), claim)}
        >
          {t('Insert the claim')}
        </button>
        <button type="button" className="quiet" onClick={close}>
          {t('Cancel')}
        </button>
      </p>
    </fieldset>
  );
}

interface MetricProps {
  measures: readonly Measure[];
  value: string;
  choose(name: string): void;
}

function MetricSelect({ measures, value, choose }: MetricProps) {
  return (
    <label>
      {t('Metric')}{' '}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        <MeasureOptions measures={measures} />
      </select>
    </label>
  );
}
