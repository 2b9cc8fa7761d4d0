/** One field of the scenario, rendered from its shape in the catalogue. */
import { memo, type ReactNode, useId } from 'react';
import { same } from '../base/same';
import type { FieldInfo, Problem } from '../engine/schema';
import { flowOfSender, kindOf } from '../scenario/path';
import { formatExact } from '../words/format';
import { t } from '../words/words';
import { firstSentence, readableName, useEditing } from './editing';
import { NumberField } from './NumberField';
import { PartField } from './PartField';
import './Field.css';

export interface FieldProps {
  info: FieldInfo;
  path: string;
  value: unknown;
  /** The default: the preset's value for fields of a sender, else the original scenario's; undefined if neither has one. */
  preset: unknown;
}

export const Field = memo(function Field({ info, path, value, preset }: FieldProps) {
  const { shape } = info;
  switch (shape.type) {
    case 'part':
      return <PartField info={info} set={shape.set} path={path} value={value} preset={preset} />;
    case 'object':
      return <Group fields={shape.fields} path={path} value={value} preset={preset} />;
    case 'boolean':
    case 'number':
    case 'choice':
      return <Row info={info} path={path} value={value} preset={preset} />;
    default:
      // Names and lists are edited as text, where a node and its links can be renamed together.
      return null;
  }
});

/** The fields of an object, each with its own value. */
export function Group(props: { fields: FieldInfo[]; path: string; value: unknown; preset: unknown }) {
  const { fields, path, value, preset } = props;
  const values = (value ?? {}) as Record<string, unknown>;
  const presets = (preset ?? {}) as Record<string, unknown>;
  return fields.map((info) => (
    <Field
      key={info.name}
      info={info}
      path={path === '' ? info.name : `${path}.${info.name}`}
      value={values[info.name]}
      preset={presets[info.name]}
    />
  ));
}

function Row({ info, path, value, preset }: FieldProps) {
  const { edit, problems } = useEditing();
  const doc = useId();
  const change = (next: unknown, at: number) => edit(path, next, at);
  const { shape, name } = info;
  const label = readableName(name);
  return (
    <div className={`field field-${shape.type}`} data-path={path} title={info.doc}>
      <span className="name">
        <code>{name}</code>
        <Difference path={path} value={value} preset={preset} />
      </span>
      {shape.type === 'number' && (
        <NumberField name={label} value={Number(value)} shape={shape} describedBy={doc} change={change} />
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
      {shape.type === 'choice' && (
        <select
          value={String(value)}
          aria-label={label}
          aria-describedby={doc}
          onChange={(event) => change(event.target.value, event.timeStamp)}
        >
          {shape.choices.map((choice) => (
            <option key={choice.value} value={choice.value} title={choice.doc}>
              {choice.value}
            </option>
          ))}
        </select>
      )}
      <span className="doc" id={doc}>
        {firstSentence(info.doc)}
      </span>
      <Problems problems={problems} path={path} />
    </div>
  );
}

/** Marks a value that differs from the preset's or the scenario's, and resets it. */
export function Difference({
  path,
  value,
  preset,
}: {
  path: string;
  value: unknown;
  preset: unknown;
}): ReactNode {
  const { edit } = useEditing();
  if (preset === undefined || same(value, preset)) return null;
  const original = kindOf(preset) ?? preset;
  const shown = typeof original === 'number' ? formatExact(original) : String(original);
  const presets = flowOfSender(path) !== null;
  const named = { field: path.split('.').at(-1) ?? '', value: shown };
  return (
    <button
      type="button"
      className="difference"
      title={
        presets
          ? t('The preset has {value}. Back to it.', { value: shown })
          : t('The scenario has {value}. Back to it.', { value: shown })
      }
      aria-label={
        presets
          ? t("{field}: back to the preset's {value}", named)
          : t("{field}: back to the scenario's {value}", named)
      }
      onClick={(event) => edit(path, preset, event.timeStamp)}
    >
      ↺ {shown}
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
