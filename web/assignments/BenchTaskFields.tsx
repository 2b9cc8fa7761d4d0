/** Form fields of a bench task: its scenario, free fields, drawn fields and checks. */
import { useEffect, useMemo, useState } from 'react';
import { TITLES } from '../content/scenarios';
import { PANEL_NAMES } from '../panels/names';
import { PANEL_NAMED } from '../panels/registry';
import { fieldsOf } from '../scenario/fields';
import { Pool } from '../sweep/pool';
import { ScenarioOptions } from '../ui/ScenarioOptions';
import { t } from '../words/words';
import type { BenchTask } from './assignment';
import { CheckRows } from './CheckRows';
import { FieldRows } from './FieldRows';
import { givenTo } from './given';
import { seedOf } from './identity';
import type { Problems } from './problems';
import { type Asked, runIn } from './simulate';
import type { Base } from './useBase';

interface Props {
  task: BenchTask;
  change(next: Partial<BenchTask>): void;
  problems: Problems;
  /** Null while the base loads or after it fails to load. */
  base: Base | null;
  failure: string;
}

export function BenchTaskFields({ task, change, problems, base, failure }: Props) {
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
        {base !== null && <Individual task={task} base={base} />}
      </fieldset>
      {base !== null && (
        <>
          <FieldRows {...{ task, change, fields, problems }} />
          <CheckRows {...{ task, change, problems }} scenario={base.scenario} />
        </>
      )}
      <Panels {...{ task, change, problems }} />
    </>
  );
}

const OTHER = '';

/** Chooses one of the lab's scenarios or any scenario from a bench link. */
function ScenarioChoice({ base, change }: { base: string; change: Props['change'] }) {
  const [link, setLink] = useState('');
  const [wrong, setWrong] = useState(false);
  const query = new URLSearchParams(base);
  const [name = ''] = query.getAll('scenario');
  const plain = [...query.keys()].every((key) => key === 'scenario' || key === 'of') && TITLES.has(name);
  const take = (pasted: string) => {
    setLink(pasted);
    const [, found] = /#\/bench\?(\S+)/.exec(pasted) ?? [];
    setWrong(pasted.trim() !== '' && found === undefined);
    if (found === undefined) return;
    const opened = new URLSearchParams(found);
    opened.delete('with');
    // Free and drawn fields of another scenario don't apply to this one.
    change({ base: opened.toString(), free: [], drawn: [] });
  };
  return (
    <div className="task-form-parts">
      <label>
        {t('Scenario')}{' '}
        <select
          value={plain ? name : OTHER}
          onChange={({ target }) =>
            change({ base: new URLSearchParams({ scenario: target.value }).toString(), free: [], drawn: [] })
          }
        >
          {!plain && <option value={OTHER}>{t('as the link has it')}</option>}
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
          onChange={({ target }) => take(target.value)}
        />
      </label>
      <a href={`#/bench?${base}`}>{t('Open it on the bench')}</a>
      {wrong && <span className="wrong">{t('This is no link to the bench.')}</span>}
    </div>
  );
}

/** Runs the task for two students to find out whether their runs differ. */
function Individual({ task, base }: { task: BenchTask; base: Base }) {
  // A text key, so that edits elsewhere in the form don't start new runs.
  const key = JSON.stringify(
    ['A', 'B'].map((name) => ({
      ...givenTo(base.scenario, task, seedOf(name, 'sample')),
      record: { max_rows: 0 },
    })),
  );
  const [found, setFound] = useState<{ key: string; differ: boolean } | null>(null);
  useEffect(() => {
    const pool = new Pool<Asked>(1);
    const digests: string[] = [];
    const jobs = (JSON.parse(key) as unknown[]).map(
      (given): Asked => ({
        text: () => JSON.stringify(given),
        onOutcome: (outcome) => {
          if ('summary' in outcome) digests.push(outcome.summary.digest);
        },
      }),
    );
    // Wait for a pause in typing.
    const timer = setTimeout(() => {
      void runIn(pool, jobs).then(
        (whole) => whole && digests.length === 2 && setFound({ key, differ: digests[0] !== digests[1] }),
      );
    }, 400);
    return () => {
      clearTimeout(timer);
      pool.cancel();
      pool.dispose();
    };
  }, [key]);
  if (found?.key !== key) return null;
  return found.differ ? (
    <p className="words">{t('The runs of two students differ: another seed or number makes another run.')}</p>
  ) : (
    <p className="note">
      {t(
        'Nothing in this scenario is random: all students have the same run. Free a field below and give each student another number, if results are to differ.',
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
            {PANEL_NAMED[name].choice()}
          </label>
        ))}
      </div>
      {problems.has('panels') && <p className="wrong">{problems.get('panels')}</p>}
    </fieldset>
  );
}
