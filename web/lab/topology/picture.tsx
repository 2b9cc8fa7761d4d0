/** Exports the network as a self-contained picture, laid out for paper, with its packets at a moment. */

import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Theme } from '../../ui/theme';
import { framed, markup, type Picture, ROOM } from '../export/picture/frame';
import { Recording } from '../export/picture/recording';
import { Drawing, legendOf } from './Drawing';
import { labelsOf } from './labels';
import { flowsAt, flowsOn, layOut } from './layout';
import { type CanvasInput, styleOf } from './packetCanvas';
import { paint } from './paint';

type NetworkContent = Pick<CanvasInput, 'run' | 'network' | 'contents' | 'sizes' | 'highlight'>;

export function pictureOfNetwork(
  shown: NetworkContent,
  moment: number,
  theme: Theme,
  stamp: readonly string[],
): Picture {
  const { run, network, contents, highlight } = shown;
  const layout = layOut(network, run.scenario, ROOM);
  const { width, height } = layout;
  const drawing = markup(
    <Drawing
      layout={layout}
      scale={1}
      labels={layout.edges.map((edge) => labelsOf(layout, edge, network, moment))}
      flows={flowsAt(layout, run)}
      tints={flowsOn(
        layout,
        network.paths.filter(({ flow }) => flow === highlight),
      )}
      itemProps={() => ({})}
    />,
    theme,
  );
  const recording = new Recording(() => ({ width: 0 }) as TextMetrics);
  paint(recording, layout, contents, moment, styleOf({ ...shown, theme, reducedMotion: false }));
  const title = t('Network at {time}', { time: formatTime(moment) });
  const body = withStyles(drawing, theme) + recording.svg();
  return framed({ title, legend: legendOf(run), body, width, height }, theme, stamp);
}

/** The drawing's styles from drawing.css as attributes, because many SVG readers ignore style sheets. Later entries win. */
const STYLES: [selector: string, attributes: Record<string, string>][] = [
  ['polyline', { fill: 'none' }],
  ['.reach', { stroke: 'none' }],
  ['.lane', { stroke: 'var(--grid)' }],
  ['.taken', { 'stroke-opacity': '0.22' }],
  ['.way', { fill: 'none', stroke: 'var(--muted)', 'stroke-opacity': '0.55' }],
  ['.queue', { fill: 'var(--panel)', stroke: 'var(--muted)' }],
  ['.box rect', { fill: 'var(--raised)', stroke: 'var(--muted)' }],
  ['.host rect', { fill: 'var(--panel)' }],
  ['text', { fill: 'var(--muted)', 'font-size': '11' }],
  ['.box text', { fill: 'var(--ink)' }],
  ['.sign circle', { fill: 'var(--panel)', 'stroke-width': '2' }],
  ['.sign text', { 'font-size': '8.5' }],
];

/** Attributes that only an interactive page needs. */
const PAGE_ONLY = /^(class|role|tabindex|aria-.*|data-.*)$/;

function withStyles(drawing: string, theme: Theme): string {
  // The content security policy forbids `style`, even in markup that is only parsed.
  const allowed = drawing.replaceAll(/ style="stroke:([^;"]+);?"/g, ' data-stroke="$1"');
  const { documentElement: svg } = new DOMParser().parseFromString(allowed, 'image/svg+xml');
  for (const [selector, attributes] of STYLES)
    for (const element of svg.querySelectorAll(selector))
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const element of svg.querySelectorAll('[data-stroke]'))
    element.setAttribute('stroke', element.getAttribute('data-stroke') ?? '');
  for (const element of [svg, ...svg.querySelectorAll('*')])
    for (const name of element.getAttributeNames()) if (PAGE_ONLY.test(name)) element.removeAttribute(name);
  svg.setAttribute('font-family', theme.font(11).replace(/^\S+ /, ''));
  return new XMLSerializer().serializeToString(svg);
}
