/** An experiment of one to six runs: controls, panels, a table of metrics, and links to the bench. */
import { useEffect, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { addressOf } from '../../lab/compare/address';
import { Overlaid } from '../../lab/compare/Overlaid';
import { useLongestRun } from '../../lab/compare/useComparison';
import { AroundBench } from '../../lab/export/AroundBench';
import { PanelOwnerProvider } from '../../lab/panels/Panel';
import { PanelSlot } from '../../lab/panels/PanelSlot';
import { panelNamed } from '../../lab/panels/registry';
import { ThinnedNotice } from '../../lab/panels/ThinnedNotice';
import { useNarration } from '../../lab/time/narration';
import { TimeBar } from '../../lab/time/TimeBar';
import { styleOf } from '../../plot/runStyle';
import { useFlows, useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import type { Change } from '../../scenario/changes';
import { Boundary } from '../../ui/Boundary';
import { Marked } from '../../ui/InEnglish';
import { Notes } from '../../ui/Notes';
import { useRoot } from '../../ui/root';
import { ScrollRegion } from '../../ui/ScrollRegion';
import type { RunExperiment } from '../lesson';
import { useExperimentState, useLessonSession } from '../lessonSession';
import { commonInterval, metricRows } from '../metrics';
import { BenchGroup } from './benchGroup';
import { ExperimentStatus } from './ExperimentStatus';
import { LessonControls } from './LessonControls';

interface Props {
  id: string;
  experiment: RunExperiment;
  /** Id of the experiment's heading. */
  heading: string;
  /** The student's changes from an earlier visit; only the initial value is used. */
  resume?: readonly Change[] | undefined;
}

export function RunView({ id, experiment, heading, resume }: Props) {
  const session = useLessonSession();
  const [group, setGroup] = useState<BenchGroup | null>(null);
  const [earlier] = useState(resume);
  useEffect(() => {
    const fresh = new BenchGroup(session, id, experiment, earlier);
    setGroup(fresh);
    const removeGroup = session.addBenchGroup(id, fresh);
    void fresh.start();
    return () => {
      removeGroup();
      fresh.dispose();
    };
  }, [session, id, experiment, earlier]);
  return (
    group && (
      <PanelOwnerProvider value={heading}>
        <ExperimentRuns {...{ group, id, experiment }} />
      </PanelOwnerProvider>
    )
  );
}

function ExperimentRuns({
  group,
  id,
  experiment,
}: {
  group: BenchGroup;
  id: string;
  experiment: RunExperiment;
}) {
  const { shown, failure, notes } = useObservable(group.state);
  const first = group.first;
  const [run = null, ...others] = shown;
  const { seconds } = experiment;
  // Zoom to the lesson's seconds once, when the first run appears.
  const hasRun = run !== null;
  useEffect(() => {
    if (hasRun) first.view.lookAt({ seconds });
  }, [hasRun, first, seconds]);
  return (
    <AroundBench bench={first} address={addressOf}>
      <ExperimentStatus benches={group.benches} failure={failure} />
      <Notes notes={notes} />
      {experiment.controls !== undefined && experiment.controls.length > 0 && (
        <LessonControls group={group} controls={experiment.controls} />
      )}
      {run !== null && <Panels {...{ experiment, run, others }} />}
      <Metrics {...{ experiment, shown }} />
      <ToBench id={id} experiment={experiment} />
    </AroundBench>
  );
}

interface PanelsProps {
  experiment: RunExperiment;
  run: Run;
  others: (Run | null)[];
}

function Panels({ experiment, run, others }: PanelsProps) {
  const arms = Object.values(experiment.arms);
  const { panels: names, flows: wanted } = experiment;
  const flows = useFlows(run.scenario, wanted);
  const panels = useMemo(() => names.map(panelNamed), [names]);
  // The list only changes when another run finishes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `others` is a new array on every render; its runs are compared instead
  const over = useMemo(
    () =>
      others.flatMap((other, place) =>
        other === null
          ? []
          : [
              {
                style: styleOf(String.fromCharCode('B'.charCodeAt(0) + place)),
                label: arms[place + 1]?.label ?? '',
                run: other,
              },
            ],
      ),
    [arms, ...others],
  );
  useLongestRun(over);
  useNarration(useView(), run, flows);
  return (
    <div className="lesson-panels">
      <TimeBar />
      <ThinnedNotice run={run} letter={over.length > 0 ? 'A' : undefined} />
      {over.map((other) => (
        <ThinnedNotice key={other.style.letter} run={other.run} letter={other.style.letter} />
      ))}
      <Overlaid flows={flows} others={over} label={arms[0]?.label ?? ''}>
        <div className="panels">
          {panels.map((panel, place) => (
            <Boundary key={names[place]} name={t('This panel')}>
              <PanelSlot panel={panel} run={run} flows={flows} />
            </Boundary>
          ))}
        </div>
      </Overlaid>
    </div>
  );
}

interface MetricsProps {
  experiment: RunExperiment;
  shown: readonly (Run | null)[];
}

function Metrics({ experiment, shown }: MetricsProps) {
  const { language } = useLessonSession().opened;
  const first = shown.find((run) => run !== null);
  const rows = first == null ? [] : metricRows(experiment, first.scenario);
  if (rows.length === 0) return null;
  const arms = Object.values(experiment.arms);
  const several = arms.length > 1;
  const common = commonInterval(rows);
  return (
    <ScrollRegion label={t('Metrics: {title}', { title: experiment.title })} className="lesson-figures">
      <table>
        <caption className="visually-hidden">{t('Metrics of {title}', { title: experiment.title })}</caption>
        <thead>
          <tr>
            <th scope="col">
              {common === null ? t('metric') : t('metric, {interval}', { interval: common })}
            </th>
            {arms.map(({ label }, place) => (
              <th key={label} scope="col">
                {several && <b>{String.fromCharCode('A'.charCodeAt(0) + place)} </b>}
                <Marked language={language}>{label}</Marked>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, label, group, own, interval, of }) => (
            <tr key={name} data-metric={name}>
              <th scope="row">
                {own ? <Marked language={language}>{label}</Marked> : label}
                {group !== '' && <span className="unit"> {group}</span>}
                {common === null && interval !== '' && <span className="unit">, {interval}</span>}
              </th>
              {arms.map((arm, place) => {
                const run = shown[place];
                return <td key={arm.label}>{(run && of(run)) ?? '–'}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Links that open the same scenarios on the bench, with all controls. */
function ToBench({ id, experiment }: { id: string; experiment: RunExperiment }) {
  const root = useRoot();
  const { language } = useLessonSession().opened;
  const links = useExperimentState(id)?.links ?? [];
  const arms = Object.values(experiment.arms);
  if (links.length === 0) return null;
  return (
    <p className="to-bench">
      {rich('Try on the bench: {links}', {
        links: links.map((link, place) => (
          <span key={arms[place]?.label}>
            {place > 0 && ', '}
            <a href={root + link} {...language}>
              {arms[place]?.label}
            </a>
          </span>
        )),
      })}
    </p>
  );
}
