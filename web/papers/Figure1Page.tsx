/**
 * Figure 1 of Ahn et al. 1995: four transfers, each alone on the same path, simulated when the page opens and drawn in
 * one plot, with the published values next to ours.
 */
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useObservable } from '../base/observable';
import { formatCount, formatFixed, formatTime } from '../base/words/format';
import { plural, t } from '../base/words/words';
import { longestStall } from '../lab/findings/findings';
import { repairsInWords, repairTime, savedInWords } from '../lab/findings/Repairs';
import { newView } from '../lab/time/playback';
import { TimeBar } from '../lab/time/TimeBar';
import { Batch } from '../run/batch';
import { ViewContext } from '../run/hooks';
import { benchAddress, documentTitle, paperAddress } from '../run/share/route';
import type { View } from '../run/view';
import { loadPaper, type Paper } from '../scenario/content/papers';
import { loadText } from '../scenario/content/scenarios';
import { Failure } from '../ui/Boundary';
import { useLoading } from '../ui/hooks';
import { ScrollRegion } from '../ui/ScrollRegion';
import { flowToken } from '../ui/theme';
import { coincide, type PublishedFigure, publishedValue } from './figure1';
import type { OverlaidRun } from './overlay';
import { nearestRun, Overlay, type OverlayNote } from './overlay';
import './Figure1Page.css';

/** Sender and receiver of each transfer, as the paper labels its lines, and the arm of the paper's experiment. */
const TRANSFERS = [
  { label: 'R-R', name: 'ahn-fig1-rr', arm: 'rr' },
  { label: 'R-T', name: 'ahn-fig1-rt', arm: 'rt' },
  { label: 'V-R', name: 'ahn-fig1-vr', arm: 'vr' },
  { label: 'V-T', name: 'ahn-fig1-vt', arm: 'vt' },
];

export function Figure1Page() {
  const [view] = useState(() => newView());
  const [batch, setBatch] = useState<Batch | null>(null);
  useEffect(() => {
    let fresh: Batch | null = null;
    let cancelled = false;
    void Promise.all(TRANSFERS.map(({ name }) => loadText(name))).then((texts) => {
      if (cancelled) return;
      fresh = new Batch(
        texts.map((text) => text ?? ''),
        { predicted: true },
      );
      setBatch(fresh);
      void fresh.start();
    });
    return () => {
      cancelled = true;
      fresh?.dispose();
    };
  }, []);
  return (
    <ViewContext value={view}>
      <main className="figure-page figure-1" id="content">
        <header className="introduction">
          <title>{documentTitle(t('Figure 1'))}</title>
          <h1>{t('Four transfers on one path')}</h1>
          <p className="source">{t('Ahn et al. 1995, Figure 1')}</p>
          <p className="about">
            {t(
              'Each transfer sends 2 MiB alone over four hops, with 800 kbit/s in the middle. The first letter is the sender, Reno or Vegas. The second is the receiver, which acknowledges like Reno or like Tahoe. Your browser simulates all four when you open this page.',
            )}
          </p>
        </header>
        {batch && <Transfers {...{ batch, view }} />}
      </main>
    </ViewContext>
  );
}

interface TransfersProps {
  batch: Batch;
  view: View;
}

function Transfers({ batch, view }: TransfersProps) {
  const { runs, failure } = useObservable(batch.state);
  const overlaid = useMemo(
    (): OverlaidRun[] =>
      TRANSFERS.flatMap(({ label }, index) => {
        const run = runs[index];
        return run ? [{ label, run }] : [];
      }),
    [runs],
  );
  const last = Math.max(...overlaid.map(({ run }) => run.now_s), 0);
  useEffect(() => {
    if (last > 0) view.setWhole(last);
  }, [view, last]);
  const open = useCallback((name: string, moment: number | null) => {
    window.location.hash = benchAddress(name, moment);
  }, []);
  return (
    <>
      {failure !== null && (
        <Failure
          words={t('A transfer couldn’t be simulated.')}
          reason={failure}
          label={t('Run again')}
          again={() => void batch.start()}
        />
      )}
      <p className="status" role="status">
        {overlaid.length < TRANSFERS.length
          ? plural(overlaid.length, '{n} transfer of {all} simulated', '{n} transfers of {all} simulated', {
              all: TRANSFERS.length,
            })
          : t('All four transfers simulated.')}
      </p>
      {/* Wait for all runs, because the position in the list determines a run's color. */}
      {overlaid.length === TRANSFERS.length && <Plot {...{ overlaid, view, open }} />}
      <TransferTable runs={overlaid} open={(name) => open(name, view.cursor.value)} />
    </>
  );
}

interface PlotProps {
  overlaid: OverlaidRun[];
  view: View;
  /** Opens a run on the bench at a moment. */
  open(name: string, moment: number | null): void;
}

function Plot({ overlaid, view, open }: PlotProps) {
  const notes = useMemo(() => notesOn(overlaid), [overlaid]);
  const [hidden, covering] = useMemo(() => coveredBy(overlaid), [overlaid]);
  const press = useRef({ x: 0, y: 0 });
  const openNearest = (event: MouseEvent<HTMLElement>) => {
    const moved = Math.hypot(event.clientX - press.current.x, event.clientY - press.current.y);
    const area = (event.target as HTMLElement).closest('[role="slider"]')?.getBoundingClientRect();
    const moment = view.cursor.value;
    // The detail of a click is 0 if it came from the keyboard.
    if (area === undefined || moment === null || event.detail !== 1 || moved > CLICK_PX) return;
    const place = nearestRun(overlaid, view.window, moment, (area.bottom - event.clientY) / area.height);
    open(TRANSFERS[place]?.name ?? '', moment);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons and the links below do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons and the links below do the same
    <div
      className="figure-1-plot"
      onPointerDownCapture={({ clientX: x, clientY: y }) => {
        press.current = { x, y };
      }}
      onClick={openNearest}
    >
      <TimeBar />
      <Overlay runs={overlaid} title={t('Sequence numbers sent')} notes={notes} />
      <div className="figure-1-notes">
        {notes.map(({ place, to_s, words }) => {
          const { label = '', name = '' } = TRANSFERS[place] ?? {};
          return (
            <button key={label} type="button" onClick={() => open(name, to_s)}>
              {t('{label}: {note}', { label, note: words })}
            </button>
          );
        })}
        <p>
          {hidden !== undefined &&
            `${t('The curve of {hidden} is hidden: it coincides with that of {covering}.', { hidden, covering: covering ?? '' })} `}
          {t('Click a curve to open its run at that moment.')}
        </p>
      </div>
    </div>
  );
}

