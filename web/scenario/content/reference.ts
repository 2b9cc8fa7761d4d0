/**
 * Names in addresses: scenarios, papers' experiments, and the runs behind the evidence (`evidence/ns2/alone-reno`,
 * `evidence/packets/reno/two/plain`, `evidence/grid/reno/every_packet/10M-40ms-5p/alone`, `evidence/rfc/5681-timeout`).
 */

/**
 * The name of the scenario in a file: `ahn-fig2`, or with the lesson's name as prefix for a scenario in its folder: `rem.two-links`.
 */
export function scenarioNameOf(path: string): string {
  const [, lesson, file] = /\/lessons\/([^/]+)\/(.+)\.scenario\.json$/.exec(path) ?? [];
  return lesson === undefined ? path.replace(/^.*\/|\.json$/g, '') : `${lesson}.${file}`;
}

/** An arm of a paper's experiment, as in an address: `low-2000/chain/wpf`. */
export interface Reference {
  paper: string;
  experiment: string;
  arm: string | null;
}

export function parseReference(text: string): Reference | null {
  const [paper, experiment, arm = null, ...more] = text.split('/');
  return paper && experiment && more.length === 0 ? { paper, experiment, arm } : null;
}

export function formatReference({ paper, experiment, arm }: Reference): string {
  return [paper, experiment, ...(arm === null ? [] : [arm])].join('/');
}

/** The implementations that we compared the engine with, as in addresses. */
export const PEERS = ['ns2', 'linux'] as const;
export type Peer = (typeof PEERS)[number];

/** A cell of the grid, by the names in the grid's file. */
export interface CellName {
  preset: string;
  receiver: string;
  path: string;
  company: string;
}

/** The run of a sentence of an RFC; `switched`: with the values with which the engine obeys. */
export interface SentenceRun {
  kind: 'sentence';
  id: string;
  switched: boolean;
}

/** A row of the battery or of the packets is named by its `id`, which for packets has three parts. */
export type EvidenceRun =
  | { kind: 'row'; peer: Peer; id: string }
  | { kind: 'packets'; id: string }
  | { kind: 'cell'; cell: CellName }
  | SentenceRun;

const PREFIX = 'evidence';
const SWITCHED = 'switched';

export function isEvidence(name: string): boolean {
  return name.startsWith(`${PREFIX}/`);
}

/** Null if the name is not a run's. */
export function parseEvidence(name: string): EvidenceRun | null {
  const [prefix, kind = '', ...rest] = name.split('/');
  if (prefix !== PREFIX || rest.includes('')) return null;
  const peer = PEERS.find((one) => one === kind);
  const [first = '', receiver = '', path = '', company = ''] = rest;
  if (peer !== undefined && rest.length === 1) return { kind: 'row', peer, id: first };
  if (kind === 'packets' && rest.length === 3) return { kind: 'packets', id: rest.join('/') };
  if (kind === 'rfc' && (rest.length === 1 || (rest.length === 2 && receiver === SWITCHED)))
    return { kind: 'sentence', id: first, switched: rest.length === 2 };
  if (kind !== 'grid' || rest.length !== 4) return null;
  return { kind: 'cell', cell: { preset: first, receiver, path, company } };
}

export function formatEvidence(run: EvidenceRun): string {
  if (run.kind === 'row') return [PREFIX, run.peer, run.id].join('/');
  if (run.kind === 'packets') return [PREFIX, 'packets', run.id].join('/');
  if (run.kind === 'sentence') return [PREFIX, 'rfc', run.id, ...(run.switched ? [SWITCHED] : [])].join('/');
  const { preset, receiver, path, company } = run.cell;
  return [PREFIX, 'grid', preset, receiver, path, company].join('/');
}
