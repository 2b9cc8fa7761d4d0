/** Legends, drawn with the same outlines as the marks on the canvas. */
import { path } from 'd3-path';
import {
  type KeyboardEvent,
  lazy,
  memo,
  type RefCallback,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { useObservable } from '../base/observable';
import { same } from '../base/same';
import { observeSize } from '../base/size';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import { useView } from '../run/hooks';
import { HIGHLIGHTED, type Highlighted } from '../run/selection';
import type { Explained } from '../ui/explanations';
import { Floating } from '../ui/Floating';
import { isFilled, type Mark, outline, THEORY } from '../ui/marks';
import { printing } from '../ui/theme';
import './Legend.css';

export type LegendEntry = {
  label: string;
  token: string;
  /** The sentence in `ui/explanations.ts` about it; a mark has its own. */
  explains?: Explained;
  /** The letter of the compared run that it's about. */
  run?: string;
} & (
  | { mark: Mark }
  | { line: 'solid' | 'dashed' | 'dotted' | 'thin' | 'area' | 'theory' }
  | { dash: number[] }
  | { band: true }
);

interface Props {
  entries: LegendEntry[];
  /** The panel in whose plot the entries are highlighted; without one, none is. */
  panel?: string;
}

/** Loaded when an entry is first explained. */
const Explanation = lazy(async () => ({ default: (await import('./Explanation')).Explanation }));

/**
 * One line of entries; those that don't fit are in a popover. An entry that has an explanation is a button, which shows it while the
 * pointer or the focus is on it, and when it's pressed; meanwhile the plot highlights what it's about. The entries are one stop for Tab; arrow keys move between them. Memoized by
 * value, because most runs have the same entries as the previous run.
 */
export const Legend = memo(
  function Legend({ entries, panel }: Props) {
    const highlighted = useView().of(HIGHLIGHTED);
    const [list, count] = useFitting(entries.length);
    const [explained, setExplained] = useState<{ key: Explained; button: HTMLElement } | null>(null);
    const point = (entry: LegendEntry | null) => highlighted.set(entry && partOf(entry, panel));
    const explain = (entry: LegendEntry | null, button: HTMLElement) => {
      const key = entry && explanationOf(entry);
      setExplained(key && { key, button });
      point(entry);
    };
    // A legend may go while an entry is pointed to.
    useEffect(() => () => highlighted.set(null), [highlighted]);
    const onPaper = useObservable(printing);
    const hidden = onPaper ? 0 : entries.length - count;
    const first = onPaper ? -1 : entries.findIndex((entry) => explanationOf(entry) !== null);
    // Without explanations there is nothing to press.
    const tools =
      first < 0
        ? {}
        : {
            role: 'toolbar',
            'aria-label': t('Legend'),
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
              if (event.key !== 'Escape' || explained === null) {
                moveFocus(event);
                return;
              }
              event.stopPropagation();
              setExplained(null);
              highlighted.set(null);
            },
          };
    return (
      <div
        className="legend legend-line"
        onPointerLeave={() => {
          setExplained(null);
          highlighted.set(null);
        }}
        {...tools}
      >
        <ul ref={list}>
          {entries.map((entry, place) => (
            <li
              key={entry.label}
              data-hidden={place >= count}
              data-pressable={explanationOf(entry) !== null}
              onPointerEnter={() => point(entry)}
            >
              {first < 0 ? (
                <Content entry={entry} />
              ) : (
                <Entry entry={entry} explain={explain} isFirst={place === first} />
              )}
            </li>
          ))}
        </ul>
        {hidden > 0 && (
          <Floating
            className="legend-more"
            label={
              count === 0
                ? t('Legend')
                : rich('<n>+{count}</n><hidden>{count} more in the legend</hidden>', {
                    count: hidden,
                    n: (text) => <span aria-hidden="true">{text}</span>,
                    hidden: (text) => <span className="visually-hidden">{text}</span>,
                  })
            }
          >
            {() => (
              <ul>
                {entries.slice(count).map((entry) => (
                  <li key={entry.label}>
                    <Content entry={entry} />
                    {explanationOf(entry) !== null && (
                      <small>
                        <Suspense>
                          <Explanation of={explanationOf(entry) as Explained} />
                        </Suspense>
                      </small>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Floating>
        )}
        {explained !== null && (
          <Suspense>
            <Explanation of={explained.key} button={explained.button} />
          </Suspense>
        )}
      </div>
    );
  },
  (before, after) => same(before.entries, after.entries),
);

function explanationOf(entry: LegendEntry): Explained | null {
  return entry.explains ?? ('mark' in entry ? entry.mark.explains : undefined) ?? null;
}

/** The part of the plots that an entry is about; null if there's none to highlight. */
function partOf(entry: LegendEntry, panel: string | undefined): Highlighted | null {
  if (entry.run !== undefined) return { run: entry.run };
  const kind = explanationOf(entry);
  return kind === null || panel === undefined ? null : { panel, kind };
}

interface EntryProps {
  entry: LegendEntry;
  explain(entry: LegendEntry | null, button: HTMLElement): void;
  /** True for the entry that Tab reaches first. */
  isFirst: boolean;
}

function Entry({ entry, explain, isFirst }: EntryProps) {
  if (explanationOf(entry) === null) return <Content entry={entry} />;
  return (
    <button
      type="button"
      tabIndex={isFirst ? 0 : -1}
      onPointerEnter={(event) => explain(entry, event.currentTarget)}
      onFocus={(event) => explain(entry, event.currentTarget)}
      onBlur={(event) => explain(null, event.currentTarget)}
      onClick={(event) => explain(entry, event.currentTarget)}
    >
      <Content entry={entry} />
    </button>
  );
}

function Content({ entry }: { entry: LegendEntry }) {
  return (
    <>
      <Sample entry={entry} />
      {entry.label}
    </>
  );
}

/** Moves the focus to the next or previous visible entry. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key as 'ArrowRight'];
  if (by === undefined) return;
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('li:not([data-hidden="true"]) > button'),
  ];
  const at = buttons.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
}

/** The number of whole items on a list's first line. The others wrap to lines that the style sheet cuts off. */
function useFitting(length: number): [RefCallback<HTMLElement>, number] {
  const [count, setCount] = useState(length);
  const list = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const measure = () => {
        const items = [...element.children] as HTMLElement[];
        const beyond = items.findIndex((item) => item.offsetTop > (items[0]?.offsetTop ?? 0));
        // The first item never wraps.
        const isTooNarrow = (items[0]?.offsetWidth ?? 0) > element.clientWidth;
        setCount(isTooNarrow ? 0 : beyond < 0 ? length : beyond);
      };
      measure();
      return observeSize(element, measure);
    },
    [length],
  );
  return [list, Math.min(count, length)];
}

export function Sample({ entry }: { entry: LegendEntry }) {
  const color = `var(--${entry.token})`;
  return (
    <svg width="18" height="12" aria-hidden="true">
      {'mark' in entry && <MarkSample mark={entry.mark} color={color} />}
      {'line' in entry && <LineSample line={entry.line} color={color} />}
      {'dash' in entry && (
        <path d="M0,6H18" stroke={color} strokeWidth="2" strokeDasharray={entry.dash.join(' ')} />
      )}
      {'band' in entry && <rect x="1" y="1" width="16" height="10" rx="2" fill={color} />}
    </svg>
  );
}

function MarkSample({ mark, color }: { mark: Mark; color: string }) {
  const shape = path();
  outline(shape, mark.shape, 9, 6, Math.max(2, mark.radius));
  const filled = isFilled(mark.shape);
  return (
    <path
      d={shape.toString()}
      fill={filled ? color : 'none'}
      stroke={filled ? 'none' : color}
      strokeWidth={mark.shape === 'cross' ? 2 : 1.5}
    />
  );
}

const DASHES = {
  solid: undefined,
  thin: undefined,
  area: undefined,
  dashed: '5 3',
  dotted: '2 2.5',
  theory: THEORY.dash.join(' '),
};
const WIDTHS = { solid: 2, thin: 1, area: 1, dashed: 2, dotted: 2, theory: THEORY.width };

interface Line {
  line: keyof typeof DASHES;
  color: string;
  length?: number;
}

export function LineSample({ line, color, length = 18 }: Line) {
  if (line === 'area') {
    return (
      <>
        <rect x="1" y="3" width="16" height="9" fill={color} opacity="0.25" />
        <path d="M1,3H17" stroke={color} />
      </>
    );
  }
  return (
    <path d={`M0,6H${length}`} stroke={color} strokeWidth={WIDTHS[line]} strokeDasharray={DASHES[line]} />
  );
}
