/** Form fields of a bench task: its scenario, free fields, drawn fields and checks. */
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../base/words/words';
import type { Scenario } from '../../engine/schema';
import { PANEL_NAMES, panelNamed } from '../../lab/panels/registry';
import { axisTitleOf, chartTitleOf, type Measure, measuresOf, titleOf } from '../../run/measures';
import { simulate, verdictOf } from '../../run/simulate';
import { TITLES } from '../../scenario/content/scenarios';
import { fieldsOf } from '../../scenario/fields';
import { MeasureOptions } from '../../sweep/MeasureOptions';
import {
  type BenchTask,
  MAX_CHECKS,
  type OpenCheck,
  openChecksOf,
  RELATIONS,
  type Relation,
} from './assignment';
import { goalUnitOf, inUnit, RELATION_WORDS, readingUnitOf } from './examine';
import { FieldRows, NumberBox } from './FieldRows';
import type { Problems } from './problems';
import { ScenarioOptions } from './ScenarioOptions';
import type { TaskBase } from './simulate';
import { seedOf, studentScenario } from './student';

interface Props {
  task: BenchTask;
  change(next: Partial<BenchTask>): void;
  problems: Problems;
  /** Null while the base loads or after it fails to load. */
  base: TaskBase | null;
  failure: string;
  /** True if the answers are sealed. */
  sealed: boolean;
}

export function BenchTaskFields({ task, change, problems, base, failure, sealed }: Props) {
  const fields = useMemo(() => (base === null ? [] : fieldsOf(base.scenario, base.catalogue)), [base]);
  return (
    <>
      <fieldset className="task-form-part">
        <legend>{t('Scenario')}</legend>
        <ScenarioChoice base={task.base} change={change} />
        {failure && (
          <p className="wrong" role="alert">
            {failure}
          </p>
        )}
        {base !== null && <RunDifference task={task} base={base} />}
      </fieldset>
      {base !== null && (
        <>
          <FieldRows {...{ task, change, fields, problems }} />
          <CheckRows {...{ task, change, problems, sealed }} scenario={base.scenario} />
        </>
      )}
      <Panels {...{ task, change, problems }} />
    </>
  );
}

const FROM_LINK = '';

/** Chooses one of the lab's scenarios, or any scenario by its bench link. */
function ScenarioChoice({ base, change }: { base: string; change: Props['change'] }) {
  const [link, setLink] = useState('');
  const [wrong, setWrong] = useState(false);
  const query = new URLSearchParams(base);
  const [name = ''] = query.getAll('scenario');
  const isListed = [...query.keys()].every((key) => key === 'scenario' || key === 'of') && TITLES.has(name);
  const pasteLink = (pasted: string) => {
    setLink(pasted);
    const [, found] = /#\/bench\?(\S+)/.exec(pasted) ?? [];
    setWrong(pasted.trim() !== '' && found === undefined);
    if (found === undefined) return;
    const opened = new URLSearchParams(found);
    opened.delete('with');
    // The free and drawn fields belong to the previous scenario.
    change({ base: opened.toString(), free: [], drawn: [] });
  };
  return (
    <div className="task-form-parts">
      <label>
        {t('Scenario')}{' '}
        <select
          value={isListed ? name : FROM_LINK}
          onChange={({ target }) =>
            change({ base: new URLSearchParams({ scenario: target.value }).toString(), free: [], drawn: [] })
          }
        >
          {!isListed && <option value={FROM_LINK}>{t('as in the link')}</option>}
          <ScenarioOptions />
        </select>
      </label>
      <label>
        {t('or a link from the bench')}{' '}
        <input
          type="text"
          value={link}
          aria-invalid={wrong}
          translate="no"
          placeholder="…#/bench?…"
          onChange={({ target }) => pasteLink(target.value)}
        />
      </label>
      <a href={`#/bench?${base}`}>{t('Open it on the bench')}</a>
      {wrong && (
        <span className="wrong">
          {t('This isn’t a link to the bench. Copy one from Share on the bench.')}
        </span>
      )}
    </div>
  );
}

/** Runs the task for two students and shows whether their runs differ. */
function RunDifference({ task, base }: { task: BenchTask; base: TaskBase }) {
  // The key is text, so that edits elsewhere in the form don't start new runs.
  const key = JSON.stringify(
    ['A', 'B'].map((name) => ({
      ...studentScenario(base.scenario, task, seedOf(name, 'sample')),
      record: { max_rows: 0 },
    })),
  );
  const [found, setFound] = useState<{ key: string; differ: boolean } | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const compare = async () => {
      const digests: string[] = [];
      for (const given of JSON.parse(key) as unknown[]) {
        const verdict = await verdictOf(simulate(JSON.stringify(given), { signal }));
        if (verdict?.type !== 'done') return;
        digests.push(verdict.summary.digest);
      }
      setFound({ key, differ: digests[0] !== digests[1] });
    };
    // Wait for a pause in typing.
    const timer = setTimeout(() => void compare(), 400);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  if (found?.key !== key) return null;
  return found.differ ? (
    <p className="words">{t('Two students get different runs, because their seeds or numbers differ.')}</p>
  ) : (
    <p className="note">
      {t(
        'Nothing in this scenario is random, so all students get the same run. To make results differ, unlock a field below and give each student another number.',
      )}
    </p>
  );
}

