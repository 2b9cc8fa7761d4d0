/**
 * Draws the first picture of a stage while the build writes the page: the path with its packets, and the panels, by the code of the live
 * ones. In the page it's replaced by them.
 */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Config, optimize } from 'svgo';
import type { simulateText } from '../../../scripts/check/simulated.mjs';
import { Recording } from '../../lab/export/picture/recording';
import type { PanelRecord } from '../../lab/panels/record';
import { panelNamed } from '../../lab/panels/registry';
import { StackContext } from '../../lab/panels/stack';
import { THEORY_SHOWN } from '../../lab/panels/theory';
import { longestPassage, passagesIn, recording } from '../../lab/topology/closeup';
import { contentsOf } from '../../lab/topology/contents';
import { dropsOf } from '../../lab/topology/drops';
import { flowsAt } from '../../lab/topology/layout';
import { networkOf } from '../../lab/topology/network';
import { momentOf, styleOf } from '../../lab/topology/packetCanvas';
import { boxOf, paint } from '../../lab/topology/paint';
import { sizesOf } from '../../lab/topology/passages';
import { StripDrawing } from '../../lab/topology/StripDrawing';
import { layOutStrip } from '../../lab/topology/strip';
import { stripLabels } from '../../lab/topology/stripLabels';
import { drawAxes, titleLane } from '../../plot/axes';
import { colorsIn, hueOf } from '../../plot/hues';
import { layOut, STACKED, STACKED_LAST } from '../../plot/layout';
import { type PlotProps, StillPlotContext } from '../../plot/Plot';
import { ViewContext } from '../../run/hooks';
import { type Run, Trace } from '../../run/trace';
import { View } from '../../run/view';
import type { Explained } from '../../ui/explanations';
import { type Theme, ThemeProvider } from '../../ui/theme';
import { openExactly, toRead } from '../arms';
import { hasStrip } from '../controls';
import type { OpenedLesson } from '../course';
import { shownRun } from '../flowNames';
import { notYetIntroduced } from '../introduced';
import type { Lesson, StageStep } from '../lesson';
import { RATE_SCALE } from '../rates';
import { NotYet, type Runs } from '../runs';
import { firstMoment } from './moment';
import { shortLegendOf } from './shortLegend';
import { NARROW, WIDE, WITH_STRIP } from './sizes';
import { experimentOf } from './stageBenches';

type Simulate = typeof simulateText;

/** Colors stay names, so that the page's theme fills them in. */
const THEME: Theme = {
  color: (token) => `var(--${token})`,
  font: (size) => `${size}px var(--sans)`,
  scale: 1,
};

/**
 * The pictures of a step. In the page they scale from the width that they are drawn for, CSS pixels. `column` is the width of the columns
 * to which lines are reduced, CSS pixels. The live picture has a column per pixel; here each adds to the page's bytes before its first
 * paint.
 */
const PICTURES = [
  { className: 'still-wide', width: 800, column: 4, size: WIDE },
  { className: 'still-narrow', width: 362, column: 3, size: NARROW },
];

type Pictured = (typeof PICTURES)[number];

/**
 * Distances between points, rounded to tenths of a pixel. They repeat, so they compress to half the bytes of positions, and the page
 * arrives in the first flight of a new connection, 14,600 bytes.
 */
const SHORT: Config = {
  plugins: [
    {
      name: 'convertPathData',
      params: { floatPrecision: 1, utilizeAbsolute: false, leadingZero: true },
    },
    { name: 'cleanupListOfValues', params: { floatPrecision: 1 } },
    // Opacities need hundredths.
    { name: 'cleanupNumericValues', params: { floatPrecision: 2 } },
  ],
};

/** The markup of a step's picture, for wide and for narrow screens. */
export async function drawStill(
  { about, lesson }: Pick<OpenedLesson, 'about' | 'lesson'>,
  id: string,
  simulate: Simulate,
): Promise<string> {
  const step = lesson.steps[id];
  if (step === undefined) throw new Error(`The lesson has no step ${id}.`);
  const run = await runOf(lesson, step, simulate);
  const none = () => {
    throw new NotYet(id);
  };
  const others: Runs = { of: none, sweep: none, samples: none };
  const [from, to] = step.seconds;
  const view = new View();
  view.of(THEORY_SHOWN).set(false);
  view.limitTo({ from, to });
  view.cursor.set(firstMoment(step, run, others));
  const moment = momentOf(view, run);
  const closeup = await closeupOf(run, moment, simulate);
  const without = notYetIntroduced(about.name, step.without);
  const colors = colorsIn([run], []);
  const panels = await Promise.all(
    step.panels.flatMap((name) => (name === undefined ? [] : [loaded(panelNamed(name))])),
  );
  return PICTURES.map((one) => {
    const pictured = one.size === WIDE && hasStrip(step) ? { ...one, size: WITH_STRIP } : one;
    const { className, width, size } = pictured;
    const inside = picture(`${className}-${id}`, step, panels, run, closeup, view, moment, pictured, without);
    const box = `0 0 ${width} ${size.path + size.panels}`;
    const svg = `<svg class="${className}" viewBox="${box}" preserveAspectRatio="xMinYMin" font-family="var(--sans)">${inside}</svg>`;
    return optimize(svg, SHORT).data.replace(/\bflow-\d/g, (token) => hueOf(token, colors));
  }).join('');
}

const loaded = async (panel: PanelRecord): Promise<Pick<PanelRecord, 'Component'>> =>
  (await panel.load?.()) ?? panel;

async function runOf(lesson: Lesson, step: StageStep, simulate: Simulate): Promise<Run> {
  const [arm] = Object.values(experimentOf(lesson, step).arms);
  if (arm === undefined) throw new Error(`The experiment ${step.experiment} has no arms.`);
  return shownRun(asRun(await simulate(...toRead(await openExactly(arm)))), arm);
}

