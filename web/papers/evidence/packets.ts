/** The runs that were compared with ns-2 packet by packet, by sender and by rule. */
import type { PacketsFile, PacketsRow } from '../../scenario/content/evidence/data';
import type { Counts } from './grid';

/** How many runs are identical, and how many differ by a rule. None is unexplained: the test of the results forbids it. */
export function packetCounts({ rows }: PacketsFile): Counts {
  const agrees = rows.filter(({ verdict }) => verdict === 'identical').length;
  return { agrees, explained: rows.length - agrees, out: 0 };
}

/** Packets of the identical runs. */
export function identicalPackets({ rows }: PacketsFile): number {
  return rows.reduce((sum, { verdict, packets }) => sum + (verdict === 'identical' ? packets : 0), 0);
}

export interface SenderRuns {
  title: string;
  rows: readonly PacketsRow[];
  identical: number;
}

/** In the order of the senders' titles. */
export function bySender({ senders, rows }: PacketsFile): SenderRuns[] {
  return Object.entries(senders)
    .map(([name, title]) => {
      const own = rows.filter(({ sender }) => sender === name);
      return { title, rows: own, identical: own.filter(({ verdict }) => verdict === 'identical').length };
    })
    .filter(({ rows: own }) => own.length > 0);
}

/** The rules with the runs that they explain. */
export function rulesInUse({ rules, rows }: PacketsFile) {
  return Object.entries(rules).map(([name, sentence]) => ({
    name,
    sentence,
    rows: rows.filter(({ rule }) => rule === name),
  }));
}
