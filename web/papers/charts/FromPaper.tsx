/** The card above the panels when the bench shows a paper's experiment: the paper's figures and numbers next to ours. */
import { useMemo, useState } from 'react';
import { useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Bench } from '../../run/bench';
import { experimentAddress, paperAddress } from '../../run/share/places';
import type { Run } from '../../run/trace';
import {
  type Entry,
  type Experiment,
  type Findings,
  findingOf,
  groupOf,
  type Paper,
  shortName,
} from '../../scenario/content/papers';
import type { Reference } from '../../scenario/content/reference';
import { Failure } from '../../ui/Boundary';
import { useLoaded } from '../load';
import { NumbersTable, SpecifiedChip } from '../NumbersTable';
import { EntriesChart, FigureFrame } from './EntriesChart';
import { RunFigure } from './RunFigure';
import { type Figure, figuresOfExperiment, measures } from './select';

interface Props {
  bench: Bench;
  /** The experiment on the bench. Use it as the `key` too, so that another experiment gets a new card. */
  reference: Reference;
  /** Number of flows that the bench shows by default. */
  flowCount: number;
}

export function FromPaper({ bench, reference, flowCount }: Props) {
  const names = useMemo(() => [reference.paper], [reference.paper]);
  const { loaded, failure, again } = useLoaded(names);
  if (failure !== null) {
    return (
      <Failure
        words={t('The paper’s numbers couldn’t be loaded.')}
        reason={failure}
        label={t('Load again')}
        again={again}
      />
    );
  }
  const paper = loaded?.papers[0];
  const experiment = paper?.experiments.find(({ name }) => name === reference.experiment);
  if (loaded === null || paper === undefined || experiment === undefined) return null;
  return <Card {...{ bench, paper, experiment, flowCount }} arm={reference.arm} findings={loaded.findings} />;
}

interface CardProps {
  bench: Bench;
  paper: Paper;
  experiment: Experiment;
  arm: string | null;
  findings: Findings;
  flowCount: number;
}

function Card({ bench, paper, experiment, arm, findings, flowCount }: CardProps) {
  const edited = usePart(bench.state, 'edited');
  const run = useExperimentRun(bench);
  const { own, others } = useMemo(
    () => figuresOfExperiment(paper, experiment.name, arm),
    [paper, experiment, arm],
  );
  const isForeground = (entry: Entry) => measures(entry, experiment.name, arm);
  const rows = paper.entries
    .filter(isForeground)
    .map((entry) => ({ entry, finding: findingOf(findings, paper, entry) }));
  return (
    <details className="panel findings from-paper" open>
      <summary>
        <h2>{t('From the paper')}</h2>
        <span>
          {shortName(paper)}: {experiment.title}
        </span>
        <SpecifiedChip specified={experiment.specified} />
      </summary>
      <p className="set-up">{experiment.about}</p>
      <div className="ways">
        <ArmSwitch paper={paper} experiment={experiment} arm={arm} />
        <PaperLinks
          paper={paper}
          items={[...rows.map(({ entry }) => entry.item), ...own.map(({ name }) => name)]}
        />
      </div>
      {edited && (
        <p className="note">
          {t('You’ve changed the set-up. These numbers belong to the original; the curves show your run.')}
        </p>
      )}
      {own.length > 0 && (
        <div className="figure-grid">
          {own.map((figure) => (
            <ExperimentFigure
              key={figure.name}
              {...{ figure, paper, findings, run, flowCount, isForeground }}
            />
          ))}
        </div>
      )}
      {rows.length > 0 && (
        <NumbersTable
          label={t('Numbers that this run measures')}
          paper={paper}
          rows={rows}
          findings={findings}
          addressOf={({ item }) => paperAddress(paper.name, item)}
        />
      )}
      {others.length > 0 && <OtherFigures paper={paper} figures={others} />}
    </details>
  );
}

/** The run on the bench, or null as long as it still shows the previous scenario's run. */
function useExperimentRun(bench: Bench): Run | null {
  const { shown, accepted } = useObservable(bench.runner.state);
  const text = usePart(bench.state, 'text');
  const [started, setStarted] = useState(false);
  if (!started && shown !== null && shown.scenario === accepted?.scenario && accepted.text === text)
    setStarted(true);
  return started ? shown : null;
}

interface ArmProps {
  paper: Paper;
  experiment: Experiment;
  arm: string | null;
}

function ArmSwitch({ paper, experiment, arm }: ArmProps) {
  const { name, arms = [] } = experiment;
  // An arm can also combine several listed ones (`a+b`), and then isn't in the list itself.
  const names = [...new Set([...arms.map(({ name: one }) => one), ...(arm === null ? [] : [arm])])];
  if (names.length < 2) return null;
  const open = (next: string) => {
    window.location.hash = experimentAddress({ paper: paper.name, experiment: name, arm: next });
  };
  return (
    <label>
      {t('Variant')}{' '}
      <select value={arm ?? ''} onChange={(event) => open(event.target.value)}>
        {names.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

/** Links back to the paper's tables and figures that these items belong to. */
function PaperLinks({ paper, items }: { paper: Paper; items: string[] }) {
  const groups = [...new Set(items.map(groupOf))];
  const nameOf = (group: string) =>
    [...paper.entries.map(({ item, place }) => ({ name: item, place })), ...(paper.figures ?? [])].find(
      ({ name }) => groupOf(name) === group,
    )?.place ?? group;
  // Several groups may belong to the same section of the paper. Link only to the first; the others are near it.
  const distinct = groups.filter(
    (group, i) => groups.findIndex((one) => nameOf(one) === nameOf(group)) === i,
  );
  return (
    <span className="places">
      {t('Back to')}{' '}
      {distinct.map((group) => (
        <a key={group} href={paperAddress(paper.name, group)}>
          {nameOf(group)}
        </a>
      ))}
      <a href={paperAddress(paper.name)}>{t('the whole paper')}</a>
    </span>
  );
}

/** Links to figures of the experiment's other arms. Curves open on the bench with their arm, numbers in the paper. */
function OtherFigures({ paper, figures }: { paper: Paper; figures: Figure[] }) {
  return (
    <p className="others">
      {t('Other variants:')}{' '}
      {figures.map(({ name, place, title, drawing }) => (
        <a
          key={name}
          href={
            drawing.kind === 'run'
              ? experimentAddress({
                  paper: paper.name,
                  experiment: drawing.experiment,
                  arm: drawing.arm ?? null,
                })
              : paperAddress(paper.name, name)
          }
        >
          {place}, {title}
        </a>
      ))}
    </p>
  );
}

interface FigureProps {
  figure: Figure;
  paper: Paper;
  findings: Findings;
  run: Run | null;
  flowCount: number;
  isForeground(entry: Entry): boolean;
}

function ExperimentFigure({ figure, paper, findings, run, flowCount, isForeground }: FigureProps) {
  const { drawing, place, title } = figure;
  if (drawing.kind === 'entries') {
    return (
      <FigureFrame figure={figure}>
        <EntriesChart
          label={`${place}, ${title}`}
          drawing={drawing}
          paper={paper}
          findings={findings}
          isForeground={isForeground}
        />
      </FigureFrame>
    );
  }
  if (run === null) {
    return (
      <FigureFrame figure={figure}>
        <p className="waiting">{t('The run hasn’t finished.')}</p>
      </FigureFrame>
    );
  }
  return <RunFigure figure={figure} drawing={drawing} run={run} flowCount={flowCount} />;
}
