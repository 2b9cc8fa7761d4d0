/** A band above a flow's curves, colored by what is true of its sender at each time. */
import { leavesOut } from '../../plot/highlighted';
import type { Ink } from '../../plot/ink';
import { type Layout, type PlacedLane, plain } from '../../plot/layout';
import type { Explained } from '../../ui/explanations';
import { flowToken, type Theme } from '../../ui/theme';
import type { Channel, Mark } from './definition';

/** A time in which one of the names is true. */
export interface Span<Name extends string> {
  name: Name;
  from: number;
  to: number;
}

/** How a name is shown. */
interface Look {
  label(): string;
  token: string;
  explains: Explained;
  /** Its color is dark on a light page and light on a dark one, so that its label is in the panel's color. */
  strong?: boolean;
}

/** The names of a band, each with its look. Later ones are drawn on top. */
export type Looks<Name extends string> = Record<Name, Look>;

interface Band<Name extends string> {
  flow: number;
  lane: string;
  spans: Channel<Span<Name>[]>;
  /** The names of the whole run, for the legend. */
  present(): ReadonlySet<Name>;
  /** True if a mark in the flow's color is next to it. */
  signed: boolean;
}

/** Minimum height of a band with labels. */
const WORDS_PX = 12;
/** Horizontal padding around a label, both sides together. */
const WORDS_ASIDE_PX = 8;

export function band<Name extends string>(looks: Looks<Name>, of: Band<Name>): Mark {
  const { flow, lane, spans, present, signed } = of;
  return {
    lane,
    flow,
    channel: spans,
    draw: ({ ink, frame, layout, lane, theme }) => drawBand(ink, looks, frame.of(spans), layout, lane, theme),
    drawFixed: ({ ink, frame, layout, lane, theme }) => {
      nameBand(ink, looks, frame.of(spans), layout, lane, theme);
      if (!signed) return;
      ink.fillStyle = theme.color(flowToken(flow));
      ink.fillRect(-6, lane.top, 4, lane.bottom - lane.top);
    },
    drawCompared: ({ ink, frame, layout, lane, theme }) => {
      drawBand(ink, looks, frame.of(spans), layout, lane, theme);
      nameBand(ink, looks, frame.of(spans), layout, lane, theme);
    },
    drawLetter: ({ ink, lane: { top, bottom }, theme }, style) => {
      ink.save();
      ink.font = `700 ${theme.font(10.5)}`;
      ink.textAlign = 'right';
      ink.textBaseline = 'middle';
      ink.fillStyle = theme.color(style.token);
      if (bottom - top > 9) ink.fillText(style.letter, -5, (top + bottom) / 2);
      else ink.fillRect(-6, top, 4, bottom - top);
      ink.restore();
    },
    legend: () => {
      const shown = present();
      return namesOf(looks).flatMap((name) => {
        const { label, token, explains } = looks[name];
        return shown.has(name) ? [{ label: label(), band: true, token, explains }] : [];
      });
    },
  };
}

function namesOf<Name extends string>(looks: Looks<Name>): Name[] {
  return Object.keys(looks) as Name[];
}

function drawBand<Name extends string>(
  context: Ink,
  looks: Looks<Name>,
  spans: readonly Span<Name>[],
  layout: Layout,
  lane: PlacedLane,
  theme: Theme,
): void {
  const { top, bottom } = lane;
  const place = placesOn(layout);
  // Draw name by name, because changing a canvas's fill color is slow. It also keeps short recoveries and timeouts on top.
  for (const name of namesOf(looks)) {
    if (leavesOut(looks[name].explains)) continue;
    context.fillStyle = theme.color(looks[name].token);
    for (const span of spans) {
      if (span.name !== name) continue;
      const left = place(span.from);
      context.fillRect(left, top, Math.max(1, place(span.to) - left - 1), bottom - top);
    }
  }
}

/** Draws the labels, if they fit, in the visible part of each time. */
function nameBand<Name extends string>(
  context: Ink,
  looks: Looks<Name>,
  spans: readonly Span<Name>[],
  layout: Layout,
  lane: PlacedLane,
  theme: Theme,
): void {
  const { top, bottom } = lane;
  if (bottom - top < WORDS_PX) return;
  const place = placesOn(layout);
  context.save();
  context.font = theme.font(10.5);
  context.textBaseline = 'middle';
  for (const { name, from, to } of spans) {
    const look = looks[name];
    const left = place(from);
    const room = place(to) - left - WORDS_ASIDE_PX;
    if (room <= 0 || leavesOut(look.explains)) continue;
    const label = look.label();
    if (context.measureText(label).width >= room) continue;
    context.fillStyle = theme.color(look.strong ? 'panel' : 'ink');
    context.fillText(label, left + 4, (top + bottom) / 2 + 0.5);
  }
  context.restore();
}

/** Maps times to positions, clamped to the plot's edges. */
function placesOn(layout: Layout): (time: number) => number {
  const x = plain(layout.x);
  return (time) => Math.min(layout.width, Math.max(0, x(time)));
}
