/** The changes to the scenario, always visible above the controls. Each can be undone alone, or all at once. */
import { useMemo } from 'react';
import { usePart } from '../base/observable';
import type { Catalogue, Scenario } from '../engine/schema';
import type { Bench } from '../run/bench';
import { useOpen } from '../run/tabStorage';
import { changedOf } from '../scenario/changed';
import { rich } from '../words/rich';
import { plural, t } from '../words/words';
import './Changes.css';
import './controls.css';

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
          {none ? (
            rich('<b>No change</b><rest> of the scenario</rest>', {
              b: (words) => <b>{words}</b>,
              rest: (words) => <span>{words}</span>,
            })
          ) : (
            <>
              <b>
                {changed === null ? t('Many changes') : plural(changed.length, '{n} change', '{n} changes')}
              </b>
              <span> {changed?.map(({ label }) => label).join(', ')}</span>
            </>
          )}
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
                aria-label={t('{field}: take the change back', { field: label })}
                title={t('Take this change back')}
                onClick={(event) => bench.edit('', undone(scenario), event.timeStamp)}
              >
                ↺
              </button>
            </li>
          ))}
        </ul>
        {changed === null && (
          <p className="part-doc">{t('More differs than single values; the text has it all.')}</p>
        )}
      </details>
      <button type="button" disabled={!edited || none} onClick={(event) => bench.reset(event.timeStamp)}>
        {t('Reset')}
      </button>
    </div>
  );
}
