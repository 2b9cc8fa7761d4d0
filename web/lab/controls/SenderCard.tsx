/** The chosen sender: its preset, the differences from it, and its components as switches. */
import { useId, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Catalogue, FieldInfo, Scenario } from '../../engine/schema';
import { codeNames } from './codeNames';
import { type Component, componentsOf } from './components';
import { Differing } from './Differing';
import { useEditing } from './editing';
import { Group, MenuButton } from './Field';
import { Name } from './Name';
import { SenderPicker } from './SenderPicker';
import './SenderCard.css';
import './controls.css';

type Preset = Catalogue['presets'][number];
type Sender = Scenario['flows'][number]['sender'];

interface Props {
  /** Path of the sender. */
  path: string;
  sender: Sender;
  preset: Preset | undefined;
  differing: readonly string[];
  /** Must keep its identity while the controls are for the same sender. */
  choose(name: string, at: number): void;
}

export function SenderCard({ path, preset, differing, choose }: Omit<Props, 'sender'>) {
  const { catalogue } = useEditing();
  const [open, setOpen] = useState(false);
  const title = preset?.title;
  const name = preset?.name;
  const coded = useObservable(codeNames);
  const label = useMemo(
    () => (
      <>
        <span className="visually-hidden">{t('Sender')}</span> <b>{title ?? t('Custom parts')}</b>{' '}
        {coded && <code>{name}</code>}
      </>
    ),
    [title, name, coded],
  );
  return (
    <div
      className="sender-card"
      data-tour="sender"
      data-path={`${path}.preset`}
      data-preset={name ?? ''}
      data-open={open}
    >
      <div className="sender-pick">
        <SenderPicker presets={catalogue.presets} label={label} chosen={name ?? null} choose={choose} />
        {preset && <MenuButton label={preset.title} open={open} toggle={() => setOpen(!open)} />}
      </div>
      {open && preset && (
        <p className="part-doc">
          {preset.doc} <cite>{preset.source}</cite>
        </p>
      )}
      {preset && differing.length > 0 && <Differing fields={differing} />}
    </div>
  );
}

/** The components that can be switched on and off in any sender. */
export function ComponentSwitches({ path, sender, preset }: Pick<Props, 'path' | 'sender' | 'preset'>) {
  const { catalogue } = useEditing();
  return componentsOf(sender, preset, catalogue).map(({ title, switches }) => (
    <fieldset key={title} className="components">
      <legend>{title}</legend>
      {switches.map((component) => (
        <Switch key={component.set} {...{ component, path, sender, preset }} />
      ))}
    </fieldset>
  ));
}

interface SwitchProps extends Pick<Props, 'path' | 'sender' | 'preset'> {
  component: Component;
}

export function Switch({ component, path, sender, preset }: SwitchProps) {
  const { catalogue, edit } = useEditing();
  const line = useId();
  const { set, label, on, other, instead } = component;
  const part = (sender as unknown as Record<string, { kind: string } | undefined>)[set];
  const member = catalogue.parts[set]?.members.find(({ kind }) => kind === part?.kind);
  const own = (preset?.sender as unknown as Record<string, { kind: string } | undefined> | undefined)?.[set];
  // Among another sender's parts, a component may act differently than at home.
  const added = on && own?.kind !== part?.kind && member;
  return (
    <div className="component" data-component={set} data-on={on}>
      <label>
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-describedby={line}
          onChange={(event) => edit(`${path}.${set}`, other, event.timeStamp)}
        />
        <Name label={label} code={part?.kind} />
      </label>
      <p id={line} className="instead">
        {on ? t('If off: {what}', { what: instead }) : t('Off: {what}', { what: instead })}
      </p>
      {added && <p className="instead">{member.doc}</p>}
      {on && member && (
        <Group
          fields={basicFields(member.fields)}
          path={`${path}.${set}`}
          value={part}
          preset={own?.kind === part?.kind ? own : undefined}
        />
      )}
    </div>
  );
}

function basicFields(fields: readonly FieldInfo[]): FieldInfo[] {
  return fields.filter(({ basic }) => basic);
}
