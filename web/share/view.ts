/**
 * The view of a bench in an address: `view.from=1.2&view.to=4&view.at=1.52&view.plots=queue,window`. Times are in seconds. Parameters that
 * are missing, out of order or no numbers leave that part of the view as it is.
 */
import type { View } from '../run/view';

const FROM = 'view.from';
const TO = 'view.to';
const AT = 'view.at';
const PLOTS = 'view.plots';

/** Digits that tell apart any two moments on a screen. */
function formatMoment(seconds: number): string {
  return String(Number(seconds.toPrecision(9)));
}

/** Adds the zoom, the cursor and the arrangement of the plots to an address, as far as they differ from the usual. */
export function putView(query: URLSearchParams, view: View): void {
  const { zoom } = view.looking.value;
  if (zoom !== null) {
    query.set(FROM, formatMoment(zoom.from));
    query.set(TO, formatMoment(zoom.to));
  }
  if (view.cursor.value !== null) query.set(AT, formatMoment(view.cursor.value));
  if (view.arrangement.value !== '') query.set(PLOTS, view.arrangement.value);
}

/** True if an address has a view. */
export function hasView(query: URLSearchParams): boolean {
  return [FROM, TO, AT, PLOTS].some((name) => query.has(name));
}

/** Shows an address's view of the run that is on show. */
export function applyView(query: URLSearchParams, view: View): void {
  const moment = (name: string) => {
    const text = query.get(name);
    const value = Number(text);
    return text === null || text === '' || !Number.isFinite(value) ? null : value;
  };
  const plots = query.get(PLOTS);
  if (plots !== null) view.arrangement.set(plots);
  const { whole } = view.looking.value;
  const [from, to, at] = [moment(FROM), moment(TO), moment(AT)];
  if (from !== null && to !== null && from < to) view.show({ from, to });
  if (at !== null) view.hold(Math.min(Math.max(at, whole.from), whole.to));
}
