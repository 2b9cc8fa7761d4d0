/** Shows the degree to which a paper specifies a set-up. */
import type { Experiment } from '../content/papers';
import { SPECIFIED } from './words';
import './papers.css';

export function SpecifiedChip({ specified }: Pick<Experiment, 'specified'>) {
  const { words, meaning } = SPECIFIED[specified]();
  return (
    <span className="chip" data-specified={specified} title={meaning}>
      {words}
    </span>
  );
}
