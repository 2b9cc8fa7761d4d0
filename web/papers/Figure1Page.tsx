/**
 * Figure 1 of Ahn et al. 1995: four transfers, each alone on the same path, simulated when the page opens and compared in
 * one plot, with the published values next to ours.
 */
import { useEffect, useMemo, useState } from 'react';
import { useObservable } from '../base/observable';
import { formatCount, formatFixed, formatTime } from '../base/words/format';
import { plural, t } from '../base/words/words';
import { Overlaid } from '../lab/compare/Overlaid';
import { longestStall } from '../lab/findings/findings';
import { repairsInWords, repairTime, savedInWords } from '../lab/findings/Repairs';
import type { ComparedRun } from '../lab/panels/over';
import { PanelSlot } from '../lab/panels/PanelSlot';
import { panelNamed } from '../lab/panels/registry';
import { newView } from '../lab/time/playback';
import { TimeBar } from '../lab/time/TimeBar';
import { colorsOfAll } from '../plot/hues';
import { styleOf } from '../plot/runStyle';
import { SenderColors } from '../plot/SenderColors';
import { Batch } from '../run/batch';
import { ViewContext } from '../run/hooks';
import { paperAddress } from '../run/share/places';
import { benchAddress, documentTitle } from '../run/share/route';
import type { View } from '../run/view';
import { loadPaper, type Paper } from '../scenario/content/papers';
import { loadText } from '../scenario/content/scenarios';
import { Failure } from '../ui/Boundary';
import { useLoading } from '../ui/hooks';
import { ScrollRegion } from '../ui/ScrollRegion';
import { coincide, type PublishedFigure, publishedValue } from './figure1';
import './Figure1Page.css';

/** Sender and receiver of each transfer, as the paper labels its lines, and the arm of the paper's experiment. */
const TRANSFERS = [
  { letter: 'A', label: 'R-R', name: 'ahn-fig1-rr', arm: 'rr' },
  { letter: 'B', label: 'R-T', name: 'ahn-fig1-rt', arm: 'rt' },
  { letter: 'C', label: 'V-R', name: 'ahn-fig1-vr', arm: 'vr' },
  { letter: 'D', label: 'V-T', name: 'ahn-fig1-vt', arm: 'vt' },
] as const;

const COLORS = colorsOfAll(TRANSFERS.map(({ label }) => (label.startsWith('R') ? 'reno' : 'vegas')));

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
  const done = useMemo(
    (): ComparedRun[] =>
      TRANSFERS.flatMap(({ label, letter }, place) => {
        const run = runs[place];
        return run ? [{ label, run, style: styleOf(letter) }] : [];
      }),
    [runs],
  );
  const last = Math.max(...done.map(({ run }) => run.now_s), 0);
  useEffect(() => {
    if (last > 0) view.setWhole(last);
  }, [view, last]);
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
        {done.length < TRANSFERS.length
          ? plural(done.length, '{n} transfer of {all} simulated', '{n} transfers of {all} simulated', {
              all: TRANSFERS.length,
            })
          : t('All four transfers simulated.')}
      </p>
      <SenderColors colors={COLORS}>
        {done.length === TRANSFERS.length && <Compared runs={done} />}
        <TransferTable runs={done} />
      </SenderColors>
    </>
  );
}

const FLOWS = [0];

function Compared({ runs }: { runs: readonly ComparedRun[] }) {
  const [first, others] = useMemo(() => [runs[0], runs.slice(1)], [runs]);
  const [hidden, covering] = useMemo(() => coveredBy(runs), [runs]);
  if (first === undefined) return null;
  return (
    <>
      <TimeBar />
      <Overlaid flows={FLOWS} others={others} label={first.label}>
        <PanelSlot panel={panelNamed('sender-sequence')} run={first.run} flows={FLOWS} />
      </Overlaid>
      <div className="figure-1-notes">
        <a href={COMPARISON}>{t('Open this comparison in the lab')}</a>
        {stallsOf(runs).map(({ label, name, to_s, words }) => (
          <a key={label} href={benchAddress(name, to_s)}>
            {t('{label}: {note}', { label, note: words })}
          </a>
        ))}
        {hidden !== undefined && (
          <p>
            {t('The curve of {hidden} is hidden: it coincides with that of {covering}.', {
              hidden,
              covering: covering ?? '',
            })}
          </p>
        )}
      </div>
    </>
  );
}

/** The four transfers on the bench: the first one's run, with the others pinned. */
const COMPARISON = [
  benchAddress(TRANSFERS[0].name),
  ...TRANSFERS.slice(1).map(({ label, name }) => {
    const pinned = new URLSearchParams({ as: label, scenario: name });
    return `&${new URLSearchParams({ with: `${pinned}` })}`;
  }),
].join('');

/** The stalls of the transfers to a Reno receiver, which the paper's text discusses. */
function stallsOf(runs: readonly ComparedRun[]) {
  return runs.flatMap(({ run, label }, place) => {
    const stall = longestStall(run, 0);
    const { arm = '', name = '' } = TRANSFERS[place] ?? {};
    if (stall === null || arm !== 'rr') return [];
    const time = formatFixed(stall.to_s - stall.from_s, 1);
    return [{ label, name, to_s: stall.to_s, words: t('Reno waits {time} s for its timer', { time }) }];
  });
}

/** The labels of a run whose curve can't be seen, and of the later one that covers it. */
function coveredBy(runs: readonly ComparedRun[]): [hidden?: string, covering?: string] {
  for (const [place, one] of runs.entries())
    for (const other of runs.slice(place + 1))
      if (coincide(one.run, other.run)) return [one.label, other.label];
  return [];
}

const loadAhn = () => loadPaper('ahn-1995');

function TransferTable({ runs }: { runs: readonly ComparedRun[] }) {
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
          {runs.map(({ label, run, style }, index) => {
            const flow = run.summary?.flows[0];
            const drops = run.summary?.links.reduce((sum, link) => sum + link.drops, 0) ?? 0;
            const arm = TRANSFERS[index]?.arm ?? '';
            const cell = { paper, arm };
            return (
              <tr key={label} data-transfer={label}>
                <th scope="row">
                  <i style={{ background: `var(--${style.token})` }} />
                  <a href={benchAddress(run.scenario.name)}>{label}</a>
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
function savingsOf(runs: readonly ComparedRun[]): string {
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
