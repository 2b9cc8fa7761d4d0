/** The controls of an experiment: only the fields that the lesson lets the student change. */
import { type ReactNode, useCallback } from 'react';
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Catalogue, FieldInfo, Scenario, Shape } from '../../engine/schema';
import { EditingProvider, useBenchEditing } from '../../lab/controls/editing';
import { Field } from '../../lab/controls/Field';
import { senderName } from '../../scenario/names';
import { at, fieldAt, isPreset, kindOf } from '../../scenario/path';
import { Marked } from '../../ui/InEnglish';
import { offers } from '../controls';
import type { Control } from '../lesson';
import { useLessonSession } from '../lessonSession';
import type { BenchGroup } from './benchGroup';
import { Choice } from './Choice';
import { PartsStrip } from './PartsStrip';
import '../PresetField.css';
import '../parts/Experiment.css';

interface Props {
  group: BenchGroup;
  controls: readonly Control[];
  /** Controls that aren't fields, before the others. */
  children?: ReactNode;
}

export function LessonControls({ group, controls, children }: Props) {
  const { begun, changed } = useObservable(group.state);
  const strip = controls.filter(({ part }) => part !== undefined);
  const others = controls.filter(({ part }) => part === undefined);
  const reset = (
    <button
      type="button"
      className="quiet"
      disabled={!changed}
      onClick={(event) => group.reset(event.timeStamp)}
    >
      {t('Reset')}
    </button>
  );
  return (
    <form className="lesson-controls" onSubmit={(event) => event.preventDefault()}>
      {strip.length > 0 ? <PartsStrip {...{ group, strip, begun, reset }} /> : reset}
      {children}
      {others.map((control) => (
        <fieldset
          key={control.path + (control.arms?.join() ?? '')}
          className="control-place"
          disabled={control.locked || !begun}
        >
          <OneControl group={group} control={control} />
        </fieldset>
      ))}
    </form>
  );
}

function OneControl({ group, control }: { group: BenchGroup; control: Control }) {
  const { path, arms = group.names } = control;
  // The first arm with the field represents all of them.
  const place = Math.max(
    0,
    group.names.findIndex((name, index) => {
      const scenario = group.benches[index]?.state.value.scenario;
      return arms.includes(name) && scenario && at(scenario, path) !== undefined;
    }),
  );
  const bench = group.benches[place] ?? group.benches[0];
  if (bench === undefined) return null;
  return <BenchControl {...{ group, control, bench }} />;
}

function BenchControl({
  group,
  control,
  bench,
}: {
  group: BenchGroup;
  control: Control;
  bench: BenchGroup['benches'][number];
}) {
  const scenario = usePart(bench.state, 'scenario');
  const { path, choices } = control;
  const edit = useCallback(
    (_: string, value: unknown, asked_at: number) => group.edit(control, value, asked_at),
    [group, control],
  );
  const editing = useBenchEditing(bench, edit);
  if (scenario === null || editing === null) return null;
  const { catalogue } = editing;
  const value = at(scenario, path);
  if (isPreset(path)) return <PresetChoice {...{ catalogue, control, value }} choose={edit} />;
  const field = fieldAt(catalogue, scenario, path);
  if (field === null) return null;
  if (field.shape.type === 'part' && choices !== undefined)
    return <KindChoice {...{ catalogue, scenario, control, group, set: field.shape.set }} />;
  if (choices !== undefined && control.words !== undefined)
    return <NamedChoice control={control} value={String(value)} choose={edit} />;
  const info = restrictedField(field, control);
  return (
    <EditingProvider value={editing}>
      <Field info={info} path={path} value={value} preset={undefined} />
    </EditingProvider>
  );
}

type Choose = (path: string, value: unknown, asked_at: number) => void;

interface PresetProps {
  catalogue: Catalogue;
  control: Control;
  value: unknown;
  choose: Choose;
}

function PresetChoice({ catalogue, control, value, choose }: PresetProps) {
  const { language } = useLessonSession().opened;
  const options = catalogue.presets.filter(({ name }) =>
    // A locked choice shows only its current value.
    control.locked ? name === value : offers(control, name),
  );
  return (
    <Choice
      path={control.path}
      label={control.label === undefined ? t('sender') : <Marked language={language}>{control.label}</Marked>}
      value={String(value)}
      options={options.map(({ name, doc }) => ({ value: name, words: senderName(name, catalogue), doc }))}
      choose={(next, at_ms) => choose(control.path, next, at_ms)}
    />
  );
}

interface KindProps {
  catalogue: Catalogue;
  scenario: Scenario;
  control: Control;
  group: BenchGroup;
  set: string;
}

function KindChoice({ catalogue, scenario, control, group, set }: KindProps) {
  const { language } = useLessonSession().opened;
  const { path, label } = control;
  const members = catalogue.parts[set]?.members.filter(({ kind }) => offers(control, kind)) ?? [];
  return (
    <Choice
      path={path}
      label={
        label === undefined ? (
          (catalogue.parts[set]?.title ?? set)
        ) : (
          <Marked language={language}>{label}</Marked>
        )
      }
      value={String(kindOf(at(scenario, path)))}
      options={members.map(({ kind, label, doc }) => optionOf(control, { value: kind, words: label, doc }))}
      choose={(next, at_ms) => group.choose(control, next, at_ms)}
    />
  );
}

/** A choice among values that the lesson names. */
function NamedChoice({ control, value, choose }: { control: Control; value: string; choose: Choose }) {
  const { language } = useLessonSession().opened;
  const { path, label, choices = [] } = control;
  return (
    <Choice
      path={path}
      label={<Marked language={language}>{label}</Marked>}
      value={value}
      options={choices.map((one) => optionOf(control, { value: one, words: one, doc: '' }))}
      choose={(next, at_ms) => choose(path, next, at_ms)}
    />
  );
}

interface Option {
  value: string;
  words: string;
  doc: string;
}

/** An option in the lesson's words, which need no sentence about it. */
function optionOf({ words }: Control, option: Option): Option {
  const own = words?.[option.value];
  return own === undefined ? option : { ...option, words: own, doc: '' };
}

/** A field with the lesson's label, and with its range or choices narrowed to those that the lesson offers. */
function restrictedField(field: FieldInfo, control: Control): FieldInfo {
  const { shape } = field;
  const { label, range, choices } = control;
  const narrowed: Shape =
    shape.type === 'number' && range !== undefined
      ? { ...shape, min: range[0], max: range[1] }
      : shape.type === 'choice' && choices !== undefined
        ? { ...shape, choices: shape.choices.filter(({ value }) => offers(control, value)) }
        : shape;
  return { ...field, label: label ?? field.label, shape: narrowed };
}
