/** The implementations that ours was compared with, as addresses name them. */
export const PEERS = ['ns2', 'linux'] as const;
export type Peer = (typeof PEERS)[number];
