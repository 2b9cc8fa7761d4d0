/** The names that panels carry on the page, in lessons and in addresses, from top to bottom. */
export const PANEL_NAMES = ['sender-sequence', 'window', 'queue', 'rtt', 'receiver-sequence'] as const;

export type PanelName = (typeof PANEL_NAMES)[number];
