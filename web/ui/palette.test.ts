import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Linear RGB as seen with color blindness (Machado, Oliveira & Fernandes 2009, severity 1). */
const VISION: Record<string, number[]> = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [lightBlock = '', darkBlock = '', , contrastLight = '', contrastDark = ''] =
  css.split(/@media|:root(?=\[)/);

function tokens(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  );
}

const THEMES = { light: tokens(lightBlock), dark: tokens(darkBlock) };

function linear(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function times(matrix: number[], vector: number[]): number[] {
  return [0, 3, 6].map((row) => vector.reduce((sum, v, i) => sum + v * (matrix[row + i] ?? 0), 0));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Oklab (Ottosson 2020), in which equal distances look about equally different. */
function oklab(rgb: number[]): number[] {
  const lms = times(
    [
      0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451, 0.1073969566, 0.0883024619,
      0.2817188376, 0.6299787005,
    ],
    rgb.map((value) => Math.min(1, Math.max(0, value))),
  ).map(Math.cbrt);
  return times(
    [
      0.2104542553, 0.793617785, -0.0040720468, 1.9779984951, -2.428592205, 0.4505937099, 0.0259040371,
      0.7827717662, -0.808675766,
    ],
    lms,
  );
}

function closestPair(colors: Map<string, string>, matrix: number[]): { distance: number; pair: string } {
  const seen = [...colors].map(([name, hex]) => ({ name, lab: oklab(times(matrix, linear(hex))) }));
  let closest = { distance: Number.POSITIVE_INFINITY, pair: '' };
  seen.forEach((a, i) => {
    for (const b of seen.slice(i + 1)) {
      const distance = Math.hypot(...a.lab.map((value, k) => value - (b.lab[k] ?? 0)));
      if (distance < closest.distance) closest = { distance, pair: `${a.name} and ${b.name}` };
    }
  });
  return closest;
}

const withPrefix = (theme: Map<string, string>, prefix: string) =>
  new Map([...theme].filter(([name]) => name.startsWith(prefix)));

describe.each(Object.entries(THEMES))('%s palette', (_name, theme) => {
  const panel = theme.get('panel') ?? '';

  it('defines every color in both themes', () => {
    expect([...theme.keys()].sort()).toEqual([...THEMES.light.keys()].sort());
  });

  it.each(['ink', 'muted', 'accent', 'problem'])('has readable %s text on every background', (text) => {
    for (const background of ['bg', 'panel', 'raised']) {
      expect(contrast(theme.get(text) ?? '', theme.get(background) ?? '')).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each([...withPrefix(theme, 'hue-'), ...withPrefix(theme, 'mark-')])(
    'has enough contrast for %s on a panel (WCAG 2.2, 1.4.11)',
    (_token, hex) => expect(contrast(hex, panel)).toBeGreaterThanOrEqual(3),
  );

  it.each(Object.entries(VISION))('has distinguishable flows with %s vision', (_vision, matrix) => {
    const { distance, pair } = closestPair(withPrefix(theme, 'hue-'), matrix);
    expect(distance, pair).toBeGreaterThan(0.05);
  });

  // Marks also differ in shape, so their colors may be closer than those of flows.
  it.each(Object.entries(VISION))('has distinguishable marks with %s vision', (_vision, matrix) => {
    const { distance, pair } = closestPair(withPrefix(theme, 'mark-'), matrix);
    expect(distance, pair).toBeGreaterThan(0.04);
  });

  it('has readable numbers on every verdict', () => {
    for (const [verdict, hex] of withPrefix(theme, 'verdict-')) {
      const text = theme.get(verdict === 'verdict-out' ? 'on-verdict-out' : 'on-verdict') ?? '';
      expect(contrast(text, hex), verdict).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(Object.entries(VISION))('has distinguishable verdicts with %s vision', (_vision, matrix) => {
    const { distance, pair } = closestPair(withPrefix(theme, 'verdict-'), matrix);
    expect(distance, pair).toBeGreaterThan(0.1);
  });
});

describe.each([
  ['light', new Map([...THEMES.light, ...tokens(contrastLight)])],
  ['dark', new Map([...THEMES.dark, ...tokens(contrastLight), ...tokens(contrastDark)])],
])('%s high-contrast palette', (_name, theme) => {
  it.each(['ink', 'muted', 'accent', 'problem'])(
    'has %s text with enhanced contrast (WCAG 2.2, 1.4.6)',
    (text) => {
      for (const background of ['bg', 'panel', 'raised']) {
        expect(contrast(theme.get(text) ?? '', theme.get(background) ?? '')).toBeGreaterThanOrEqual(7);
      }
    },
  );

  it('has enough contrast for lines, buttons and every color of a plot', () => {
    const shown = new Map([...withPrefix(theme, 'hue-'), ...withPrefix(theme, 'mark-')]);
    for (const [token, hex] of [...shown, ['line', theme.get('line') ?? ''] as const])
      expect(contrast(hex, theme.get('panel') ?? ''), token).toBeGreaterThanOrEqual(3);
    expect(contrast(theme.get('on-accent') ?? '', theme.get('accent') ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});
