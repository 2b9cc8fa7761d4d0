/** Form rows for a task's free fields and drawn fields; all other fields are fixed. */

import { useState } from 'react';
import { formatExact } from '../../base/words/format';
import { readExact } from '../../base/words/readExact';
import { t } from '../../base/words/words';
import { rangeInWords, type SweepField } from '../../scenario/fields';
import { FieldPicker } from '../../sweep/FieldPicker';
import { fullName } from '../../sweep/vocabulary';
import { ReadingInput } from '../../ui/ReadingInput';
import { type BenchTask, type DrawnField, type FreeField, MAX_FIELDS } from './assignment';
import type { Problems } from './problems';
import './TaskForm.css';

interface Props {
  task: BenchTask;
  change(task: Partial<BenchTask>): void;
  fields: readonly SweepField[];
  problems: Problems;
}

export function FieldRows({ task, change, fields, problems }: Props) {
  const { free, drawn } = task;
  const usedPaths = new Set([...free, ...drawn].map(({ path }) => path));
  const remove = (path: string) =>
    change({
      free: free.filter((one) => one.path !== path),
      drawn: drawn.filter((one) => one.path !== path),
    });
  const setFree = (next: FreeField) =>
    change({
      free: upsert(free, next),
      drawn: drawn.filter(({ path }) => path !== next.path),
    });
  const setDrawn = (next: DrawnField) =>
    change({
      drawn: upsert(drawn, next),
      free: free.filter(({ path }) => path !== next.path),
    });
  const row = (path: string, setting: { free?: FreeField; drawn?: DrawnField }) => {
    const field = fields.find((one) => one.path === path);
    const problem = problems.get(`field ${path}`);
    return (
      <li key={path} className="task-form-row" data-field={path}>
        <p>
          <b>{field ? fullName(field) : path}</b>{' '}
          {field?.shape && <span className="words">{rangeInWords(field.shape)}</span>}
        </p>
        <div className="task-form-parts">
          <label>
            {t('Students')}{' '}
            <select
              value={setting.drawn ? 'drawn' : 'free'}
              onChange={({ target }) =>
                target.value === 'drawn' && field !== undefined
                  ? setDrawn(defaultDraw(field))
                  : setFree(unrestricted(path))
              }
            >
              <option value="free">{t('can change it')}</option>
              {field?.shape && <option value="drawn">{t('each get another number')}</option>}
            </select>
          </label>
          {setting.free && field && <FreeFieldInputs setting={setting.free} field={field} set={setFree} />}
          {setting.drawn && <DrawnFieldInputs own={setting.drawn} set={setDrawn} />}
          <button
            type="button"
            aria-label={t('Lock {field}', { field: field ? fullName(field) : path })}
            onClick={() => remove(path)}
          >
            {t('Lock it')}
          </button>
        </div>
        {problem && <p className="wrong">{problem}</p>}
      </li>
    );
  };
  return (
    <fieldset className="task-form-part">
      <legend>{t('Unlocked fields')}</legend>
      {usedPaths.size === 0 && <p className="words">{t('All fields are locked.')}</p>}
      <ul className="task-form-rows">
        {free.map((setting) => row(setting.path, { free: setting }))}
        {drawn.map((setting) => row(setting.path, { drawn: setting }))}
      </ul>
      {usedPaths.size < MAX_FIELDS && (
        <FieldPicker
          key={usedPaths.size}
          label={t('Unlock a field')}
          fields={fields.filter(({ path }) => !usedPaths.has(path))}
          path=""
          choose={({ path, words, shape }) =>
            setFree({ path, choices: shape === null && words.length > 0 ? words : null, range: null })
          }
          problem={undefined}
        />
      )}
    </fieldset>
  );
}

function upsert<T extends { path: string }>(list: readonly T[], next: T): T[] {
  return list.some(({ path }) => path === next.path)
    ? list.map((one) => (one.path === next.path ? next : one))
    : [...list, next];
}

function unrestricted(path: string): FreeField {
  return { path, choices: null, range: null };
}

/** Initial settings of a drawn field: from half to twice its value, in about eight steps. */
function defaultDraw({ path, value, shape }: SweepField): DrawnField {
  const { min = 0, max = 0, integer = false } = shape ?? {};
  const now = Number(value);
  const from = Math.max(min, integer ? Math.round(now / 2) : now / 2);
  const to = Math.min(max, Math.max(2 * now, from + 1));
  const step = (to - from) / 8;
  return { path, from, to, step: integer ? Math.max(1, Math.floor(step)) : Number(step.toPrecision(2)) };
}

interface FreeProps {
  setting: FreeField;
  field: SweepField;
  set(next: FreeField): void;
}

function FreeFieldInputs({ setting, field, set }: FreeProps) {
  const { words, shape } = field;
  if (shape !== null) {
    const [from, to] = setting.range ?? [null, null];
    const setRange = (low: number | null, high: number | null) =>
      set({
        ...setting,
        range: low === null && high === null ? null : [low ?? shape.min, high ?? shape.max],
      });
    return (
      <>
        <NumberBox label={t('from')} value={from} change={(low) => setRange(low, to)} optional />
        <NumberBox label={t('to')} value={to} change={(high) => setRange(from, high)} optional />
      </>
    );
  }
  const chosen = setting.choices ?? words;
  if (words[0] === 'false') return null;
  return (
    <details className="task-form-choices">
      <summary>{t('{chosen} of {all} choices', { chosen: chosen.length, all: words.length })}</summary>
      <div>
        <button type="button" onClick={() => set({ ...setting, choices: [String(field.value)] })}>
          {t('Only the current value')}
        </button>
        {words.map((word) => (
          <label key={word}>
            <input
              type="checkbox"
              checked={chosen.includes(word)}
              onChange={({ target }) =>
                set({
                  ...setting,
                  choices: words.filter((one) => (one === word ? target.checked : chosen.includes(one))),
                })
              }
            />
            {word}
          </label>
        ))}
      </div>
    </details>
  );
}

function DrawnFieldInputs({ own: setting, set }: { own: DrawnField; set(next: DrawnField): void }) {
  return (
    <>
      <NumberBox
        label={t('from')}
        value={setting.from}
        change={(from) => set({ ...setting, from: from ?? 0 })}
      />
      <NumberBox label={t('to')} value={setting.to} change={(to) => set({ ...setting, to: to ?? 0 })} />
      <NumberBox
        label={t('in steps of')}
        value={setting.step}
        change={(step) => set({ ...setting, step: step ?? 0 })}
      />
    </>
  );
}

interface NumberBoxProps {
  label: string;
  value: number | null;
  /** Called with null if an optional field was emptied. */
  change(value: number | null): void;
  /** True if the field may be empty. */
  optional?: boolean;
}

/** A number input that keeps incomplete text until it is a valid number. */
export function NumberBox({ label, value, change, optional = false }: NumberBoxProps) {
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null);
  // If the number changes from outside, discard the typed text.
  const text =
    typed !== null && Object.is(typed.value, value) ? typed.text : value === null ? '' : formatExact(value);
  const read = (next: string) => (next.trim() === '' ? null : readExact(next));
  const number = read(text);
  const invalid = number === null ? !optional : !Number.isFinite(number);
  return (
    <span className="number-box">
      <ReadingInput
        label={label}
        typed={text}
        aria-invalid={invalid}
        onTyped={(input) => {
          const next = read(input);
          const isValid = next === null ? optional : Number.isFinite(next);
          setTyped({ text: input, value: isValid ? next : value });
          if (isValid) change(next);
        }}
      />
    </span>
  );
}
