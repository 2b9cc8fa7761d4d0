/** An experiment of one to six runs: its picture with controls, and a table of metrics. */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useObservable } from '../../base/observable';
import { t } from '../../base/words/words';
import { addressOf } from '../../lab/compare/address';
import { Overlaid } from '../../lab/compare/Overlaid';
import { useLongestRun } from '../../lab/compare/useComparison';
import { AroundBench } from '../../lab/export/AroundBench';
import { PanelOwnerProvider } from '../../lab/panels/Panel';
import { THEORY_SHOWN } from '../../lab/panels/theory';
import { useNarration } from '../../lab/time/narration';
import { TimeBar } from '../../lab/time/TimeBar';
import { colorsIn } from '../../plot/hues';
import { styleOf } from '../../plot/runStyle';
import { SenderColors } from '../../plot/SenderColors';
import { useFlows, useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { SPEEDS } from '../../run/view';
import type { TimeWindow } from '../../run/window';
import type { Change } from '../../scenario/changes';
import { useWindowSize } from '../../ui/hooks';
import { Marked } from '../../ui/InEnglish';
import { Notes } from '../../ui/Notes';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { useTheme } from '../../ui/theme';
import { hasStrip } from '../controls';
import { notYetIntroduced } from '../introduced';
import type { RunExperiment } from '../lesson';
import { useLessonSession } from '../lessonSession';
import { commonInterval, metricRows } from '../metrics';
import { Bar } from '../stage/Bar';
import { useAddedHeight, useNarrowStage } from '../stage/narrow';
import { StackedPanels } from '../stage/StackedPanels';
import { NARROW, WIDE, WITH_STRIP } from '../stage/sizes';
import { ThinnedLine } from '../stage/ThinnedLine';
import { BenchGroup } from './benchGroup';
import { ExperimentStatus } from './ExperimentStatus';
import { LessonControls } from './LessonControls';
import '../parts/Stage.css';

interface Props {
  id: string;
  experiment: RunExperiment;
  /** Id of the experiment's heading. */
  heading: string;
  /** The place of the table of metrics; below the picture if undefined. */
  table?: HTMLElement | null;
  /** The student's changes from an earlier visit; only the initial value is used. */
  resume?: readonly Change[] | undefined;
}

export function RunView({ id, experiment, heading, table, resume }: Props) {
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
        <ExperimentRuns {...{ group, experiment, table }} />
      </PanelOwnerProvider>
    )
  );
}

interface RunsProps extends Pick<Props, 'experiment' | 'table'> {
  group: BenchGroup;
}

function ExperimentRuns({ group, experiment, table }: RunsProps) {
  const { shown, labels, failure, notes } = useObservable(group.state);
  const first = group.first;
  const [run = null, ...others] = shown;
  const { seconds, controls = [], theory = false } = experiment;
  useLayoutEffect(() => first.view.of(THEORY_SHOWN).set(theory), [first, theory]);
  // Zoom to the lesson's seconds once, when the first run appears.
  const hasRun = run !== null;
  useEffect(() => {
    if (!hasRun) return;
    first.view.lookAt({ seconds });
    first.view.speed.set(speedFor(first.view.window));
  }, [hasRun, first, seconds]);
  const [controlsPlace, controlsHeight] = useHeightInFrame(hasRun);
  const narrow = useNarrowStage();
  const free = CONTROLS[narrow ? 'narrow' : 'wide'];
  const added = useAddedHeight() - Math.max(0, controlsHeight - free);
  const height = heightOf(experiment, narrow, added);
  const { scale } = useTheme();
  const metrics = <Metrics {...{ experiment, shown, labels }} />;
  return (
    <AroundBench bench={first} address={addressOf}>
      <div className="stage-figure">
        <Notes notes={notes} />
        <div className="stage-picture" style={{ minHeight: height * scale }}>
          {run !== null && <Picture {...{ experiment, group, run, others, labels, height }} />}
        </div>
        <ExperimentStatus benches={group.benches} failure={failure} />
        {controls.length > 0 && (
          <div ref={controlsPlace}>
            <LessonControls group={group} controls={controls} />
          </div>
        )}
      </div>
      {table === undefined ? metrics : table && createPortal(metrics, table)}
    </AroundBench>
  );
}