function asRun({ scenario, chunks, summary }: Awaited<ReturnType<Simulate>>): Run {
  const trace = new Trace(scenario);
  for (const chunk of chunks) trace.append(chunk);
  return { id: 1, trace, scenario, prediction: null, summary, now_s: summary.ended_at_s };
}

/** The same run with the packets around a moment. */
async function closeupOf(run: Run, moment: number, simulate: Simulate): Promise<Run> {
  const text = recording(run, { from: moment, to: moment }, longestPassage(run));
  return asRun(await simulate(JSON.stringify(text)));
}

function picture(
  id: string,
  step: StageStep,
  shown: readonly Pick<PanelRecord, 'Component'>[],
  run: Run,
  closeup: Run,
  view: View,
  moment: number,
  { width, column, size }: Pictured,
  without: readonly Explained[],
): string {
  const path = pathOf(step, run, closeup, moment, width, size.path);
  const height = size.panels / shown.length;
  const panels = shown.map(({ Component }, place) => {
    const margin = place === shown.length - 1 ? STACKED_LAST : STACKED;
    let drawn = '';
    const plot = <Marks,>(props: PlotProps<Marks>): ReactNode => {
      drawn = plotOf(`${id}-${place}`, { ...props, margin, height }, view, width, column);
      return null;
    };
    renderToStaticMarkup(
      <ThemeProvider value={THEME}>
        <ViewContext value={view}>
          <StackContext
            value={{
              height,
              margin,
              lesson: { without, rateIn: RATE_SCALE, legendFor: shortLegendOf },
              tools: null,
              actions: () => null,
            }}
          >
            <StillPlotContext value={plot}>
              {createElement(Component, { run, flows: [...(step.flows ?? [0])] })}
            </StillPlotContext>
          </StackContext>
        </ViewContext>
      </ThemeProvider>,
    );
    if (drawn === '') throw new Error('A panel of the first picture draws no plot.');
    return `<g transform="translate(0,${size.path + place * height})">${drawn}</g>`;
  });
  return path + panels.join('');
}

/** No fonts are known here; panels measure only labels that they center or leave out. */
const measure = (text: string) => ({ width: 6 * text.length }) as TextMetrics;

function plotOf<Marks>(
  id: string,
  props: PlotProps<Marks>,
  view: View,
  width: number,
  column: number,
): string {
  const { height, margin = STACKED_LAST, select, lanes, drawUnder, draw, drawFixed } = props;
  const { window } = view;
  const inside = Math.round((width - margin.left - margin.right) / column);
  const marks = select(window, inside, height - margin.top - margin.bottom);
  const layout = layOut(lanes(marks), window, width, height, margin);
  const ink = new Recording(measure, id);
  drawAxes(ink, layout, THEME);
  drawUnder?.(ink, marks, layout, THEME);
  draw(ink, marks, layout, THEME);
  drawFixed(ink, marks, layout, THEME);
  const cursor = view.cursor.value;
  const x = cursor === null ? null : layout.x(cursor);
  const future =
    x === null
      ? ''
      : `<path d="M${x} 0H${layout.width}V${layout.height}H${x}z" fill="var(--bg)" opacity=".72"/>` +
        `<path d="M${x} 0V${layout.height}" stroke="var(--ink)"/>`;
  const title = titleLane(layout)?.label ?? '';
  const heading = `<text x="${margin.left}" y="14" font-size="12" font-weight="600" fill="var(--muted)">${title}</text>`;
  return `${heading}<g transform="translate(${margin.left},${margin.top})">${ink.svg()}${future}</g>`;
}

/** Attributes that only a live drawing needs. */
const LIVE_ONLY = / (?:role|tabindex|aria-[a-z]+|data-[a-z]+|style|width|height)="[^"]*"/g;

function pathOf(
  { flows = [0] }: StageStep,
  run: Run,
  closeup: Run,
  moment: number,
  width: number,
  height: number,
): string {
  const { scenario } = run;
  const network = networkOf(scenario);
  const sizes = sizesOf(scenario);
  // The live path leaves room for its button.
  const strip = layOutStrip(network, scenario, width - 28, height, flows[0] ?? 0);
  const contents = contentsOf(run, network, dropsOf(run.trace), sizes);
  contents.forEach((one, link) => {
    one.passages = passagesIn(closeup.trace, network, sizes, link);
  });
  const drawing = renderToStaticMarkup(
    <StripDrawing
      strip={strip}
      scale={1}
      flows={flowsAt(strip, { scenario })}
      queues={strip.lanes.map((lane) => boxOf(lane, contents[lane.links[0] ?? -1]))}
      nameOf={() => ''}
      press={() => {}}
      follow={() => false}
    />,
  );
  const inside = drawing
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(LIVE_ONLY, (attribute) => (/^ (?:width|height)=/.test(attribute) ? attribute : ''));
  const ink = new Recording(measure);
  const style = styleOf({ run, network, theme: THEME, sizes, highlight: null, reducedMotion: true });
  paint(ink, strip, contents, moment, style);
  const labels = strip.edges.flatMap((edge) => {
    const own = stripLabels(strip, edge, network, moment);
    if (own === null || edge.labels === null) return [];
    const { x, y, width: room, height: tall } = edge.labels;
    const text = own.pieces.map((piece) => piece.text).join(' \u00a0 ');
    return `<text x="${x + room / 2}" y="${y + tall / 2}" text-anchor="middle" dominant-baseline="central" font-size="11" fill="var(--muted)">${text}</text>`;
  });
  return `<g class="strip-still">${inside}</g>${ink.svg()}${labels.join('')}`;
}
