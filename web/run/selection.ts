/** The user's selection in a view: a packet, a link, flow or field, and what's highlighted. */
import type { Packet } from './event';
import type { PacketMoment } from './story';
import type { ViewState } from './view';

/** The packet that panels and path mark. */
export const FOLLOWED: ViewState<Packet | null> = { usual: null, until: 'scenario' };

/** The moments of the followed packet; null while there is none, or until they have been found. */
export const STORY: ViewState<readonly PacketMoment[] | null> = { usual: null, until: 'scenario' };

/** A directed link or a flow in the network drawing, by its number, or a field of the scenario, by its path. */
export type Focus = { link: number } | { flow: number } | { field: string };

/** The user's pick, to scroll to in controls and panels; each pick is a new object. */
export const FOCUS: ViewState<Focus | null> = { usual: null, until: 'address' };

/** A kind of mark or line of one panel, by the key of its explanation, or one of the compared runs. */
export type Highlighted = { panel: string; kind: string } | { run: string };

/** The entry that plots highlight, because the pointer or the focus is on its entry in a legend; null for nothing. */
export const HIGHLIGHTED: ViewState<Highlighted | null> = { usual: null, until: 'address' };
