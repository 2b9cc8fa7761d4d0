/** What differs from the scenario as it comes, always in sight above the controls; each of it and all of it can be taken back. */
import { useMemo } from 'react';
import type { Catalogue, Scenario } from '../engine/schema';
import { counted } from '../plot/format';
import type { Bench } from '../run/bench';
import { usePart } from '../run/observable';
import { useOpen } from '../storage/usePlace';
import { changedOf } from './changed';

interface Props {
  bench: Bench;
  scenario: Scenario;
  catalogue: Catalogue;
}

export function Changes({ bench, scenario, catalogue }: Props) {
  const edited = usePart(bench.state, 'edited');
  const [open, setOpen] = useOpen('changes');
  const origin = bench.origin?.scenario;
  const changed = useMemo(
    () => (origin === undefined ? [] : changedOf(origin, scenario, catalogue)),
    [origin, scenario, catalogue],
  );
  const none = changed !== null && changed.length === 0;
  return (
    <div className="changes" data-count={changed?.length ?? 'many'}>
      <details open={open && !none} onToggle={(event) => none || setOpen(event.currentTarget.open)}>
        <summary>
          <b>{none ? 'No change' : changed === null ? 'Many changes' : counted(changed.length, 'change')}</b>
          <span> {none ? 'of the scenario' : changed?.map(({ label }) => label).join(', ')}</span>
        </summary>
        <ul>
          {changed?.map(({ label, from, to, undone }) => (
            <li key={label}>
              <span>
                <code>{label}</code> {from !== null && `${from} → `}
                {to}
              </span>
              <button
                type="button"
                aria-label={`${label}: take the change back`}
                title="Take this change back"
                onClick={(event) => bench.edit('', undone(scenario), event.timeStamp)}
              >
                ↺
              </button>
            </li>
          ))}
        </ul>
        {changed === null && (
          <p className="part-doc">More differs than single values; the text has it all.</p>
        )}
      </details>
      <button type="button" disabled={!edited || none} onClick={(event) => bench.reset(event.timeStamp)}>
        Reset
      </button>
    </div>
  );
}
