/** What decided a run, each finding a button to its moment. */
import { useMemo } from 'react';
import { t } from '../../base/words/words';
import { useSettled } from '../../plot/onScreen';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import type { ViewState } from '../../run/view';
import { type Finding, findingsOf } from './findings';
import { Sentence } from './Sentence';
import './ResultsLine.css';

/** All findings, next to the list of events. */
export function FindingList({ run, flows }: { run: Run; flows: number[] }) {
  // Describing a run waits until no control is being dragged.
  const settled = useSettled(run);
  const findings = useMemo(() => findingsOf(settled, flows), [settled, flows]);
  if (findings.length === 0) return null;
  return (
    <section className="finding-list" aria-label={t('Findings')}>
      <FindingItems findings={findings} />
    </section>
  );
}

interface ItemsProps {
  findings: readonly Finding[];
  /** Called when one has been chosen. */
  after?: (() => void) | undefined;
}

export function FindingItems({ findings, after }: ItemsProps) {
  return (
    <ul>
      {findings.map((finding) => (
        <li key={finding.words}>
          <FindingButton finding={finding} after={after} />
          {finding.lesson && <LessonLink lesson={finding.lesson} />}
        </li>
      ))}
    </ul>
  );
}

/** Leads to the lesson that explains a finding. */
export function LessonLink({ lesson: { name, title } }: { lesson: NonNullable<Finding['lesson']> }) {
  return (
    <a className="finding-lesson" href={`lessons/${name}/`}>
      {t('Lesson: {title}', { title })}
    </a>
  );
}

interface ButtonProps {
  finding: Finding;
  after?: (() => void) | undefined;
  /** In a line: called when it turns out whether the sentence fits; it's hidden if it doesn't. */
  onCut?: (cut: boolean) => void;
}

/** The finding that was chosen last. The results line shows it as long as the cursor is at its moment. */
export const CHOSEN: ViewState<Finding | null> = { usual: null, until: 'scenario' };

export function FindingButton({ finding, after, onCut }: ButtonProps) {
  const view = useView();
  const go = () => {
    if (finding.window !== null) view.show(finding.window);
    view.hold(finding.at_s);
    view.of(CHOSEN).set(finding);
    after?.();
  };
  return (
    <button type="button" className="to-moment" onClick={go}>
      {onCut === undefined ? finding.words : <Sentence words={finding.words} onCut={onCut} />}
    </button>
  );
}
