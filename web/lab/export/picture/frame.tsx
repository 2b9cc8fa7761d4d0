/** The frame of an exported picture: title and legend above, source below. */
import { flushSync } from 'react-dom';
import { Observable } from '../../../base/observable';
import { t } from '../../../base/words/words';
import { type LegendEntry, Sample } from '../../../plot/Legend';
import { mount } from '../../../ui/mount';
import type { Theme } from '../../../ui/theme';
import { escaped, fontAttributes } from './recording';

/** Width of a picture in pixels: about 150 per inch on an A4 page. */
const WIDTH = 960;
const EDGE = 16;
/** Minimum width for the drawing, in pixels. A wider drawing widens the picture. */
export const ROOM = WIDTH - 2 * EDGE;
const TITLE = { size: 17, line: 30 };
const SMALL = { size: 11.5, line: 17 };
const SAMPLE = 24;

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

interface Body {
  title: string;
  legend: readonly LegendEntry[];
  /** SVG elements, and their size in pixels. `framed` resolves custom properties in them. */
  body: string;
  width: number;
  height: number;
}

export function framed(
  { title, legend: shown, body, width: wanted, height: tall }: Body,
  theme: Theme,
  stamp: readonly string[],
): Picture {
  const measure = measuring();
  const widthOf = (text: string, size: number) => {
    measure.font = theme.font(size);
    return measure.measureText(text).width;
  };
  const outer = Math.max(ROOM, Math.ceil(wanted));
  const width = outer + 2 * EDGE;
  const entries = placed(shown, outer, (text) => widthOf(text, SMALL.size));
  const legendLines = entries.length === 0 ? 0 : (entries.at(-1)?.line ?? 0) + 1;
  const top = EDGE + TITLE.line + legendLines * SMALL.line + 4;
  const lines = stamp.flatMap((text) => wrapped(text, outer, (part) => widthOf(part, SMALL.size)));
  const stampTop = top + tall + 10;
  const height = Math.ceil(stampTop + lines.length * SMALL.line + EDGE);

  const muted = theme.color('muted');
  const legend = entries.map(({ entry, x, line }) => {
    const y = EDGE + TITLE.line + line * SMALL.line;
    const sample = markup(<Sample entry={entry} />, theme).replace('<svg', `<svg x="${x}" y="${y}"`);
    const text = `<text x="${x + SAMPLE}" y="${y + 10}" fill="${muted}">${escaped(entry.label)}</text>`;
    return sample + text;
  });
  const stampTexts = lines.map(
    (text, i) => `<text y="${stampTop + (i + 1) * SMALL.line - 4}" fill="${muted}">${escaped(text)}</text>`,
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title><desc>${escaped(stamp.join('\n'))}</desc>`,
    `<rect width="100%" height="100%" fill="${theme.color('panel')}"/>`,
    `<g transform="translate(${EDGE},0)" ${fontAttributes(theme.font(SMALL.size))}>`,
    `<text y="${EDGE + TITLE.size}" ${fontAttributes(`600 ${theme.font(TITLE.size)}`)} fill="${theme.color('ink')}">${escaped(title)}</text>`,
    ...legend,
    `<g transform="translate(0,${top})">`,
    body,
    '</g>',
    ...stampTexts,
    '</g></svg>',
  ].join('');
  return { svg: resolved(svg, theme), width, height };
}

/** Renders a component to markup, outside the page. */
export function markup(element: React.ReactNode, theme: Theme): string {
  const container = document.createElement('div');
  const unmount = flushSync(() =>
    mount(container, element, { theme: new Observable(theme), failed: reportError }),
  );
  const [rendered] = container.children;
  const text = rendered === undefined ? '' : new XMLSerializer().serializeToString(rendered);
  unmount();
  return text;
}

function resolved(svg: string, theme: Theme): string {
  return svg.replaceAll(/var\(--([a-z0-9-]+)\)/g, (_, token: string) => theme.color(token));
}

interface PlacedEntry {
  entry: LegendEntry;
  x: number;
  line: number;
}

function placed(
  legend: readonly LegendEntry[],
  room: number,
  widthOf: (text: string) => number,
): PlacedEntry[] {
  let x = 0;
  let line = 0;
  return legend.map((entry) => {
    const width = SAMPLE + widthOf(entry.label) + 16;
    if (x > 0 && x + width - 16 > room) {
      x = 0;
      line += 1;
    }
    const here = { entry, x, line };
    x += width;
    return here;
  });
}

/** Wraps a text into lines, also inside words that are longer than a line. */
function wrapped(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=[ &?/])/)) {
    if (widthOf(line + word) <= room) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > room) {
      let fits = line.length - 1;
      while (fits > 1 && widthOf(line.slice(0, fits)) > room) fits -= 1;
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  return line === '' ? lines : [...lines, line];
}

export function measuring(): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null)
    throw new Error(
      t(
        'This browser blocks the canvas that the lab needs to measure text. Allow it for this page, or use another browser.',
      ),
    );
  return context;
}

/** Renders the picture as PNG at twice the resolution. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image();
  // A data: URL, because the content security policy blocks blob: URLs for images.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null)
    throw new Error(t('This browser couldn’t make the picture. Export the SVG, which shows the same.'));
  return blob;
}

/** Reads the light theme from the style sheets, because the document may currently be dark. Tokens are replaced as on the screen. */
export function printTheme({ replaced = (token) => token }: Pick<Theme, 'replaced'>): Theme {
  const light = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : [rule]))
    .filter((rule): rule is CSSStyleRule => rule instanceof CSSStyleRule && rule.selectorText === ':root');
  const color = (token: string): string => {
    for (const { style } of light) {
      const value = style.getPropertyValue(`--${token}`).trim();
      // Colors of flows refer to others.
      const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
      if (value !== '') return other === undefined ? value : color(other);
    }
    return '';
  };
  // Double quotes would end the SVG attribute that contains the font.
  return {
    color: (token) => color(replaced(token)),
    font: (size) => `${size}px ${color('sans').replaceAll('"', "'")}`,
    scale: 1,
  };
}
