/** Converts a page's look to SVG text: boxes and lines of text, one element a line. Runs in the page, so it uses nothing from this module. */

export interface PageToSvg {
  /** The first screen: drawings larger than an icon are only boxes. */
  screen(): string;
  /** A whole element, including its drawings. */
  element(element: Element): string;
  /** An exported SVG, one element a line. */
  exported(svg: string): string;
}

declare global {
  interface Window {
    pageToSvg: PageToSvg;
  }
}

/**
 * Makes the page look the same on every machine, and installs `window.pageToSvg`. Pass it to `addInitScript`.
 * @param font base64 of half-em.ttf
 */
export function installPageToSvg(font: string): void {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  type Attributes = Record<string, string | number | null>;
  interface Item {
    layer: number;
    lines: string[];
    text?: { words: string; right: number; baseline: number; look: Attributes; left: number };
  }

  /** Path commands per line of text, so that a local change leaves other lines unchanged. */
  const COMMANDS_PER_LINE = 12;
  /** In pixels. Larger drawings have their own kept pictures. */
  const LARGEST_ICON = 64;
  /** Attributes whose numbers aren't lengths, so they aren't rounded to 0.1 px. */
  const EXACT = /^(fill|stroke|opacity|.*-opacity|id|font-weight|clip-path)$/;

  /** Half an em for each character, as in the test font. */
  const LETTERS = '<style>text{font-family:monospace;letter-spacing:-.1em;white-space:pre}</style>';
  const GEOMETRY = new Set(
    'x y width height cx cy r rx ry x1 y1 x2 y2 dx dy d points transform viewBox pathLength'.split(' '),
  );

  applyTestFont();
  // The sweep page shows the number of workers.
  Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 2 });
  window.pageToSvg = { screen, element: svgOf, exported };

  function applyTestFont(): void {
    const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
    const face = new FontFace('Half Em', bytes, { weight: '1 1000' });
    void face.load();
    document.fonts.add(face);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, ::before, ::after {
      font-family: 'Half Em' !important; font-synthesis: none !important; text-rendering: geometricPrecision !important;
      animation: none !important; transition: none !important; caret-color: transparent !important;
    }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const { measureText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.measureText = function (text) {
      const { font: asked, textRendering } = this;
      this.font = asked.replace(/px .*/, "px 'Half Em'");
      this.textRendering = 'geometricPrecision';
      const measured = measureText.call(this, text);
      this.font = asked;
      this.textRendering = textRendering;
      return measured;
    };
  }

  function screen(): string {
    const area = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return framed(area, itemsOf(document.documentElement, area, false));
  }

  function svgOf(element: Element): string {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // From the element's own corner: where it is on the page may change by parts of a pixel.
    const area = { left, top, right: left + Math.ceil(right - left), bottom: top + Math.ceil(bottom - top) };
    const ground = tag('rect', { width: '100%', height: '100%', fill: groundOf(element) });
    return framed(area, [
      { layer: Number.NEGATIVE_INFINITY, lines: [ground] },
      ...itemsOf(element, area, true),
    ]);
  }

  /** The background behind an element. */
  function groundOf(element: Element): string {
    for (let one: Element | null = element; one !== null; one = one.parentElement) {
      const found = color(getComputedStyle(one).backgroundColor);
      if (found !== null) return found;
    }
    return '#ffffff';
  }

  function exported(svg: string): string {
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
    for (const desc of documentElement.querySelectorAll('desc')) desc.remove();
    for (const text of documentElement.querySelectorAll('[font-family]')) text.removeAttribute('font-family');
    const [open = '', ...lines] = linesOf(documentElement);
    return [open, `  ${LETTERS}`, ...lines, ''].join('\n');
  }

  function framed(area: Box, items: Item[]): string {
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    const size = { width, height, viewBox: `0 0 ${width} ${height}` };
    const lines = items
      .toSorted((one, other) => one.layer - other.layer)
      .flatMap((item) => (item.text ? [textLine(item.text)] : item.lines))
      .map((line) => `  ${line}`);
    const open = tag('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, false);
    return [open, `  ${LETTERS}`, ...lines, '</svg>', ''].join('\n');
  }

  /* Boxes and text of a page */

  function itemsOf(root: Element, area: Box, detailed: boolean): Item[] {
    const items: Item[] = [];
    walk(root, area, 0, 1);
    return items;

    function walk(element: Element, clip: Box, outerLayer: number, outerOpacity: number): void {
      const style = getComputedStyle(element);
      if (style.display === 'none' || !element.checkVisibility({ contentVisibilityAuto: true })) {
        if (style.display !== 'contents') return;
      }
      const opacity = outerOpacity * Number(style.opacity);
      if (opacity === 0) return;
      const layer = layerOf(element, style, outerLayer);
      const box = element.getBoundingClientRect();
      const seen = style.visibility === 'visible';
      if (element instanceof SVGSVGElement) {
        if (seen) drawing(element, box, clip, layer, opacity);
        return;
      }
      if (seen) {
        boxOf(style, box, clip, layer, opacity);
        if (element.matches('canvas, img, iframe, video')) {
          add(layer, placeholder(element.localName, box, clip));
          return;
        }
        if (element.matches('input, select, textarea, progress, meter')) {
          control(element as HTMLInputElement, style, box, clip, layer, opacity);
          return;
        }
      }
      const inner =
        style.overflowX === 'visible' && style.clipPath === 'none' && style.clip === 'auto'
          ? clip
          : intersection(clip, style.clip === 'auto' ? box : { left: 0, top: 0, right: 0, bottom: 0 });
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child, inner, layer, opacity);
        else if (child instanceof Text && seen) text(child, style, inner, layer, opacity);
      }
    }

    function add(layer: number, lines: string[]): void {
      if (lines.length > 0) items.push({ layer, lines });
    }

    function placeholder(what: string, box: Box, clip: Box): string[] {
      const rect = rectOf(box, clip);
      return rect ? [tag('rect', { ...rect, fill: '#eee', 'data-drawing': what })] : [];
    }

    function drawing(svg: SVGSVGElement, box: DOMRect, clip: Box, layer: number, opacity: number): void {
      if (rectOf(box, clip) === null) return;
      const large = Math.max(box.width, box.height) > LARGEST_ICON;
      if (large && !detailed) {
        add(layer, placeholder('svg', box, clip));
        return;
      }
      const place = {
        x: round(box.left - area.left),
        y: round(box.top - area.top),
        width: round(box.width),
        height: round(box.height),
        viewBox: svg.getAttribute('viewBox'),
        preserveAspectRatio: svg.getAttribute('preserveAspectRatio'),
        opacity: opacity < 1 ? short(opacity, 2) : null,
      };
      const inside = [...svg.children].flatMap(shapes);
      if (inside.length > 0)
        add(layer, [tag('svg', place, false), ...inside.map((line) => `  ${line}`), '</svg>']);
    }

    function boxOf(
      style: CSSStyleDeclaration,
      box: DOMRect,
      clip: Box,
      layer: number,
      opacity: number,
    ): void {
      const rect = rectOf(box, clip);
      if (rect === null) return;
      const fill = color(style.backgroundColor);
      const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => {
        const width = Number.parseFloat(style[`border${side}Width`]);
        const line = style[`border${side}Style`];
        const paint = color(style[`border${side}Color`]);
        const seen = width > 0 && line !== 'none' && line !== 'hidden' && paint !== null;
        return seen ? { side, width, paint, line } : null;
      });
      const [first] = sides;
      const even = sides.every(
        (side) => side?.paint === first?.paint && side?.width === first?.width && side?.line === first?.line,
      );
      const more = {
        'data-shadow': style.boxShadow === 'none' ? null : hexed(style.boxShadow),
        'data-image': style.backgroundImage === 'none' ? null : hexed(style.backgroundImage),
      };
      const round = Number.parseFloat(style.borderTopLeftRadius);
      const look = {
        rx: round > 0 ? Math.min(Math.round(round), 999) : null,
        fill: fill ?? 'none',
        ...(even && first
          ? {
              stroke: first.paint,
              'stroke-width': first.width === 1 ? null : short(first.width, 1),
              'stroke-dasharray': first.line === 'dashed' || first.line === 'dotted' ? '3' : null,
            }
          : {}),
        opacity: opacity < 1 ? short(opacity, 2) : null,
        ...more,
      };
      if (fill !== null || (even && first) || Object.values(more).some(Boolean))
        add(layer, [tag('rect', { ...rect, ...look })]);
      if (!even)
        for (const side of sides) {
          if (side === null) continue;
          const edge = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
          if (side.side === 'Top') edge.bottom = box.top + side.width;
          if (side.side === 'Bottom') edge.top = box.bottom - side.width;
          if (side.side === 'Left') edge.right = box.left + side.width;
          if (side.side === 'Right') edge.left = box.right - side.width;
          const line = rectOf(edge, clip);
          if (line)
            add(layer, [tag('rect', { ...line, fill: side.paint, 'data-border': side.side.toLowerCase() })]);
        }
    }

    function control(
      element: HTMLInputElement,
      style: CSSStyleDeclaration,
      box: DOMRect,
      clip: Box,
      layer: number,
      opacity: number,
    ): void {
      const rect = rectOf(box, clip);
      if (rect === null) return;
      const kind = element.localName === 'input' ? element.type : element.localName;
      if (kind === 'checkbox' || kind === 'radio') {
        if (style.appearance === 'none') return;
        const look = {
          rx: kind === 'radio' ? 999 : 2,
          fill: element.checked ? '#777' : '#fff',
          stroke: '#777',
        };
        add(layer, [tag('rect', { ...rect, ...look, 'data-control': kind })]);
      } else if (kind === 'range' || kind === 'progress' || kind === 'meter') {
        const [min, max] = [Number(element.min || 0), Number(element.max || (kind === 'range' ? 100 : 1))];
        const share = Math.round((100 * (Number(element.value) - min)) / (max - min || 1));
        add(layer, [
          tag('rect', { ...rect, rx: 4, fill: '#ddd', 'data-control': kind, 'data-percent': share }),
        ]);
      } else if (kind !== 'hidden' && kind !== 'file' && kind !== 'color') {
        const size = Number.parseFloat(style.fontSize);
        const shown =
          element instanceof HTMLSelectElement
            ? [...element.selectedOptions].map(({ text: words }) => words).join(', ')
            : element.value || element.placeholder;
        const lineHeight = Number.parseFloat(style.lineHeight) || size;
        const padding = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.borderTopWidth);
        const lines = kind === 'textarea' ? shown.split('\n') : [shown];
        lines.forEach((words, place) => {
          const top =
            kind === 'textarea'
              ? box.top + padding + place * lineHeight + (lineHeight - size) / 2
              : box.top + (box.height - size) / 2;
          if (words === '' || top + size > Math.min(box.bottom, clip.bottom)) return;
          const left =
            box.left + Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.borderLeftWidth);
          piece(words, { left, top, right: left + (words.length * size) / 2 }, style, layer, opacity);
        });
      }
    }

    /** The lines of a text node, as the browser broke them. */
    function text(node: Text, style: CSSStyleDeclaration, clip: Box, layer: number, opacity: number): void {
      const range = document.createRange();
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (rects.length === 1) {
          const [rect] = rects;
          if (rect && visible(rect, clip)) piece(word, rect, style, layer, opacity);
          continue;
        }
        // A hyphenated word.
        for (let at = 0; at < word.length; at += 1) {
          range.setStart(node, index + at);
          range.setEnd(node, index + at + 1);
          const rect = range.getBoundingClientRect();
          if (visible(rect, clip)) piece(word.charAt(at), rect, style, layer, opacity);
        }
      }
    }

    function piece(
      words: string,
      { left, top, right }: { left: number; top: number; right: number },
      style: CSSStyleDeclaration,
      layer: number,
      opacity: number,
    ): void {
      const size = Number.parseFloat(style.fontSize);
      const baseline = Math.round(top - area.top + 0.8 * size);
      const decoration = style.textDecorationLine;
      const look = {
        'font-size': short(size, 1),
        fill: color(style.color),
        'font-weight': Number(style.fontWeight) >= 600 ? style.fontWeight : null,
        'font-style': style.fontStyle === 'italic' ? 'italic' : null,
        'text-decoration': decoration === 'none' ? null : decoration,
        opacity: opacity < 1 ? short(opacity, 2) : null,
      };
      const cased =
        style.textTransform === 'uppercase'
          ? words.toUpperCase()
          : style.textTransform === 'lowercase'
            ? words.toLowerCase()
            : words;
      const last = items.at(-1);
      const before = last?.text;
      const gap = before ? left - area.left - before.right : Number.NaN;
      const joins =
        last?.layer === layer &&
        before?.baseline === baseline &&
        gap > -1 &&
        gap < 0.8 * size &&
        JSON.stringify(before.look) === JSON.stringify(look);
      if (joins && before) {
        before.words += (gap > 0.25 * size ? ' ' : '') + cased;
        before.right = right - area.left;
      } else {
        const place = { left: Math.round(left - area.left), right: right - area.left, baseline };
        items.push({ layer, lines: [], text: { words: cased, look, ...place } });
      }
    }

    function visible(rect: DOMRect, clip: Box): boolean {
      const { left, top, right, bottom } = intersection(rect, clip);
      return right - left >= 2 && bottom - top >= rect.height / 2;
    }

    /** The visible part of a box, in whole pixels. */
    function rectOf(box: Box, clip: Box): Attributes | null {
      const { left, top, right, bottom } = intersection(box, clip);
      if (right - left <= 0.5 || bottom - top <= 0.5) return null;
      const [x, y] = [Math.round(left - area.left), Math.round(top - area.top)];
      return {
        x,
        y,
        width: Math.max(1, Math.round(right - area.left) - x),
        height: Math.max(1, Math.round(bottom - area.top) - y),
      };
    }
  }

  function layerOf(element: Element, style: CSSStyleDeclaration, outer: number): number {
    if (element.matches('dialog:modal') || element.matches(':popover-open')) return 1_000_000;
    const own = style.position === 'static' ? Number.NaN : Number(style.zIndex);
    return Number.isNaN(own) ? outer : outer + own;
  }

  function intersection(one: Box, other: Box): Box {
    return {
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    };
  }

  function textLine({ words, look, left, baseline }: NonNullable<Item['text']>): string {
    return `${tag('text', { x: left, y: baseline, ...look }, false)}${escaped(words)}</text>`;
  }

  /* Drawings */

  /** An element of a drawing with its computed style. */
  function shapes(element: Element): string[] {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility !== 'visible') return [];
    const name = element.localName;
    if (name === 'title' || name === 'desc') return [];
    const geometry = Object.fromEntries(
      [...element.attributes]
        .filter(({ name: one }) => GEOMETRY.has(one))
        .map(({ name: one, value }) => [one, rounded(one, value)]),
    );
    if (style.transform !== 'none' && geometry.transform === undefined)
      geometry.transform = rounded('transform', style.transform);
    const opacity = { opacity: Number(style.opacity) < 1 ? short(Number(style.opacity), 2) : null };
    if (!(element instanceof SVGGeometryElement) && !(element instanceof SVGTextContentElement)) {
      const inside = [...element.children].flatMap(shapes);
      if (inside.length === 0) return [];
      return [
        tag(name, { ...geometry, ...opacity }, false),
        ...inside.map((line) => `  ${line}`),
        `</${name}>`,
      ];
    }
    const stroke = color(style.stroke);
    const look: Attributes = { ...geometry, fill: color(style.fill) ?? 'none', stroke, ...opacity };
    if (stroke !== null) {
      look['stroke-width'] = short(Number.parseFloat(style.strokeWidth), 2);
      look['stroke-dasharray'] = style.strokeDasharray === 'none' ? null : style.strokeDasharray;
    }
    for (const part of ['fill-opacity', 'stroke-opacity'])
      if (Number(style.getPropertyValue(part)) < 1) look[part] = style.getPropertyValue(part);
    if (!(element instanceof SVGTextContentElement)) return [tag(name, look)];
    look['font-size'] = short(Number.parseFloat(style.fontSize), 1);
    look['font-weight'] = Number(style.fontWeight) >= 600 ? style.fontWeight : null;
    look['text-anchor'] = style.textAnchor === 'start' ? null : style.textAnchor;
    look['dominant-baseline'] = style.dominantBaseline === 'auto' ? null : style.dominantBaseline;
    if (element.children.length === 0)
      return [`${tag(name, look, false)}${escaped(element.textContent ?? '')}</${name}>`];
    const inside = [...element.childNodes].flatMap((child) =>
      child instanceof Element ? shapes(child) : child.textContent ? [escaped(child.textContent)] : [],
    );
    return [tag(name, look, false), ...inside.map((line) => `  ${line}`), `</${name}>`];
  }

  /* Writing */

  /** An element of a standalone SVG. */
  function linesOf(element: Element, root = element): string[] {
    const attributes = Object.fromEntries(
      [...element.attributes]
        .filter(({ name }) => !/^(role|aria-.*)$/.test(name) && (name !== 'xmlns' || element === root))
        .map(({ name, value }) => [name, rounded(name, value)]),
    );
    const { localName } = element;
    if (element.children.length === 0) {
      const words = element.textContent ?? '';
      return words === ''
        ? [tag(localName, attributes)]
        : [`${tag(localName, attributes, false)}${escaped(words)}</${localName}>`];
    }
    const inside = [...element.children].flatMap((child) => linesOf(child, root)).map((line) => `  ${line}`);
    return [tag(localName, attributes, false), ...inside, `</${localName}>`];
  }

  function tag(name: string, attributes: Attributes, closed = true): string {
    // Put a long path last, so that a changed style is a one-line diff.
    const { d = null, points = null, ...short } = attributes;
    const written = Object.entries({ ...short, d, points }).flatMap(([key, value]) =>
      value === null ? [] : [` ${key}="${escaped(String(value))}"`],
    );
    return `<${name}${written.join('')}${closed ? '/' : ''}>`;
  }

  function rounded(name: string, value: string): string {
    if (EXACT.test(name)) return value;
    const short = value.replaceAll(/-?\d*\.\d{2,}(e-\d+)?/g, (number) => String(round(Number(number))));
    return name === 'd' || name === 'points' ? broken(short) : short;
  }

  /** Breaks a long path into lines; white space is insignificant there. */
  function broken(path: string): string {
    const commands = path.match(/[a-z][^a-z]*/gi) ?? [path];
    if (commands.length <= COMMANDS_PER_LINE) return path;
    return Array.from({ length: Math.ceil(commands.length / COMMANDS_PER_LINE) }, (_, line) =>
      commands.slice(line * COMMANDS_PER_LINE, (line + 1) * COMMANDS_PER_LINE).join(''),
    ).join('\n');
  }

  function round(value: number): number {
    // Adding 0 turns -0 into 0.
    return Math.round(value * 10) / 10 + 0;
  }

  function short(value: number, decimals: number): string {
    return String(Number(value.toFixed(decimals)));
  }

  /** A computed color in hexadecimal; null if transparent. */
  function color(value: string): string | null {
    if (value === 'none' || value === 'transparent' || /^rgba\(.*, 0\)$/.test(value)) return null;
    return hexed(value);
  }

  function hexed(value: string): string {
    return value.replaceAll(/rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)/g, (_, r, g, b, alpha) => {
      const pairs = [r, g, b, ...(alpha === undefined ? [] : [Math.round(255 * Number(alpha))])];
      return `#${pairs.map((one) => Number(one).toString(16).padStart(2, '0')).join('')}`;
    });
  }

  function escaped(text: string): string {
    return text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
  }
}
