/** Fields of which the basic ones are in sight and the others folded, where the controls around them fold. */
import { useMemo } from 'react';
import { plural } from '../../base/words/words';
import type { FieldInfo } from '../../engine/schema';
import { useOpen } from '../../run/tabStorage';
import { useEditing } from './editing';
import { Group } from './Field';
import { SHOWN } from './layout';

interface Props {
  /** Under this name the tab remembers whether it's open. */
  name: string;
  fields: readonly FieldInfo[];
  path: string;
  value: unknown;
  preset: unknown;
}

export function GroupWithMore({ name, fields, ...place }: Props) {
  const { folds = false } = useEditing();
  const [basic, others] = useMemo(() => split(fields), [fields]);
  if (!folds || basic.length === 0 || others.length === 0) return <Group fields={fields} {...place} />;
  return (
    <>
      <Group fields={basic} {...place} />
      <More name={name} fields={others} {...place} />
    </>
  );
}

function More({ name, fields, ...place }: Props) {
  const [open, setOpen] = useOpen(`more ${name}`);
  return (
    <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{plural(fields.length, '{n} more setting', '{n} more settings')}</summary>
      {open && <Group fields={fields} {...place} />}
    </details>
  );
}

/** The basic fields, and the others that have a control. */
function split(fields: readonly FieldInfo[]): [FieldInfo[], FieldInfo[]] {
  const shown = fields.filter(({ shape }) => SHOWN.has(shape.type));
  return [shown.filter(({ basic }) => basic), shown.filter(({ basic }) => !basic)];
}
