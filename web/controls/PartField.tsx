/** A replaceable part: a choice among the members of its set, and the description, source and parameters of the chosen one. */
import { same } from '../base/same';
import type { FieldInfo } from '../engine/schema';
import { isPart, newPart } from '../scenario/edit';
import { firstSentence, readableName, useEditing } from './editing';
import { Difference, Group, Problems } from './Field';
import './PartField.css';
import './controls.css';

interface Props {
  info: FieldInfo;
  set: string;
  path: string;
  value: unknown;
  preset: unknown;
}

export function PartField({ info, set, path, value, preset }: Props) {
  const { catalogue, edit, problems } = useEditing();
  const catalogued = catalogue.parts[set];
  const kind = isPart(value) ? value.kind : '';
  const member = catalogued?.members.find((candidate) => candidate.kind === kind);
  if (catalogued === undefined) return null;
  const samePart = isPart(preset) && preset.kind === kind;
  const differs = preset !== undefined && !same(value, preset);
  return (
    <fieldset className="part" data-path={path} data-differs={differs}>
      <legend className="visually-hidden">{catalogued.title}</legend>
      <div className="part-head">
        <span className="part-title" title={catalogued.doc}>
          {catalogued.title}
          {!samePart && <Difference path={path} value={value} preset={preset} />}
        </span>
        <select
          value={kind}
          aria-label={readableName(info.name)}
          onChange={(event) =>
            edit(path, newPart(catalogue, set, event.target.value, preset), event.timeStamp)
          }
        >
          {catalogued.members.map((candidate) => (
            <option key={candidate.kind} value={candidate.kind}>
              {candidate.kind}
            </option>
          ))}
        </select>
      </div>
      {member && (
        <>
          <p className="part-doc">
            {firstSentence(member.doc)} <cite>{member.source}</cite>
          </p>
          <Group fields={member.fields} path={path} value={value} preset={samePart ? preset : undefined} />
        </>
      )}
      <Problems problems={problems} path={path} />
      <Problems problems={problems} path={`${path}.kind`} />
    </fieldset>
  );
}