/** Pixels by which a click may move. A drag in the plot selects time, and ends with a click. */
const CLICK_PX = 4;

/** The stalls of the transfers to a Reno receiver, which the paper's text discusses. */
function notesOn(overlaid: readonly OverlaidRun[]): OverlayNote[] {
  return overlaid.flatMap(({ run }, place) => {
    const stall = longestStall(run, 0);
    if (stall === null || TRANSFERS[place]?.arm !== 'rr') return [];
    const time = formatFixed(stall.to_s - stall.from_s, 1);
    return [{ place, ...stall, words: t('Reno waits {time} s for its timer', { time }) }];
  });
}

/** The labels of a run whose curve can't be seen, and of the later one that covers it. */
function coveredBy(overlaid: readonly OverlaidRun[]): [hidden?: string, covering?: string] {
  for (const [place, one] of overlaid.entries())
    for (const other of overlaid.slice(place + 1))
      if (coincide(one.run, other.run)) return [one.label, other.label];
  return [];
}

interface TableProps {
  runs: OverlaidRun[];
  /** Opens a run on the bench. */
  open(name: string): void;
}

const loadAhn = () => loadPaper('ahn-1995');

function TransferTable({ runs, open }: TableProps) {
  const { loaded: paper } = useLoading(loadAhn);
  const time = (seconds: number | null | undefined) =>
    typeof seconds === 'number' ? formatTime(seconds) : '–';
  return (
    <ScrollRegion label={t('Metrics of the four transfers')} className="panel">
      <table className="figures links">
        <caption>{t('The four transfers, and what the paper reports')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('transfer')}</th>
            <th scope="col">{t('time to 1 MiB')}</th>
            <th scope="col">{t('time to 2 MiB')}</th>
            <th scope="col">{t('drops')}</th>
            <th scope="col">{t('retransmitted')}</th>
            <th scope="col">{t('coarse timeouts')}</th>
            <th scope="col">{t('lost to repairs (formula)')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ label, run }, index) => {
            const flow = run.summary?.flows[0];
            const drops = run.summary?.links.reduce((sum, link) => sum + link.drops, 0) ?? 0;
            const arm = TRANSFERS[index]?.arm ?? '';
            const cell = { paper, arm };
            return (
              <tr key={label} data-transfer={label}>
                <th scope="row">
                  <i style={{ background: `var(--${flowToken(index)})` }} />
                  <a
                    href={benchAddress(run.scenario.name)}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                      event.preventDefault();
                      open(run.scenario.name);
                    }}
                  >
                    {label}
                  </a>
                </th>
                <td>
                  {time(flow?.time_to_bytes_s['1048576'])}
                  <Published {...cell} figures={['first_mib_s']} unit="s" />
                </td>
                <td>
                  {time(flow?.time_to_bytes_s['2097152'])}
                  <Published {...cell} figures={['first_mib_s', 'second_mib_s']} unit="s" />
                </td>
                <td>
                  {formatCount(drops)}
                  <Published {...cell} figures={['losses']} />
                </td>
                <td>{t('{count} seg', { count: formatCount(flow?.retransmitted_segments ?? 0) })}</td>
                <td>
                  {formatCount(flow?.coarse_timeouts ?? 0)}
                  <Published {...cell} figures={['timeouts']} />
                </td>
                <td>{time(flow && repairTime(flow, run.prediction?.repairs ?? []))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="repairs">
        <a href={paperAddress('ahn-1995', 'figure-1')}>{t('Why our times differ from the paper’s')}</a>
      </p>
      <p className="repairs">{savingsOf(runs)}</p>
    </ScrollRegion>
  );
}

interface PublishedProps {
  paper: Paper | null;
  arm: string;
  /** The paper reports the two halves of a transfer; the whole is their sum. */
  figures: readonly PublishedFigure[];
  unit?: string;
}

function Published({ paper, arm, figures, unit = '' }: PublishedProps) {
  const values = figures.map((figure) => paper && publishedValue(paper, arm, figure));
  if (values.some((value) => value === null)) return null;
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return (
    <small className="published-value">
      {t('paper: {value}', { value: unit === '' ? formatCount(sum) : `${formatCount(sum)} ${unit}` })}
    </small>
  );
}

/** The time that Vegas saves over Reno with each receiver: measured, and by the formula of section 6.2. */
function savingsOf(runs: OverlaidRun[]): string {
  const find = (label: string) => runs.find((one) => one.label === label);
  const pairs = [
    [find('V-R'), find('R-R')],
    [find('V-T'), find('R-T')],
  ] as const;
  const saved = pairs.flatMap(([by, over]) => (by && over ? [savedInWords(by, over)] : [])).filter(Boolean);
  return saved.length === 0
    ? ''
    : [repairsInWords(runs[0]?.run.prediction?.repairs ?? []), ...saved].join(' ');
}
