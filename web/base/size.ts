/** Sizes of elements. */

/**
 * Reports after the element's size is first known and after each change of it: in the next animation frame, once for all changes before it.
 * Layout that changes while sizes are being delivered makes browsers skip deliveries and log an error; in the next frame it may change.
 * Returns a function that stops reporting.
 */
export function observeSize(element: Element, report: () => void): () => void {
  let frame = 0;
  const cancel = () => cancelAnimationFrame(frame);
  // biome-ignore lint/style/noRestrictedGlobals: the only observer of sizes
  const observer = new ResizeObserver(() => {
    cancel();
    frame = requestAnimationFrame(report);
  });
  observer.observe(element);
  return () => {
    cancel();
    observer.disconnect();
  };
}
