/** Everything that the lab knows about a panel, in one record. */
import type { ComponentType } from 'react';
import type { Panel as FigurePanel } from '../../engine/generated/papers';
import type { Definition } from './definition';
import type { PanelProps } from './Panel';

export interface PanelRecord {
  /** The name in the page's markup, in lessons and in addresses. */
  name: string;
  /** The name of the panel in figures of papers, if papers have such figures (`engine-wasm/papers/src/figure.rs`). */
  figure?: FigurePanel;
  /** The heading above the panel. */
  title(): string;
  /** A shorter title, for a list of panels to choose from. */
  choice(): string;
  /** The panel's share of the bench's height, if the bench shows it before anyone has chosen. */
  shown?: number;
  /** Heights of the bands above the curves of a run that shows so many flows, its own or one drawn over it, pixels: its room is added to that of curves. */
  bands?(flows: number): number[];
  Component: ComponentType<PanelProps>;
  /** From which `Component` is derived, and compared runs are drawn over it. */
  definition: Definition<unknown, unknown>;
  /** Loads the code of a panel that comes later. `Component` does that by itself, but without waiting. */
  load?(): Promise<Pick<PanelRecord, 'Component'>>;
}
