/** One paper: its tables and figures, drawn and as numbers. */
import { useId } from 'react';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { experimentAddress } from '../run/share/places';
import {
  type Entry,
  type Experiment,
  type Findings,
  findingOf,
  groupOf,
  groups,
  type Paper,
} from '../scenario/content/papers';
import { English, inEnglish } from '../ui/InEnglish';
import { EntriesChart, FigureFrame } from './charts/EntriesChart';
import { type Figure, figuresOfGroup } from './charts/select';
import { countOf, directionsIn, numbersIn } from './count';
import { NumbersTable, SpecifiedChip } from './NumbersTable';
import { PaperText } from './PaperText';
import { runAddress } from './RowCells';
import './PapersPage.css';

interface SectionProps {
  paper: Paper;
  findings: Findings;
  /** True to open one of its tables, because the address names this paper: the first, or that of the number. */
  open: boolean;
  /** The item of the number that the address names, or null. */
  wanted: string | null;
}

export function PaperSection({ paper, findings, open, wanted }: SectionProps) {
  const heading = useId();
  const parts = [...groups(paper)].map(([group, entries]) => {
    const figures = figuresOfGroup(paper, group);
    return { group, entries, figures, setUps: setUpsOf(paper, entries, figures) };
  });
  const first = open ? parts[0]?.group : undefined;
  return (
    <section className="paper" aria-labelledby={heading}>
      <h2 id={heading} {...inEnglish()}>
        {paper.title}
      </h2>
      <p className="source" {...inEnglish()}>
        {paper.authors}. {paper.published_in}
      </p>
      <p {...inEnglish()}>{paper.about}</p>
      {parts.map((part) => (
        <Group
          key={`${paper.name}/${part.group}/${wanted}`}
          paper={paper}
          {...part}
          findings={findings}
          open={part.group === (wanted === null ? first : groupOf(wanted))}
          wanted={wanted}
        />
      ))}
    </section>
  );
}

interface GroupProps {
  paper: Paper;
  group: string;
  entries: Entry[];
  figures: Figure[];
  /** The experiments that produce these entries and figures. */
  setUps: Experiment[];
  findings: Findings;
  open: boolean;
  wanted: string | null;
}

/** One table or figure. */
function Group({ paper, group, entries, figures, setUps, findings, open, wanted }: GroupProps) {
  const rows = entries.map((entry) => ({ entry, finding: findingOf(findings, paper, entry) }));
  const place = entries[0]?.place ?? figures[0]?.place ?? group;
  const [first] = setUps;
  const count = countOf(rows.map(({ finding }) => finding));
  const tally = [
    numbersIn(count) > 0 &&
      t('{agreeing} of {all} numbers agree', { agreeing: count.agrees, all: numbersIn(count) }),
    directionsIn(count) > 0 &&
      t('{holding} of {all} directions hold', { holding: count.holds, all: directionsIn(count) }),
  ];
  return (
    <details className="panel findings" open={open} data-group={group}>
      <summary>
        <English>
          <b>{place}</b> {first?.title ?? figures[0]?.title ?? ''}
        </English>
        {[...new Set(setUps.map(({ specified }) => specified))].map((specified) => (
          <SpecifiedChip key={specified} specified={specified} />
        ))}
        <span className="tally">{tally.filter(Boolean).join(', ')}</span>
      </summary>
      {setUps.map((setUp) => (
        <div className="set-up" key={setUp.name}>
          <About text={setUp.about} {...(setUps.length > 1 && { title: setUp.title })} />
        </div>
      ))}
      <EntryFigures figures={figures} paper={paper} findings={findings} />
      <BenchLinks figures={figures} paper={paper} />
      {rows.length > 0 && (
        <NumbersTable
          label={t('{place}, numbers', { place })}
          paper={paper}
          rows={rows}
          findings={findings}
          wanted={wanted}
          addressOf={(entry) => runAddress(paper, entry)}
        />
      )}
    </details>
  );
}

/** The experiments that produce a table's or figure's numbers, without duplicates. */
function setUpsOf(paper: Paper, entries: Entry[], figures: Figure[]): Experiment[] {
  const names = new Set([
    ...entries.map(({ experiment }) => experiment),
    ...figures.flatMap(({ drawing }) => (drawing.kind === 'run' ? [drawing.experiment] : [])),
  ]);
  return [...names].flatMap((name) => paper.experiments.find((experiment) => experiment.name === name) ?? []);
}

interface FiguresProps {
  figures: Figure[];
  paper: Paper;
}

/** Figures that are drawn from the paper's and our numbers. */
function EntryFigures({ figures, paper, findings }: FiguresProps & { findings: Findings }) {
  const frames = figures.flatMap((figure) => {
    const { drawing, name, place, title } = figure;
    if (drawing.kind !== 'entries') return [];
    return [
      <FigureFrame key={name} figure={figure}>
        <EntriesChart label={`${place}, ${title}`} drawing={drawing} paper={paper} findings={findings} />
      </FigureFrame>,
    ];
  });
  return frames.length === 0 ? null : <div className="figure-grid">{frames}</div>;
}

/** Links to figures of curves over time. The bench draws these, because it makes the runs. */
function BenchLinks({ figures, paper }: FiguresProps) {
  const curves = figures.flatMap(({ name, place, title, drawing }) => {
    if (drawing.kind !== 'run') return [];
    const { experiment, arm = null } = drawing;
    return [
      <li key={name} data-figure-of={name}>
        <a className="button" href={experimentAddress({ paper: paper.name, experiment, arm })}>
          {rich('{place} on the bench: {title}', {
            place: <English>{place}</English>,
            title: <English>{title}</English>,
          })}
        </a>
      </li>,
    ];
  });
  return curves.length === 0 ? null : <ul className="curves">{curves}</ul>;
}

const SENTENCES_SHOWN = 2;

interface Props {
  /** Title before the text, if it needs one. */
  title?: string;
  text: string;
}

/** Description of a set-up. The first sentences are always visible, the rest after a click. */
export function About({ title, text }: Props) {
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z0-9])/);
  const rest = sentences.slice(SENTENCES_SHOWN).join(' ');
  return (
    <div className="about">
      <p {...inEnglish()}>
        {title !== undefined && <b>{title}: </b>}
        <PaperText text={sentences.slice(0, SENTENCES_SHOWN).join(' ')} />
      </p>
      {rest !== '' && (
        <details>
          <summary>{t('More about this set-up')}</summary>
          <p {...inEnglish()}>
            <PaperText text={rest} />
          </p>
        </details>
      )}
    </div>
  );
}
