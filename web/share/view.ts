/**
 * The view of a bench in an address: `view.from=1.2&view.to=4&view.at=1.52&view.plots=queue,window`. Times are in seconds. Parameters that
 * are missing, out of order or unreadable leave that part of the view as it is.
 */
import { KEPT_LETTERS } from '../run/kept';
import { type Arrangement, USUAL_ARRANGEMENT, type View } from '../run/view';

const FROM = 'view.from';
const TO = 'view.to';
const AT = 'view.at';

/** The parameter of each part of the arrangement. */
const PARTS: Record<keyof Arrangement, string> = {
  plots: 'view.plots',
  details: 'view.details',
  runs: 'view.runs',
  baseline: 'view.baseline',
};

const NAMES = Object.keys(PARTS) as (keyof Arrangement)[];

/** Digits that tell apart any two moments on a screen. */
function formatMoment(seconds: number): string {
  return String(Number(seconds.toPrecision(9)));
}

/**
 * Adds the zoom, the cursor and the arrangement to an address, as far as they differ from the usual.
 *
 * @param kept the letters of the pinned runs; in the address they are numbered again from the first
 */
export function putView(query: URLSearchParams, view: View, kept: readonly string[] = []): void {
  const { zoom } = view.looking.value;
  if (zoom !== null) {
    query.set(FROM, formatMoment(zoom.from));
    query.set(TO, formatMoment(zoom.to));
  }
  if (view.cursor.value !== null) query.set(AT, formatMoment(view.cursor.value));
  const { baseline, ...arrangement } = view.arrangement.value;
  const written = { ...arrangement, baseline: KEPT_LETTERS[kept.indexOf(baseline)] ?? '' };
  for (const name of NAMES)
    if (written[name] !== USUAL_ARRANGEMENT[name]) query.set(PARTS[name], written[name]);
}

/** True if an address has a view. */
export function hasView(query: URLSearchParams): boolean {
  return [FROM, TO, AT, ...Object.values(PARTS)].some((name) => query.has(name));
}

/** The arrangement in an address, without what's missing. */
export function arrangementIn(query: URLSearchParams): Partial<Arrangement> {
  const { runs, ...texts } = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = query.get(PARTS[name]);
      return value === null ? [] : [[name, value]];
    }),
  ) as Partial<Record<keyof Arrangement, string>>;
  return runs === 'beside' || runs === 'overlaid' ? { ...texts, runs } : texts;
}

/** Shows an address's view of the run that is on show. */
export function applyView(query: URLSearchParams, view: View): void {
  const moment = (name: string) => {
    const text = query.get(name);
    const value = Number(text);
    return text === null || text === '' || !Number.isFinite(value) ? null : value;
  };
  view.arrange(arrangementIn(query));
  const { whole } = view.looking.value;
  const [from, to, at] = [moment(FROM), moment(TO), moment(AT)];
  if (from !== null && to !== null && from < to) view.show({ from, to });
  if (at !== null) view.hold(Math.min(Math.max(at, whole.from), whole.to));
}
