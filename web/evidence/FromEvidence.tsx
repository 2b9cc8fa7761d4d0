/** A note on the bench when it shows a run of the evidence page, with a link back to the page. */
import { parseEvidence } from '../content/reference';
import { evidenceAddress } from '../share/route';
import { rich } from '../words/rich';
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
