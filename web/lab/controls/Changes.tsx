/** The changes to the scenario, collected above the controls. Each can be undone alone, or all at once. */
import { memo, useMemo, useRef } from 'react';
import { usePart } from '../../base/observable';
import { plural, t } from '../../base/words/words';
import type { Catalogue, Scenario } from '../../engine/schema';
import type { Bench } from '../../run/bench';
import { useOpen } from '../../run/tabStorage';
import { type Changed, changedOf } from '../../scenario/changed';
import { fieldAt, wholeOf } from '../../scenario/path';
import { valueText } from '../../scenario/quantities';
import { useEditing } from './editing';
import { endsOf } from './links';
import { useAtRest, useSteadyScroll } from './steady';
import './Changes.css';
import './controls.css';

/** The changes as of the last time that no pointer was down. */
interface Changelog {
  scenario: Scenario;
  /** Null if there are changes that can't be listed one by one. */
  changed: Changed[] | null;
}

export function useChangelog(bench: Bench, latest: Scenario, catalogue: Catalogue): Changelog {
  const scenario = useAtRest(latest);
  const origin = bench.origin?.scenario;
  return useMemo(
    () => ({ scenario, changed: origin === undefined ? [] : changedOf(origin, scenario, catalogue) }),
    [origin, scenario, catalogue],
  );
}

interface Props {
  bench: Bench;
  catalogue: Catalogue;
  log: Changelog;
}

/** Memoized, so that a drag doesn't redraw it. */
export const Changes = memo(function Changes({ bench, catalogue, log }: Props) {
  const edited = usePart(bench.state, 'edited');
  const [open, setOpen] = useOpen('changes', true);
  const place = useRef<HTMLDivElement>(null);
  useSteadyScroll(place);
  const { changed, scenario } = log;
  const none = changed !== null && changed.length === 0;
  return (
    <div ref={place} className="changes" data-count={changed?.length ?? 'many'}>
      {!none && (
        <>
          <button
            type="button"
            className="changes-reset"
            disabled={!edited}
            onClick={(event) => bench.reset(event.timeStamp)}
          >
            {t('Reset all')}
          </button>
          <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
            <summary>
              {changed === null ? t('Another network') : plural(changed.length, '{n} change', '{n} changes')}
            </summary>
            <ul>
              {changed?.map((one) => (
                <ChangedRow key={one.label} one={one} {...{ bench, scenario, catalogue }} />
              ))}
            </ul>
            {changed === null && (
              <p className="part-doc">
                {t('Parts of the network were added or removed. The JSON shows everything.')}
              </p>
            )}
          </details>
        </>
      )}
    </div>
  );
});

interface RowProps {
  one: Changed;
  bench: Bench;
  scenario: Scenario;
  catalogue: Catalogue;
}

function ChangedRow({ one, bench, scenario, catalogue }: RowProps) {
  const { changeActions } = useEditing();
  const { label, where, from, to } = described(one, scenario, catalogue);
  const field = [where, label].filter(Boolean).join(' ');
  return (
    <li data-changed={one.path}>
      <span>
        {where && <small>{where}</small>} {label}{' '}
        <b>
          {from !== null && `${from} → `}
          {to}
        </b>
      </span>
      {one.path !== null && changeActions?.(one.path, field)}
      <button
        type="button"
        aria-label={t('{field}: undo the change', { field })}
        title={t('Undo this change')}
        onClick={(event) => {
          const now = bench.state.value.scenario;
          if (now !== null) bench.edit('', one.undone(now), event.timeStamp);
        }}
      >
        ↺
      </button>
    </li>
  );
}

interface Description {
  label: string;
  /** The flow or link; empty if there is only one. */
  where: string;
  from: string | null;
  to: string;
}

/** A change as people read it, with the field's label and units. */
function described(
  { label, path, values, from, to }: Changed,
  scenario: Scenario,
  catalogue: Catalogue,
): Description {
  if (path === null) return { label, where: '', from, to };
  const [list, index] = path.split('.');
  const place = Number(index);
  const link = list === 'links' ? scenario.links[place] : undefined;
  const flow = list === 'flows' && scenario.flows.length > 1 ? scenario.flows[place] : undefined;
  const where = link ? endsOf(link) : (flow?.name ?? '');
  const [before, after] = values;
  const titleOf = (name: unknown) => catalogue.presets.find((preset) => preset.name === name)?.title;
  if (path.endsWith('.preset'))
    return { label: t('Sender'), where, from: titleOf(before) ?? from, to: titleOf(after) ?? to };
  const field = fieldAt(catalogue, scenario, wholeOf(path));
  if (field === null) return { label, where: '', from, to };
  return {
    label: field.label,
    where,
    from: from === null ? null : valueText(before, field.shape, catalogue),
    to: valueText(after, field.shape, catalogue),
  };
}
