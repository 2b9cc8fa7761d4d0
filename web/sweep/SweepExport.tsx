/**
 * Exports a sweep: the curves of a metric as a picture, every run with all metrics shown as a table, and the setup as a Python
 * script.
 */
import { useState } from 'react';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import type { Provenance } from '../lab/export/origin';
import type { ExportableDrawing, Format } from '../lab/export/panel';
import { fileName } from '../lab/export/provenance';
import { failureMessage, save } from '../lab/export/save';
import type { BareTable } from '../lab/export/table';
import type { Bench } from '../run/bench';
import { chartTitleOf, type Measure } from '../run/measures';
import { namedPath } from '../scenario/path';
import { Floating } from '../ui/Floating';
import { useTheme } from '../ui/theme';
import { scriptOf } from './python';
import { pointsOf, type SweepSnapshot } from './sweep';
import './SweepPage.css';

interface Props {
  base: Bench;
  shown: SweepSnapshot;
  measures: readonly Measure[];
}

const FORMATS: Record<Format, () => string> = {
  csv: () => t('Every run, with SI units and all digits'),
  json: () => t('Every run, with SI units and all digits'),
  svg: () => t('The chart, sharp at any size'),
  png: () => t('The chart, as pixels'),
};

const hidden = (words: string) => <span className="visually-hidden">{words}</span>;

export function SweepExport({ base, shown, measures }: Props) {
  const theme = useTheme();
  const [failure, setFailure] = useState<string | null>(null);
  const [first] = measures;
  const isCurve = shown.design.kind === 'sweep' && shown.design.fields.length === 1;
  const formats = (Object.keys(FORMATS) as Format[]).filter(
    (format) => isCurve || format === 'csv' || format === 'json',
  );
  const attempt = async (act: (code: typeof import('../lab/export/panel')) => Promise<void> | void) => {
    if (first === undefined) return;
    try {
      await act(await import('../lab/export/panel'));
      setFailure(null);
    } catch (error) {
      setFailure(failureMessage(error));
    }
  };
  const about = () => provenanceOf(base, shown);
  const run = (format: Format) =>
    attempt(async ({ exportDrawing }) =>
      exportDrawing(await drawingOf(shown, measures), format, about(), theme),
    );
  const saveMeans = () =>
    attempt(({ saveTable }) => {
      const name = fileName(about(), 'sweep-means', 'csv');
      saveTable(() => meansOf(shown, measures), 'csv', name, about());
    });
  return (
    <Floating className="sweep-export" label={t('Export')}>
      {() => (
        <>
          <p>
            <button type="button" onClick={() => void saveMeans()}>
              {t('CSV of means')}
            </button>{' '}
            {t('Means with half the width of their 95 % intervals')}
          </p>
          {formats.map((format) => (
            <p key={format}>
              <button type="button" onClick={() => void run(format)}>
                {rich('{form}<more> of the sweep</more>', { form: format.toUpperCase(), more: hidden })}
              </button>{' '}
              {FORMATS[format]()}
            </p>
          ))}
          <p>
            <button type="button" onClick={() => saveScript(shown)}>
              {rich('Python<more> script of the sweep</more>', { more: hidden })}
            </button>{' '}
            {t('A script that runs it, with any number of runs')}
          </p>
          {failure !== null && <p role="alert">{failure}</p>}
        </>
      )}
    </Floating>
  );
}

function saveScript({ design }: SweepSnapshot): void {
  // The page's address has the whole setup.
  const script = scriptOf(window.location.href, design, fieldColumns(design));
  save('sweep.py', 'text/x-python', [script]);
}

async function drawingOf(shown: SweepSnapshot, measures: readonly Measure[]): Promise<ExportableDrawing> {
  const { pictureOfCurves } = await import('./picture');
  return {
    name: 'sweep',
    picture: (theme, stamp) => pictureOfCurves(shown, measures, theme, stamp),
    table: () => tableOf(shown, measures),
  };
}

