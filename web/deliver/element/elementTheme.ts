/**
 * The theme of an element: light or dark like the page behind it, whatever that page calls its themes, unless it's chosen. Colors are read
 * from the element, never from the document.
 */
import { Observable } from '../../base/observable';
import { type Theme, themeOf } from '../../ui/theme';
import type { ThemeName } from './options';

export class ElementTheme {
  readonly theme: Observable<Theme>;
  private readonly root: HTMLElement;
  private chosen: ThemeName = 'auto';
  private readonly stops: (() => void)[] = [];

  /** @param root the element's outermost element, on which style sheets define the colors */
  constructor(root: HTMLElement) {
    this.root = root;
    this.theme = new Observable(this.apply());
    const follow = () => this.choose(this.chosen);
    // Hosts switch their theme by attributes of the document or its body.
    const observer = new MutationObserver(follow);
    for (const element of [document.documentElement, document.body])
      observer.observe(element, { attributes: true, attributeFilter: ['class', 'style', 'theme', ...DATA] });
    this.stops.push(() => observer.disconnect());
    for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)']) {
      const list = matchMedia(query);
      list.addEventListener('change', follow);
      this.stops.push(() => list.removeEventListener('change', follow));
    }
  }

  choose(name: ThemeName): void {
    this.chosen = name;
    const { dataset } = this.root;
    const before = `${dataset.theme} ${dataset.contrast}`;
    const next = this.apply();
    if (`${dataset.theme} ${dataset.contrast}` !== before) this.theme.set(next);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
  }

  private apply(): Theme {
    const { dataset } = this.root;
    const dark = this.chosen === 'auto' ? isDarkBehind(this.root) : this.chosen === 'dark';
    dataset.theme = dark ? 'dark' : 'light';
    dataset.contrast = matchMedia('(prefers-contrast: more)').matches ? 'more' : 'usual';
    return themeOf(this.root);
  }
}

/** The attributes by which JupyterLab, VS Code and others name their themes. */
const DATA = [
  'data-theme',
  'data-jp-theme-light',
  'data-jp-theme-name',
  'data-vscode-theme-kind',
  'data-color-mode',
];

/** True if the first opaque background behind an element is dark; without one, if the system is. */
function isDarkBehind(element: Element): boolean {
  const root = element.getRootNode();
  let behind: Element | null = root instanceof ShadowRoot ? root.host : element.parentElement;
  while (behind !== null) {
    const { backgroundColor } = getComputedStyle(behind);
    const luminance = luminanceOf(backgroundColor);
    if (luminance !== null) return luminance < 0.5;
    const parent: Node | null = behind.parentElement ?? behind.getRootNode();
    behind = parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
  }
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Perceived lightness of a computed color, 0 to 1; null if it's mostly transparent. */
function luminanceOf(color: string): number | null {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (pixel === null) return null;
  pixel.fillStyle = color;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return alpha < 128 ? null : (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}