function Panels({ task, change, problems }: Pick<Props, 'task' | 'change' | 'problems'>) {
  return (
    <fieldset className="task-form-part">
      <legend>{t('Panels shown')}</legend>
      <div className="task-form-parts">
        {PANEL_NAMES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={task.panels.includes(name)}
              onChange={({ target }) =>
                change({
                  panels: PANEL_NAMES.filter((one) =>
                    one === name ? target.checked : task.panels.includes(one),
                  ),
                })
              }
            />{' '}
            {panelNamed(name).choice()}
          </label>
        ))}
      </div>
      {problems.has('panels') && <p className="wrong">{problems.get('panels')}</p>}
    </fieldset>
  );
}

interface CheckRowsProps {
  task: BenchTask;
  change(task: Partial<BenchTask>): void;
  scenario: Scenario;
  problems: Problems;
  sealed: boolean;
}

/** Form rows for a task's checks and their points. */
export function CheckRows({ task, change, scenario, problems, sealed }: CheckRowsProps) {
  const measures = measuresOf(scenario);
  const { checks } = task;
  const set = (index: number, next: OpenCheck) =>
    change({ checks: checks.map((one, other) => (other === index ? next : one)) });
  const add = (check: OpenCheck) => change({ checks: [...checks, check] });
  const measure = 'flows.0.completed_at_s';
  const measureOf = (check: OpenCheck) => measures.find(({ name }) => name === check.measure);
  const unitOf = (check: OpenCheck) =>
    check.kind === 'read'
      ? readingUnitOf(check.question, measureOf(check), sealed)
      : goalUnitOf(measureOf(check));
  const inStoredUnit = (value: number, check: OpenCheck) =>
    Number((value * unitOf(check).size).toPrecision(12));
  return (
    <fieldset className="task-form-part">
      <legend>{t('Checks')}</legend>
      <ul className="task-form-rows">
        {openChecksOf(task).map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no id; their order identifies them
          <li key={index} className="task-form-row" data-check={index}>
            <div className="task-form-parts">
              <MeasureSelect
                label={check.kind === 'reach' ? t('The run has') : t('Students read')}
                measures={measures}
                value={check.measure}
                title={check.kind === 'read' && sealed ? titleOf : chartTitleOf}
                choose={(next) => set(index, { ...check, measure: next })}
              />
              {check.kind === 'reach' ? (
                <>
                  <select
                    aria-label={t('How it compares')}
                    value={check.relation}
                    onChange={({ target }) => set(index, { ...check, relation: target.value as Relation })}
                  >
                    {RELATIONS.map((one) => (
                      <option key={one} value={one}>
                        {RELATION_WORDS[one]()}
                      </option>
                    ))}
                  </select>
                  <NumberBox
                    label={t('value')}
                    value={inUnit(check.value, unitOf(check))}
                    change={(value) => set(index, { ...check, value: inStoredUnit(value ?? 0, check) })}
                  />
                </>
              ) : (
                <NumberBox
                  label={axisTitleOf({ label: t('tolerance'), display: unitOf(check) })}
                  value={inUnit(check.within, unitOf(check))}
                  change={(within) => set(index, { ...check, within: inStoredUnit(within ?? 0, check) })}
                />
              )}
              <NumberBox
                label={t('points')}
                value={check.points}
                change={(points) => set(index, { ...check, points: points ?? 0 })}
              />
              <button
                type="button"
                aria-label={t('Remove check {number}', { number: index + 1 })}
                onClick={() => change({ checks: checks.filter((_, other) => other !== index) })}
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
                  onChange={({ target }) => set(index, { ...check, question: target.value })}
                />
              </label>
            )}
            {problems.has(`check ${index}`) && <p className="wrong">{problems.get(`check ${index}`)}</p>}
          </li>
        ))}
      </ul>
      {checks.length < MAX_CHECKS && (
        <p className="ask-actions">
          <button
            type="button"
            onClick={() => add({ kind: 'reach', measure, points: 1, relation: 'below', value: 20 })}
          >
            {t('Add a goal')}
          </button>
          <button
            type="button"
            onClick={() => add({ kind: 'read', measure, points: 1, question: '', within: 1 })}
          >
            {t('Add a reading')}
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
  /** A metric with its unit. */
  title(measure: Measure): string;
  choose(name: string): void;
}

function MeasureSelect({ label, measures, value, title, choose }: MeasureProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ target }) => choose(target.value)}>
        {!measures.some(({ name }) => name === value) && <option value={value}>{value}</option>}
        <MeasureOptions measures={measures} title={title} />
      </select>
    </label>
  );
}
