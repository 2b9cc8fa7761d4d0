/** Exports the curves of a sweep as a self-contained picture, laid out for paper: a chart for each metric. */
import { framed, markup, type Picture, ROOM } from '../lab/export/picture/frame';
import type { Measure } from '../run/measures';
import { flowToken, type Theme } from '../ui/theme';
import { barsInWords, CurveDrawing, curvesOf, layOutCurves } from './CurveChart';
import { pictureTitle } from './SweepExport';
import { pointsOf, type SweepSnapshot } from './sweep';

/** Height of one chart, pixels. */
const HEIGHT = 380;

export function pictureOfCurves(
  shown: SweepSnapshot,
  measures: readonly Measure[],
  theme: Theme,
  stamp: readonly string[],
): Picture {
  const { labels, seeds } = shown.design;
  const drawing = markup(
    <svg width={ROOM} height={HEIGHT * measures.length} aria-hidden="true">
      {measures.map((measure, place) => {
        const curves = curvesOf(shown, pointsOf(shown, measure), measure);
        return (
          <g key={measure.name} transform={`translate(0,${place * HEIGHT})`}>
            <CurveDrawing curves={curves} chart={layOutCurves(curves, ROOM, HEIGHT)} />
          </g>
        );
      })}
    </svg>,
    theme,
  );
  const legend = [
    ...labels.map((label, place) => ({ label, line: 'solid' as const, token: flowToken(place) })),
    { label: barsInWords(seeds.length), line: 'thin' as const, token: 'muted' },
  ];
  const title = pictureTitle(measures);
  return framed(
    { title, legend, body: withStyles(drawing, theme), width: ROOM, height: HEIGHT * measures.length },
    theme,
    stamp,
  );
}

/** The chart's styles as attributes, because many SVG readers ignore style sheets. Later entries win. */
const STYLES: [selector: string, attributes: Record<string, string>][] = [
  ['text', { fill: 'var(--muted)', 'font-size': '11', stroke: 'none' }],
  ['.grid', { stroke: 'var(--grid)' }],
  ['.frame', { fill: 'none', stroke: 'var(--line)' }],
  ['.chart-lines path', { fill: 'none', 'stroke-width': '1.5' }],
  ['.whisker', { fill: 'none', 'stroke-width': '1.5' }],
  ['.ours', { stroke: 'none' }],
];

function withStyles(drawing: string, theme: Theme): string {
  const { documentElement: svg } = new DOMParser().parseFromString(drawing, 'image/svg+xml');
  for (const [selector, attributes] of STYLES)
    for (const element of svg.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  svg.removeAttribute('aria-hidden');
  for (const element of svg.querySelectorAll('[class]')) element.removeAttribute('class');
  svg.setAttribute('font-family', theme.font(11).replace(/^\S+ /, ''));
  return new XMLSerializer().serializeToString(svg);
}
