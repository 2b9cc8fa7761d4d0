/** Legends, drawn with the same outlines as the marks on the canvas. */
import { path } from 'd3';
import { memo } from 'react';
import { same } from '../base/same';
import { isFilled, type Mark, outline, THEORY } from '../ui/marks';

export type LegendEntry =
  | { label: string; mark: Mark; token: string }
  | { label: string; line: 'solid' | 'dashed' | 'dotted' | 'thin' | 'area' | 'theory'; token: string }
  | { label: string; dash: number[]; token: string }
  | { label: string; band: true; token: string };

interface Props {
  entries: LegendEntry[];
}

/** Memoized by value, because most runs have the same entries as the previous run. */
export const Legend = memo(
  function Legend({ entries }: Props) {
    return (
      <ul className="legend">
        {entries.map((entry) => (
          <li key={entry.label}>
            <Sample entry={entry} />
            {entry.label}
          </li>
        ))}
      </ul>
    );
  },
  (before, after) => same(before.entries, after.entries),
);

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
