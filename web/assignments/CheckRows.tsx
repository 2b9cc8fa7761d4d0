/** Form rows for a task's checks and their points. */
import type { Scenario } from '../engine/schema';
import { type Measure, measuresOf, titleOf } from '../sweep/measures';
import { t } from '../words/words';
import { type BenchTask, MOST_CHECKS, RELATIONS, type Relation, type TaskCheck } from './assignment';
import { RELATION_WORDS } from './judge';
import { NumberBox } from './NumberBox';
import type { Problems } from './problems';

interface Props {
  task: BenchTask;
  change(task: Partial<BenchTask>): void;
  scenario: Scenario;
  problems: Problems;
}

export function CheckRows({ task, change, scenario, problems }: Props) {
  const measures = measuresOf(scenario);
  const { checks } = task;
  const set = (place: number, next: TaskCheck) =>
    change({ checks: checks.map((one, other) => (other === place ? next : one)) });
  const add = (check: TaskCheck) => change({ checks: [...checks, check] });
  const measure = 'flows.0.completed_at_s';
  return (
    <fieldset className="task-form-part">
      <legend>{t('Checks')}</legend>
      <ul className="task-form-rows">
        {checks.map((check, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check is known by its place
          <li key={place} className="task-form-row" data-check={place}>
            <div className="task-form-parts">
              <MeasureSelect
                label={check.kind === 'reach' ? t('The run has') : t('Students read off')}
                measures={measures}
                value={check.measure}
                choose={(next) => set(place, { ...check, measure: next })}
              />
              {check.kind === 'reach' ? (
                <>
                  <select
                    aria-label={t('How it compares')}
                    value={check.is}
                    onChange={({ target }) => set(place, { ...check, is: target.value as Relation })}
                  >
                    {RELATIONS.map((one) => (
                      <option key={one} value={one}>
                        {RELATION_WORDS[one]()}
                      </option>
                    ))}
                  </select>
                  <NumberBox
                    label={t('value')}
                    value={check.value}
                    change={(value) => set(place, { ...check, value: value ?? 0 })}
                  />
                </>
              ) : (
                <NumberBox
                  label={t('right within')}
                  value={check.within}
                  change={(within) => set(place, { ...check, within: within ?? 0 })}
                />
              )}
              <NumberBox
                label={t('points')}
                value={check.points}
                change={(points) => set(place, { ...check, points: points ?? 0 })}
              />
              <button
                type="button"
                aria-label={t('Remove check {number}', { number: place + 1 })}
                onClick={() => change({ checks: checks.filter((_, other) => other !== place) })}
              >
                {t('Remove')}
              </button>
            </div>
            {check.kind === 'read' && (
              <label className="task-form-wide">
                {t('Question')}{' '}
                <input
                  type="text"
                  value={check.question}
                  placeholder={t('How large is …?')}
                  onChange={({ target }) => set(place, { ...check, question: target.value })}
                />
              </label>
            )}
            {problems.has(`check ${place}`) && <p className="wrong">{problems.get(`check ${place}`)}</p>}
          </li>
        ))}
      </ul>
      {checks.length < MOST_CHECKS && (
        <p className="ask-actions">
          <button
            type="button"
            onClick={() => add({ kind: 'reach', measure, points: 1, is: 'below', value: 20 })}
          >
            {t('Add something to reach')}
          </button>
          <button
            type="button"
            onClick={() => add({ kind: 'read', measure, points: 1, question: '', within: 1 })}
          >
            {t('Add something to read off')}
          </button>
        </p>
      )}
    </fieldset>
  );
}

interface MeasureProps {
  label: string;
  measures: readonly Measure[];
  value: string;
  choose(name: string): void;
}

function MeasureSelect({ label, measures, value, choose }: MeasureProps) {
  const groups = [...new Set(measures.map(({ group }) => group))];
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        {!measures.some(({ name }) => name === value) && <option value={value}>{value}</option>}
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {measures
              .filter((one) => one.group === group)
              .map((one) => (
                <option key={one.name} value={one.name}>
                  {titleOf(one)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