/** Height of controls for which a frame has room below its plots, unscaled pixels. */
const CONTROLS = { wide: 24, narrow: 110 };

/**
 * The height of the controls in a frame, unscaled pixels, so that they and the plots fit it. It's measured when the controls have appeared, so
 * that the plots keep their size while someone uses them. 0 in a page of its own, which scrolls.
 */
function useHeightInFrame(appeared: boolean): [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  const width = useWindowSize('innerWidth');
  const { scale } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other widths have other rows of controls
  useLayoutEffect(() => {
    if (appeared && window.parent !== window) setHeight((place.current?.offsetHeight ?? 0) / scale);
  }, [appeared, width, scale]);
  return [place, height];
}

/** Real seconds in which playing passes the time shown. */
const PLAYING_S = 10;

/** The speed at which playing takes about as long as on a stage. */
function speedFor({ from, to }: TimeWindow): number {
  return SPEEDS.find((speed) => speed * PLAYING_S >= to - from) ?? SPEEDS.at(-1) ?? 1;
}

/** Height of a plot with its title, unscaled pixels. A frame may show many. */
const LEAST = 100;

/** Height of the plots, unscaled pixels: so that they, the controls and a task fit a screen. @param added by a high window */
function heightOf({ panels, controls = [] }: RunExperiment, narrow: boolean, added: number): number {
  if (hasStrip({ controls })) return narrow ? NARROW.panels : WITH_STRIP.path + WITH_STRIP.panels + added;
  const most = narrow ? NARROW.path + NARROW.panels : WIDE.path + WIDE.panels;
  const wanted = Math.min(most, (narrow ? 130 : 170) * panels.length + 60) + added;
  return Math.max(wanted, LEAST * panels.length);
}

interface PictureProps {
  experiment: RunExperiment;
  group: BenchGroup;
  run: Run;
  others: (Run | null)[];
  labels: readonly string[];
  height: number;
}

function Picture({ experiment, group, run, others, labels, height }: PictureProps) {
  const { panels, flows: wanted, seconds } = experiment;
  const flows = useFlows(run.scenario, wanted);
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
                label: labels[place + 1] ?? '',
                run: other,
              },
            ],
      ),
    [labels, ...others],
  );
  const { name } = useLessonSession().opened.about;
  const without = useMemo(() => notYetIntroduced(name), [name]);
  useLongestRun(over);
  useNarration(useView(), run, flows);
  const { scale } = useTheme();
  const runs = [run, ...over.map((other) => other.run)];
  return (
    <SenderColors colors={colorsIn(runs, flows)}>
      <div className="stage-panels" style={{ height: height * scale }}>
        <Overlaid flows={flows} others={over} label={labels[0] ?? ''} without={without}>
          <StackedPanels names={panels} run={run} flows={flows} height={height} without={without} />
        </Overlaid>
      </div>
      <ThinnedLine runs={runs} />
      <Bar group={group} runs={runs} seconds={seconds} more={<TimeBar />} />
    </SenderColors>
  );
}

interface MetricsProps {
  experiment: RunExperiment;
  shown: readonly (Run | null)[];
  labels: readonly string[];
}

function Metrics({ experiment, shown, labels }: MetricsProps) {
  const { language } = useLessonSession().opened;
  const first = shown.find((run) => run !== null);
  const rows = first == null ? [] : metricRows(experiment, first.scenario);
  if (rows.length === 0) return null;
  const several = labels.length > 1;
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
            {labels.map((label, place) => (
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
              {labels.map((arm, place) => {
                const run = shown[place];
                return <td key={arm}>{(run && of(run)) ?? '–'}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
