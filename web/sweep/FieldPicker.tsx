/** Chooses a field of the scenario: a search over people's words for it, and a list by link, sender and traffic. */
import { type ComponentProps, type KeyboardEvent, useId, useMemo, useState } from 'react';
import { t } from '../base/words/words';
import { firstSentence } from '../lab/controls/editing';
import type { SweepField } from '../scenario/fields';
import { useCombobox } from '../ui/combobox';
import { fieldName, fieldsNear, fullName, searchFields } from './vocabulary';
import { levelWithUnit } from './words';
import './FieldPicker.css';

interface Props {
  label: string;
  fields: readonly SweepField[];
  path: string;
  choose(field: SweepField): void;
  problem: string | undefined;
  /** Reports text that isn't a field yet; null when a field is chosen. */
  search?(text: string | null): void;
}

/** Longest list; typing more shortens it. */
const LISTED = 80;

export function FieldPicker({ label, fields, path, choose, problem, search }: Props) {
  const id = useId();
  const chosen = fields.find((field) => field.path === path);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const options = useMemo(() => byGroup(searchFields(fields, typed ?? '').slice(0, LISTED)), [fields, typed]);
  const noMatch = typed !== null && options.length === 0;

  const put = (text: string | null) => {
    setTyped(text);
    combobox.setActive(0);
    search?.(text);
  };
  const pick = (field: SweepField) => {
    put(null);
    setOpen(false);
    if (field.path !== path) choose(field);
  };
  const combobox = useCombobox({ options, choose: pick, open, show: () => setOpen(true) });
  const type = (text: string) => {
    // A whole name, as it's pasted or as scripts type it, needs no choice from the list.
    const exact = fields.find((field) => [field.pathInWords, field.path, fullName(field)].includes(text));
    if (exact !== undefined) return pick(exact);
    put(text.trim() === '' ? null : text);
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (open || typed !== null)) {
      event.preventDefault();
      put(null);
      setOpen(false);
    } else combobox.onKeyDown(event);
  };

  return (
    <div className="field-picker">
      <label htmlFor={`${id}-field`}>{label}</label>
      <input
        {...combobox.field}
        id={`${id}-field`}
        value={typed ?? (chosen ? fullName(chosen) : path)}
        placeholder={t('buffer, bandwidth, RTT, loss, alpha …')}
        aria-invalid={problem !== undefined || noMatch}
        aria-describedby={`${id}-doc`}
        onFocus={(event) => event.target.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      {open && options.length > 0 && (
        <div role="listbox" {...combobox.list} className="field-list" aria-label={label}>
          {options.map((field, place) => (
            <Option
              key={field.path}
              field={field}
              first={fieldName(options[place - 1] ?? field).group !== fieldName(field).group || place === 0}
              attributes={combobox.option(place)}
            />
          ))}
        </div>
      )}
      {noMatch ? (
        <Near fields={fieldsNear(fields, typed)} typed={typed} pick={pick} id={`${id}-doc`} />
      ) : (
        <p className="words" id={`${id}-doc`}>
          {chosen &&
            typed === null &&
            `${firstSentence(chosen.doc)} ${t('On the bench: {value}.', {
              value: levelWithUnit(chosen, chosen.value),
            })}`}
        </p>
      )}
      {problem !== undefined && !noMatch && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The fields with those of one group next to each other; the groups in the order of their best fields. */
function byGroup(found: readonly SweepField[]): SweepField[] {
  const groups = new Map<string, SweepField[]>();
  for (const field of found) {
    const { group } = fieldName(field);
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups.values()].flat();
}

interface OptionProps {
  field: SweepField;
  /** True for the first field of its group. */
  first: boolean;
  attributes: ComponentProps<'div'>;
}

function Option({ field, first, attributes }: OptionProps) {
  const { label, group } = fieldName(field);
  return (
    <>
      {first && (
        <span className="field-group" aria-hidden="true">
          {group}
        </span>
      )}
      <div role="option" tabIndex={-1} {...attributes} aria-label={fullName(field)}>
        <span>{label}</span>
        <code>{field.path.split('.').at(-1)}</code>
      </div>
    </>
  );
}

interface NearProps {
  id: string;
  fields: readonly SweepField[];
  typed: string;
  pick(field: SweepField): void;
}

/** Says that nothing matches, and offers the fields with the most similar names. */
function Near({ id, fields, typed, pick }: NearProps) {
  return (
    <div className="field-near" role="alert" id={id}>
      <p className="wrong">{t('No field matches “{typed}”. Did you mean:', { typed })}</p>
      {fields.map((field) => (
        <button key={field.path} type="button" onClick={() => pick(field)}>
          {fullName(field)}
        </button>
      ))}
    </div>
  );
}
