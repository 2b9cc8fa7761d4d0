/** One field of the scenario, rendered from its shape in the catalogue. */
import { memo, type ReactNode, useId, useState } from 'react';
import { same } from '../../base/same';
import { t } from '../../base/words/words';
import type { FieldInfo, Problem, Shape } from '../../engine/schema';
import { flowOfSender } from '../../scenario/path';
import { valueText } from '../../scenario/quantities';
import { firstSentence, useEditing } from './editing';
import { FieldDetails } from './FieldMenu';
import { Name } from './Name';
import { NumberField } from './NumberField';
import { PartField } from './PartField';
import './Field.css';

export interface FieldProps {
  info: FieldInfo;
  path: string;
  value: unknown;
  /** The default: the preset's value for fields of a sender, else the original scenario's; undefined if neither has one. */
  preset: unknown;
  /** For a part: which of its fields to show besides the choice of its kind. All of them if undefined. */
  inside?: 'none' | 'rest' | undefined;
}

export const Field = memo(function Field({ info, path, value, preset, inside }: FieldProps) {
  const { shape } = info;
  switch (shape.type) {
    case 'part':
      return (
        <PartField info={info} set={shape.set} path={path} value={value} preset={preset} inside={inside} />
      );
    case 'object':
      return <Group fields={shape.fields} path={path} value={value} preset={preset} />;
    case 'boolean':
    case 'number':
    case 'choice':
    case 'choice_or_number':
      return <Row info={info} path={path} value={value} preset={preset} />;
    default:
      // Names and lists are edited as text, where a node and its links can be renamed together.
      return null;
  }
});

interface GroupProps {
  fields: readonly FieldInfo[];
  path: string;
  value: unknown;
  preset: unknown;
}

/** The fields of an object, each with its own value. */
export function Group({ fields, path, value, preset }: GroupProps) {
  const values = (value ?? {}) as Record<string, unknown>;
  const presets = (preset ?? {}) as Record<string, unknown>;
  return (
    <>
      {fields.map((info) => (
        <Field
          key={info.name}
          info={info}
          path={path === '' ? info.name : `${path}.${info.name}`}
          value={values[info.name]}
          preset={presets[info.name]}
        />
      ))}
      {areCrossed(fields, values) && (
        <p className="crossed" role="status">
          {t('alpha is above beta, so the window is never held: it shrinks above beta and grows otherwise.')}
        </p>
      )}
    </>
  );
}

/** True for a lower threshold alpha above its upper threshold beta. Rules compare with beta first. */
export function areCrossed(fields: readonly { name: string }[], values: Record<string, unknown>): boolean {
  const has = (name: string) => fields.some((field) => field.name === name);
  return has('alpha') && has('beta') && Number(values.alpha) > Number(values.beta);
}

function Row({ info, path, value, preset }: FieldProps) {
  const { edit, problems } = useEditing();
  const doc = useId();
  const [open, setOpen] = useState(false);
  const change = (next: unknown, at: number) => edit(path, next, at);
  const { shape, label } = info;
  return (
    <div className="field" data-type={shape.type} data-path={path} data-open={open}>
      <Name label={label} code={info.name} />
      {shape.type === 'number' && (
        <NumberField
          name={label}
          value={Number(value)}
          usual={preset}
          shape={shape}
          describedBy={doc}
          change={change}
        />
      )}
      {shape.type === 'boolean' && (
        <input
          type="checkbox"
          checked={value === true}
          aria-label={label}
          aria-describedby={doc}
          onChange={(event) => change(event.target.checked, event.timeStamp)}
        />
      )}
      {'choices' in shape && (
        <select
          value={typeof value === 'number' ? NUMBER : String(value)}
          aria-label={label}
          aria-describedby={doc}
          onChange={({ target, timeStamp }) =>
            change(target.value === NUMBER ? firstNumber(shape, preset) : target.value, timeStamp)
          }
        >
          {shape.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
          {shape.type === 'choice_or_number' && <option value={NUMBER}>{t('A number')}</option>}
        </select>
      )}
      {shape.type === 'choice_or_number' && typeof value === 'number' && (
        <NumberField name={label} value={value} shape={shape.number} describedBy={doc} change={change} />
      )}
      <MenuButton label={label} open={open} toggle={() => setOpen(!open)} />
      <Difference info={info} path={path} value={value} preset={preset} />
      <span className="doc" id={doc}>
        {firstSentence(info.doc)}
      </span>
      {open && (
        <FieldDetails info={info} path={path} value={value} preset={preset} close={() => setOpen(false)} />
      )}
      <Problems problems={problems} path={path} />
    </div>
  );
}

/** The option for a number. No name of a choice is empty. */
const NUMBER = '';

/** The number that a field begins with when a number is chosen: the preset's or the scenario's, else the smallest one. */
function firstNumber(shape: Shape, preset: unknown): unknown {
  if (typeof preset === 'number') return preset;
  return shape.type === 'choice_or_number' ? shape.number.min : undefined;
}

/** The button that unfolds a field's explanation and actions. */
export function MenuButton(props: { label: string; open: boolean; toggle(): void }) {
  const { label, open, toggle } = props;
  return (
    <button
      type="button"
      className="row-menu"
      aria-expanded={open}
      aria-label={t('{field}: explanation and actions', { field: label })}
      onClick={toggle}
    >
      ⋯
    </button>
  );
}

/** Marks a value that differs from the preset's or the scenario's, and resets it. */
export function Difference({ info, path, value, preset }: Omit<FieldProps, 'inside'>): ReactNode {
  const { catalogue, edit } = useEditing();
  if (preset === undefined || same(value, preset)) return null;
  const presets = flowOfSender(path) !== null;
  const named = { field: info.label, value: valueText(preset, info.shape, catalogue) };
  const words = presets
    ? t('{field}: reset to the preset’s {value}', named)
    : t('{field}: reset to the scenario’s {value}', named);
  return (
    <button
      type="button"
      className="difference"
      title={words}
      aria-label={words}
      onClick={(event) => edit(path, preset, event.timeStamp)}
    >
      ↺
    </button>
  );
}

export function Problems({ problems, path }: { problems: Problem[]; path: string }) {
  return problems
    .filter((problem) => problem.path === path)
    .map(({ problem, allowed }) => (
      <span key={problem} className="wrong">
        {t('{problem}; allowed: {allowed}', { problem, allowed })}
      </span>
    ));
}
