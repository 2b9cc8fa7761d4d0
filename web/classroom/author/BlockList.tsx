/** The blocks of a copy, each with its fields and the buttons to move, remove and add. */
import type { FocusEvent, KeyboardEvent } from 'react';
import { t } from '../../base/words/words';
import { LONGEST_NAME } from '../../lessons/copy/format';
import type { Prediction } from '../../lessons/lesson';
import { useAuthor } from './author';
import { blockTitle } from './blockTitle';
import { ExperimentFields } from './ExperimentFields';
import { freeId, insideOf, type Keyed } from './state';
import { TextFields } from './TextFields';
import './Author.css';

export function BlockList({ blocks }: { blocks: readonly Keyed[] }) {
  return (
    <ol className="author-blocks">
      {blocks.map((block, place) => (
        <BlockItem key={block.key} block={block} first={place === 0} last={place === blocks.length - 1} />
      ))}
    </ol>
  );
}

function BlockItem({ block, first, last }: { block: Keyed; first: boolean; last: boolean }) {
  const { numberOf, move, remove, add, edit } = useAuthor();
  const { key } = block;
  const title = blockTitle(block, numberOf(key));
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    event.stopPropagation();
    move(key, by);
  };
  const onFocus = (event: FocusEvent) => {
    event.stopPropagation();
    edit(key);
  };
  return (
    <li
      className="author-block"
      data-key={key}
      data-kind={block.kind}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      <div className="author-block-head">
        <h2>{title}</h2>
        <span>
          <button
            type="button"
            aria-label={t('Move up: {block}', { block: title })}
            aria-disabled={first}
            onClick={() => move(key, -1)}
          >
            ↑
          </button>
          <button
            type="button"
            aria-label={t('Move down: {block}', { block: title })}
            aria-disabled={last}
            onClick={() => move(key, 1)}
          >
            ↓
          </button>
          <button
            type="button"
            aria-label={t('Remove: {block}', { block: title })}
            onClick={() => remove(key)}
          >
            ✕
          </button>
        </span>
      </div>
      <Fields block={block} title={title} />
      <button
        type="button"
        className="quiet"
        aria-label={t('Add text after: {block}', { block: title })}
        onClick={() => add(key)}
      >
        {t('+ Text')}
      </button>
    </li>
  );
}

function Fields({ block, title }: { block: Keyed; title: string }) {
  const { lesson, base, update } = useAuthor();
  const inside = insideOf(block);
  switch (block.kind) {
    case 'text':
    case 'reading':
    case 'note':
      return <TextFields block={block} title={title} />;
    case 'step': {
      const step = base.lesson.steps[block.id];
      return (
        <>
          <TextFields block={block} title={title} />
          {step && <ExperimentFields block={block} id={step.experiment} controls={step.controls ?? []} />}
        </>
      );
    }
    case 'experiment': {
      const experiment = base.lesson.experiments[block.id];
      if (experiment === undefined) return null;
      const shown = lesson.experiments[block.id] ?? experiment;
      return (
        <>
          <Line
            label={t('Title')}
            value={shown.title}
            most={LONGEST_NAME}
            change={(title) => update(block.key, { title })}
            title={title}
          />
          <Line
            label={t('Hint above the experiment')}
            value={shown.look}
            change={(look) => update(block.key, { look })}
            title={title}
          />
          <ExperimentFields
            block={block}
            id={block.id}
            controls={experiment.kind === 'runs' ? (experiment.controls ?? []) : null}
          />
        </>
      );
    }
    case 'predict': {
      const prediction = lesson.predictions[block.id];
      return prediction === undefined ? null : <PredictionFields {...{ block, prediction, title }} />;
    }
    case 'check':
      return (
        <Line
          label={t('Task')}
          value={lesson.checks[block.id]?.task ?? ''}
          change={(task) => update(block.key, { task })}
          title={title}
        />
      );
    case 'fold':
      return (
        <>
          <Line
            label={t('Question on it')}
            value={block.question}
            most={2 * LONGEST_NAME}
            change={(question) => update(block.key, { question })}
            title={title}
          />
          <BlockList blocks={inside ?? []} />
        </>
      );
    case 'notebook':
      return <BlockList blocks={inside ?? []} />;
    case 'part':
      return (
        <p className="words">
          {block.id === 'Beside'
            ? t('The table with the paper’s numbers next to those of the runs.')
            : t('A picture of this lesson. You can move or remove it.')}
        </p>
      );
  }
}

/** Most characters of the other texts of one line, which the format allows. */
const LONGEST_LINE = 1000;

interface LineProps {
  label: string;
  value: string;
  change(value: string): void;
  /** The block's name, for screen readers. */
  title: string;
  /** Characters that the format allows. */
  most?: number;
}

function Line({ label, value, change, title, most = LONGEST_LINE }: LineProps) {
  return (
    <label className="author-line">
      {label}{' '}
      <textarea
        rows={1}
        value={value}
        maxLength={most}
        aria-label={t('{field} of {block}', { field: label, block: title })}
        onChange={({ target }) => change(target.value)}
      />
    </label>
  );
}

interface PredictionProps {
  block: Keyed & { kind: 'predict' };
  prediction: Prediction;
  title: string;
}

/** The question and its options. The run decides which option is right. */
function PredictionFields({ block, prediction, title }: PredictionProps) {
  const { update, checksOf } = useAuthor();
  const { key } = block;
  const [answer] = checksOf(key).filter(({ kind }) => kind === 'answer');
  const options = prediction.kind === 'choice' ? prediction.options : null;
  const setOptions = (entries: readonly (readonly [string, string])[]) =>
    update(key, { options: Object.fromEntries(entries) });
  const entries = Object.entries(options ?? {});
  return (
    <>
      <Line
        label={t('Question')}
        value={prediction.question}
        change={(question) => update(key, { question })}
        title={title}
      />
      {options !== null && (
        <ul className="author-options">
          {entries.map(([id, words], place) => (
            <li key={id}>
              <Line
                label={t('Option {number}', { number: place + 1 })}
                value={words}
                change={(text) => setOptions(entries.map((one) => (one[0] === id ? [id, text] : one)))}
                title={title}
              />
              <button
                type="button"
                aria-label={t('Remove option {number} of {block}', { number: place + 1, block: title })}
                disabled={entries.length <= 2}
                onClick={() => setOptions(entries.filter((one) => one[0] !== id))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      {options !== null && (
        <button
          type="button"
          className="quiet"
          onClick={() => setOptions([...entries, [freeId(options), '']])}
        >
          {t('Add a wrong option')}
        </button>
      )}
      {answer && (
        <p className="author-verdict" data-state={answer.state} role="status">
          {answer.result}
        </p>
      )}
      <p className="words">{t('The run decides which answer is right.')}</p>
    </>
  );
}
