/** A sweep's results so far: for each chosen metric a chart, a description, its points and a table. */
import { type ReactNode, useMemo, useState } from 'react';
import { useReading } from '../base/observable';
import { formatPlain } from '../base/words/format';
import { rich } from '../base/words/rich';
import { plural, t } from '../base/words/words';
import { colorsOfAll } from '../plot/hues';
import { SenderColors } from '../plot/SenderColors';
import type { Bench } from '../run/bench';
import { chartTitleOf, type Measure } from '../run/measures';
import { CurveChart } from './CurveChart';
import { benchSenders, type Design } from './design';
import { FactorialResult } from './FactorialResult';
import { ColorScale, HeatMap } from './HeatMap';
import { PointCard } from './PointReadout';
import { PointTable } from './PointTable';
import { type Point, pointsOf, type SweepSnapshot } from './sweep';
import { fieldUnit } from './vocabulary';
import { fieldInWords, sweepInWords } from './words';

interface Props {
  base: Bench;
  shown: SweepSnapshot;
  measure: Measure;
  /** True to fill the height of its place. */
  fill?: boolean;
}

export function SweepResults({ base, shown, measure, fill = false }: Props) {
  const { design } = shown;
  const points = useMemo(() => pointsOf(shown, measure), [shown, measure]);
  const [chosen, choose] = useState<{ key: string; series: number; at: string } | null>(null);
  const point =
    points.find(
      ({ series, at }) => chosen?.key === shown.key && series === chosen.series && at.join() === chosen.at,
    ) ?? null;
  const pick = ({ series, at }: Point) => choose({ key: shown.key, series, at: at.join() });
  if (design.kind === 'factorial') return <FactorialResult {...{ base, shown, points, measure }} />;
  return (
    <>
      {design.fields.length > 1 ? (
        <HeatMaps {...{ shown, points, measure, choose: pick }} />
      ) : (
        <CurveChart {...{ shown, points, measure, fill, choose: pick }} />
      )}
      <p className="words">{sweepInWords(design, points, measure)}</p>
      <PointCard base={base} design={design} point={point} measure={measure} />
      <AllPoints base={base} shown={shown} points={points} measure={measure} />
    </>
  );
}

interface ColorsProps {
  base: Bench;
  design: Design | null;
  children: ReactNode;
}

/** Gives each series the color of its sender. */
export function SweepColors({ base, design, children }: ColorsProps) {
  const own = useReading(base.state, ({ scenario }) => scenario?.flows[0]?.sender.preset ?? null);
  const presets = (design?.series ?? []).map((name) => (name === benchSenders() ? own : name));
  return <SenderColors colors={presets.length === 0 ? [] : colorsOfAll(presets)}>{children}</SenderColors>;
}

interface PictureProps {
  shown: SweepSnapshot;
  points: readonly Point[];
  measure: Measure;
  choose(point: Point): void;
}

function HeatMaps({ shown, points, measure, choose }: PictureProps) {
  const { labels } = shown.design;
  const values = points.flatMap(({ mean }) => (mean === null ? [] : [mean.value]));
  if (values.length === 0) return <p className="words">{t('The first runs haven’t finished yet.')}</p>;
  const domain: [number, number] = [Math.min(...values), Math.max(...values)];
  return (
    <>
      <ColorScale domain={domain} measure={measure} />
      {labels.map((name, place) => (
        <section key={name} className="heat-of-series">
          {labels.length > 1 && <h3>{name}</h3>}
          <HeatMap
            shown={shown}
            points={points.filter((point) => point.series === place)}
            measure={measure}
            domain={domain}
            choose={choose}
          />
        </section>
      ))}
    </>
  );
}

/** Most rows in a table. */
const ROWS = 300;

function AllPoints({ base, shown, points, measure }: Omit<PictureProps, 'choose'> & { base: Bench }) {
  const [open, setOpen] = useState(false);
  const { design } = shown;
  const title = chartTitleOf(measure);
  return (
    <details className="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {rich('Table<more> for {title}</more>', {
          title,
          more: (words) => <span className="visually-hidden">{words}</span>,
        })}
      </summary>
      {open && (
        <PointTable
          {...{ base, measure }}
          points={points.slice(0, ROWS)}
          label={t('{title}, all points', { title })}
          caption={captionOf(title, points.length)}
          heads={
            <>
              {design.series.length > 1 && <th scope="col">{t('sender')}</th>}
              {design.fields.map(({ field }) => (
                <th key={field.path} scope="col">
                  {fieldInWords(field)}
                </th>
              ))}
            </>
          }
          cells={({ series, at }) => (
            <>
              {design.labels.length > 1 && <td>{design.labels[series]}</td>}
              {design.fields.map(({ field, values }, axis) => (
                <td key={field.path}>{formatPlain((values[at[axis] ?? 0] ?? 0) / fieldUnit(field).size)}</td>
              ))}
            </>
          )}
          runs={1}
        />
      )}
    </details>
  );
}

function captionOf(title: string, points: number): string {
  return points > ROWS
    ? plural(
        points,
        '{title}. The first {shown} of {n} points.',
        '{title}. The first {shown} of {n} points.',
        { title, shown: ROWS },
      )
    : plural(points, '{title}. {n} point.', '{title}. {n} points.', { title });
}
