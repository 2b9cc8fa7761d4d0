/** The scenario of an experiment, which the author changes by the bench's own fields, and the fields that students may change. */
import { useState } from 'react';
import { t } from '../../base/words/words';
import { MOST_CONTROLS } from '../../lessons/copy/format';
import type { Control } from '../../lessons/lesson';
import type { Atom } from '../../scenario/changes';
import { fieldsOf, rangeInWords, type SweepField } from '../../scenario/fields';
import { FieldPicker } from '../../sweep/FieldPicker';
import { useAuthor } from './author';
import type { Keyed } from './state';
import './Author.css';

interface Props {
  block: Extract<Keyed, { kind: 'step' | 'experiment' }>;
  /** The experiment's id. */
  id: string;
  /** The lesson's own controls; null if the experiment can have none. */
  controls: readonly Control[] | null;
}

export function ExperimentFields({ block, id, controls }: Props) {
  const { runs, copy, base } = useAuthor();
  const [open, setOpen] = useState(false);
  const [, opened] = runs?.armsOf(id)[0] ?? [];
  const catalogue = runs?.catalogue ?? null;
  const experiment = base.lesson.experiments[id];
  const failure = runs?.failureOf(id) ?? '';
  const settings = copy.settings[id] ?? {};
  const count = Object.keys(settings).length;
  return (
    <details className="author-scenario" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('Scenario and controls: {title}', { title: experiment?.title ?? id })}
        {count > 0 && ` ${t('({count} changed)', { count })}`}
      </summary>
      {failure !== '' && (
        <p className="wrong" role="alert">
          {t('This scenario can’t run: {why}', { why: failure })}
        </p>
      )}
      {open &&
        (opened === undefined || catalogue === null ? (
          failure === '' ? (
            <p className="words">{t('Waiting for the lesson’s runs …')}</p>
          ) : (
            <Settings id={id} fields={[]} />
          )
        ) : (
          <>
            <Settings id={id} fields={fieldsOf(opened.scenario, catalogue)} />
            {controls !== null && (
              <Controls block={block} own={controls} fields={fieldsOf(opened.scenario, catalogue)} />
            )}
          </>
        ))}
    </details>
  );
}

/** The changed fields of a scenario. They apply to all runs of the experiment and to all its pictures. */
function Settings({ id, fields }: { id: string; fields: readonly SweepField[] }) {
  const { copy, updateCopy } = useAuthor();
  const settings = copy.settings[id] ?? {};
  const set = (next: Readonly<Record<string, Atom>>, about = '') =>
    updateCopy({ settings: { ...copy.settings, [id]: next } }, about);
  return (
    <>
      <ul className="author-settings">
        {Object.entries(settings).map(([path, value]) => {
          const field = fields.find((one) => one.path === path);
          return (
            <li key={path}>
              <SettingField
                field={field}
                path={path}
                value={value}
                change={(next) => set({ ...settings, [path]: next }, `setting ${id} ${path}`)}
              />
              <button
                type="button"
                aria-label={t('Reset {field}', { field: field?.pathInWords ?? path })}
                onClick={() =>
                  set(Object.fromEntries(Object.entries(settings).filter(([one]) => one !== path)))
                }
              >
                ✕
              </button>
            </li>
          );
        })}
      </ul>
      {fields.length > 0 && (
        <FieldPicker
          key={Object.keys(settings).join()}
          label={t('Change a field of the scenario')}
          fields={fields.filter(({ path }) => !(path in settings))}
          path=""
          choose={({ path, value }) => set({ ...settings, [path]: value })}
          problem={undefined}
        />
      )}
    </>
  );
}

interface SettingProps {
  field: SweepField | undefined;
  path: string;
  value: Atom;
  change(value: Atom): void;
}

function SettingField({ field, path, value, change }: SettingProps) {
  const { shape = null, words = [] } = field ?? {};
  const label = field?.pathInWords ?? path;
  // While a number is typed, its text may not be one yet.
  const [typed, setTyped] = useState(String(value));
  if (words.length > 0)
    return (
      <label>
        {label}{' '}
        <select
          value={String(value)}
          onChange={({ target }) => change(words[0] === 'false' ? target.value === 'true' : target.value)}
        >
          {words.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    );
  const number = Number(typed);
  const allowed = (one: number) =>
    Number.isFinite(one) &&
    (shape === null || (one >= shape.min && one <= shape.max && (!shape.integer || Number.isInteger(one))));
  const wrong = typed.trim() === '' || !allowed(number);
  return (
    <label>
      {label}{' '}
      <input
        type="text"
        inputMode="decimal"
        value={wrong || Number(typed) === Number(value) ? typed : String(value)}
        aria-invalid={wrong}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = Number(target.value);
          if (target.value.trim() !== '' && allowed(next)) change(next);
        }}
      />{' '}
      <span className={wrong ? 'wrong' : 'words'}>
        {shape !== null &&
          (wrong ? t('Allowed: {range}.', { range: rangeInWords(shape) }) : rangeInWords(shape))}
      </span>
    </label>
  );
}

interface ControlsProps {
  block: Props['block'];
  own: readonly Control[];
  fields: readonly SweepField[];
}

/** The fields that students may change here: those of the lesson, and others that the author adds. */
function Controls({ block, own, fields }: ControlsProps) {
  const { update } = useAuthor();
  const paths = own.map(({ path }) => path);
  const chosen = block.controls ?? paths;
  const offered = [...new Set([...paths, ...chosen])];
  const set = (controls: readonly string[]) => update(block.key, { controls });
  const labelOf = (path: string) =>
    own.find((control) => control.path === path)?.label ??
    fields.find((field) => field.path === path)?.pathInWords ??
    path;
  return (
    <fieldset className="author-controls">
      <legend>{t('Students can change')}</legend>
      {offered.map((path) => (
        <label key={path}>
          <input
            type="checkbox"
            checked={chosen.includes(path)}
            onChange={({ target }) =>
              set(target.checked ? [...chosen, path] : chosen.filter((one) => one !== path))
            }
          />{' '}
          {labelOf(path)}
        </label>
      ))}
      {offered.length === 0 && <p className="words">{t('Nothing yet.')}</p>}
      {chosen.length < MOST_CONTROLS && (
        <FieldPicker
          key={offered.join()}
          label={t('Let students change another field')}
          fields={fields.filter(({ path }) => !offered.includes(path))}
          path=""
          choose={({ path }) => set([...chosen, path])}
          problem={undefined}
        />
      )}
    </fieldset>
  );
}