/** One row per point: the mean of each metric over the seeds, half the width of its 95 % interval, and the number of runs in it. */
export function meansOf(shown: SweepSnapshot, measures: readonly Measure[]): BareTable {
  const { design } = shown;
  const means = measures.map((measure) => pointsOf(shown, measure));
  const [points = []] = means;
  return {
    columns: [
      ...identityColumns(design),
      ...measures.flatMap(({ name }) => ['', '.ci95', '.runs'].map((of) => ({ name: `${name}${of}` }))),
    ],
    rows: points.map((point, place) => [
      ...identityCells(design, point),
      ...means.flatMap((all) => {
        const mean = all[place]?.mean;
        return [mean?.value ?? Number.NaN, mean?.ci95 ?? Number.NaN, mean?.count ?? 0];
      }),
    ]),
  };
}

const hasSender = ({ series, fields }: SweepSnapshot['design']) => series.length > 1 || fields.length > 0;

/** Columns that say which point it is, named like the scenario's fields. */
function identityColumns(design: SweepSnapshot['design']): { name: string }[] {
  const base = design.runs[0]?.scenario();
  const named = (path: string) => (base ? namedPath(path, base) : path);
  return [
    ...(hasSender(design) ? [{ name: 'sender' }] : []),
    ...fieldColumns(design).map((name) => ({ name })),
    ...design.factors.map(({ field }) => ({ name: named(field.path) })),
  ];
}

function identityCells(design: SweepSnapshot['design'], { series, at }: { series: number; at: number[] }) {
  const cell = at[0] ?? 0;
  return [
    ...(hasSender(design) ? [design.series[series] ?? ''] : []),
    ...design.fields.map(({ values }, axis) => values[at[axis] ?? 0] ?? Number.NaN),
    ...design.factors.map(({ low, high }, bit) => asCell((cell >> bit) & 1 ? high : low)),
  ];
}

/** Names of the columns of the varied fields. */
export function fieldColumns({ fields, runs }: SweepSnapshot['design']): string[] {
  const base = runs[0]?.scenario();
  return fields.map(({ field: { path } }) => (base ? namedPath(path, base) : path));
}

/** One row per run. Columns are named like the scenario's fields and the summary's metrics, which include the units. */
export function tableOf({ design, outcomes }: SweepSnapshot, measures: readonly Measure[]): BareTable {
  return {
    columns: [
      ...identityColumns(design),
      { name: 'seed' },
      ...measures.map(({ name }) => ({ name })),
      { name: 'failure' },
    ],
    rows: design.runs.flatMap((run, place) => {
      const outcome = outcomes[place];
      if (outcome === undefined) return [];
      return [
        [
          ...identityCells(design, run),
          run.seed,
          ...measures.map((measure) =>
            'summary' in outcome ? (measure.of(outcome.summary) ?? Number.NaN) : Number.NaN,
          ),
          'failure' in outcome ? outcome.failure : '',
        ],
      ];
    }),
  };
}

const asCell = (level: string | number | boolean) => (typeof level === 'boolean' ? String(level) : level);

function provenanceOf(base: Bench, { outcomes }: SweepSnapshot): Provenance {
  const { name, scenario } = base.state.value;
  const finished = outcomes.find((outcome) => outcome !== undefined && 'summary' in outcome);
  return {
    scenario: name,
    title: t('Sweep: {scenario}', { scenario: scenario?.title || name }),
    seed: null,
    engine_version: finished !== undefined && 'summary' in finished ? finished.summary.engine_version : '',
    // The page's address has the whole setup.
    link: window.location.href,
    flows: scenario?.flows.map(({ name: flow }) => flow) ?? [],
    differs: () => [],
  };
}

/** The name of the exported picture. */
export const pictureTitle = (measures: readonly Measure[]) => measures.map(chartTitleOf).join(', ');
