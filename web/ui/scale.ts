/**
 * The size of an element's pixels on the screen. The page around an embedded lab may have CSS `zoom` or a transform: browsers report pointers
 * and boxes in pixels of the screen, but styles are in pixels of the element. Pop-ups in the top layer have the zoom of their place in
 * the document and no transform.
 */

export type Box = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;

/** The CSS zoom around an element that's shown. Browsers without `currentCSSZoom` report boxes in the element's pixels. */
export function zoomOf(element: Element): number {
  return element.currentCSSZoom ?? 1;
}

/** Pixels of the screen per pixel of the element, by zoom and transforms. */
export function scaleOf(element: HTMLElement): number {
  const { width } = element.getBoundingClientRect();
  return width > 0 && element.offsetWidth > 0 ? width / element.offsetWidth : 1;
}

/** A box on the screen and the screen's size, in pixels of a pop-up with this zoom. */
export function inPopup(
  { left, right, top, bottom }: Box,
  zoom: number,
): { box: Box; width: number; height: number } {
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    box: { left: left / zoom, right: right / zoom, top: top / zoom, bottom: bottom / zoom },
    width: clientWidth / zoom,
    height: clientHeight / zoom,
  };
}
