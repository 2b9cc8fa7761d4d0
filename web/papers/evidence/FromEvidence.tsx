/** A note on the bench when it shows a run of the evidence page, with a link back to the page. */
import type { ReactNode } from 'react';
import { rich } from '../../base/words/rich';
import { evidenceAddress } from '../../run/share/places';
import { type EvidenceRun, parseEvidence } from '../../scenario/content/reference';
import './evidence.css';

type Back = (words: string) => ReactNode;

const compared = (back: Back) =>
  rich(
    'This run is one that we compare with another implementation, with its first seed. <back>How we know</back>',
    { back },
  );

const NOTES: Record<EvidenceRun['kind'], (back: Back) => ReactNode> = {
  cell: (back) =>
    rich('This run is a cell of the plausibility grid, with its first seed. <back>How we know</back>', {
      back,
    }),
  row: compared,
  packets: compared,
  sentence: (back) =>
    rich('This run tests a sentence of an RFC. <back>RFC sentence by sentence</back>', { back }),
};

function addressOf(run: EvidenceRun | null): string {
  if (run?.kind === 'cell') return evidenceAddress(run.cell);
  return evidenceAddress(run?.kind === 'sentence' ? { sentence: run.id } : {});
}

export function FromEvidence({ name }: { name: string }) {
  const run = parseEvidence(name);
  const back = (words: string) => <a href={addressOf(run)}>{words}</a>;
  return <p className="note from-evidence">{NOTES[run?.kind ?? 'row'](back)}</p>;
}
