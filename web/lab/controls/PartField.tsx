/** A replaceable part: a choice among the members of its set, and the parameters of the chosen one. */
import { useState } from 'react';
import { same } from '../../base/same';
import type { FieldInfo } from '../../engine/schema';
import { isPart, newPart } from '../../scenario/edit';
import { firstSentence, useEditing } from './editing';
import { Difference, type FieldProps, MenuButton, Problems } from './Field';
import { FieldDetails } from './FieldMenu';
import { GroupWithMore } from './More';
import { Name } from './Name';
import './PartField.css';
import './controls.css';

interface Props extends FieldProps {
  set: string;
}

export function PartField({ info, set, path, value, preset, inside }: Props) {
  const { catalogue, edit, problems, folds = false } = useEditing();
  const [open, setOpen] = useState(false);
  const catalogued = catalogue.parts[set];
  const kind = isPart(value) ? value.kind : '';
  const member = catalogued?.members.find((candidate) => candidate.kind === kind);
  if (catalogued === undefined) return null;
  const samePart = isPart(preset) && preset.kind === kind;
  const differs = preset !== undefined && !same(value, preset);
  return (
    <fieldset className="part" data-path={path} data-differs={differs} data-open={open}>
      <legend className="visually-hidden">{info.label}</legend>
      <div className="part-head">
        <Name label={info.label} code={info.name} />
        <MenuButton label={info.label} open={open} toggle={() => setOpen(!open)} />
        <select
          value={kind}
          aria-label={info.label}
          onChange={(event) =>
            edit(path, newPart(catalogue, set, event.target.value, preset), event.timeStamp)
          }
        >
          {catalogued.members.map((candidate) => (
            <option key={candidate.kind} value={candidate.kind}>
              {candidate.label}
            </option>
          ))}
        </select>
        {!samePart && <Difference info={info} path={path} value={value} preset={preset} />}
        {member && !open && !folds && <p className="part-doc">{firstSentence(member.doc)}</p>}
        {open && <FieldDetails {...{ info, path, value, preset, member }} close={() => setOpen(false)} />}
      </div>
      {member && inside !== 'none' && (
        <GroupWithMore
          name={path.replace(/^flows\.\d+\./, '')}
          fields={inside === 'rest' ? withoutBasic(member.fields) : member.fields}
          path={path}
          value={value}
          preset={samePart ? preset : undefined}
        />
      )}
      <Problems problems={problems} path={path} />
      <Problems problems={problems} path={`${path}.kind`} />
    </fieldset>
  );
}

function withoutBasic(fields: readonly FieldInfo[]): FieldInfo[] {
  return fields.filter(({ basic }) => !basic);
}
