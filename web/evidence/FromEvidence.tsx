/** On the bench, for a run that a result opened: what it is, and the way back. */
import { parseEvidence } from '../content/reference';
import { rich } from '../words/rich';
import { evidenceAddress } from './addresses';
import './evidence.css';

export function FromEvidence({ name }: { name: string }) {
  const run = parseEvidence(name);
  const back = (words: string) => <a href={evidenceAddress(run?.kind === 'cell' ? run.cell : {})}>{words}</a>;
  return (
    <p className="note from-evidence">
      {run?.kind === 'cell'
        ? rich('This run is a cell of the plausibility grid, with its first seed. <back>How we know</back>', {
            back,
          })
        : rich(
            'This run is one that we compare with another implementation, with its first seed. <back>How we know</back>',
            {
              back,
            },
          )}
    </p>
  );
}
