/**
 * Figure 1 of Ahn et al. 1995: four transfers, each alone on the same path, simulated when the page opens and drawn in
 * one plot.
 */
import { useEffect, useMemo, useState } from 'react';
import { useObservable } from '../base/observable';
import { loadText } from '../content/scenarios';
import type { OverlaidRun } from '../panels/overlay';
import { Overlay } from '../panels/overlay';
import { Batch } from '../run/batch';
import { ViewContext } from '../run/hooks';
import type { View } from '../run/view';
import { benchAddress, documentTitle } from '../share/route';
import { newView } from '../time/playback';
import { TimeBar } from '../time/TimeBar';
import { Failure } from '../ui/Boundary';
import { ScrollRegion } from '../ui/ScrollRegion';
import { flowToken } from '../ui/theme';
import { formatCount, formatTime } from '../words/format';
import { plural, t } from '../words/words';
import { repairsInWords, repairTime, savedInWords } from './Repairs';

/** Sender and receiver of each transfer, as the paper labels its lines. */
const TRANSFERS = [
  { label: 'R-R', name: 'ahn-fig1-rr' },
  { label: 'R-T', name: 'ahn-fig1-rt' },
  { label: 'V-R', name: 'ahn-fig1-vr' },
  { label: 'V-T', name: 'ahn-fig1-vt' },
];

export function Figure1Page() {
  const [view] = useState(() => newView());
  const [batch, setBatch] = useState<Batch | null>(null);
  useEffect(() => {
    let fresh: Batch | null = null;
    let cancelled = false;
    void Promise.all(TRANSFERS.map(({ name }) => loadText(name))).then((texts) => {
      if (cancelled) return;
      fresh = new Batch(texts.map((text) => text ?? ''));
      setBatch(fresh);
      fresh.start();
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
              'Two mebibytes, alone on an emulated path of four hops with 800 kbit/s in its middle: a Reno or a Vegas sender (first letter) to a receiver that acknowledges as Reno or as Tahoe does (second letter). All four are simulated by your browser when this page opens.',
            )}
          </p>
        </header>
        {batch && <Transfers batch={batch} view={view} />}
      </main>
    </ViewContext>
  );
}

function Transfers({ batch, view }: { batch: Batch; view: View }) {
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
  return (
    <>
      {failure !== null && (
        <Failure
          words={t('A transfer could not be simulated.')}
          reason={failure}
          label={t('Run again')}
          again={() => batch.start()}
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
      {overlaid.length === TRANSFERS.length && (
        <div>
          <TimeBar />
          <Overlay runs={overlaid} title={t('Sequence numbers sent')} />
        </div>
      )}
      <TransferTable runs={overlaid} />
    </>
  );
}

function TransferTable({ runs }: { runs: OverlaidRun[] }) {
  const time = (seconds: number | null | undefined) =>
    typeof seconds === 'number' ? formatTime(seconds) : '–';
  return (
    <ScrollRegion label={t('Figures of the four transfers')} className="panel">
      <table className="figures links">
        <caption>{t('The four transfers in figures')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('transfer')}</th>
            <th scope="col">{t('time to 1 MiB')}</th>
            <th scope="col">{t('time to 2 MiB')}</th>
            <th scope="col">{t('drops')}</th>
            <th scope="col">{t('retransmitted')}</th>
            <th scope="col">{t('coarse timeouts')}</th>
            <th scope="col">{t('lost to repairs in theory')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ label, run }, index) => {
            const flow = run.summary?.flows[0];
            const drops = run.summary?.links.reduce((sum, link) => sum + link.drops, 0) ?? 0;
            return (
              <tr key={label} data-transfer={label}>
                <th scope="row">
                  <i style={{ background: `var(--${flowToken(index)})` }} />
                  <a href={benchAddress(run.scenario.name)}>{label}</a>
                </th>
                <td>{time(flow?.time_to_bytes_s['1048576'])}</td>
                <td>{time(flow?.time_to_bytes_s['2097152'])}</td>
                <td>{formatCount(drops)}</td>
                <td>{t('{count} seg', { count: formatCount(flow?.retransmitted_segments ?? 0) })}</td>
                <td>{formatCount(flow?.coarse_timeouts ?? 0)}</td>
                <td>{time(flow && repairTime(flow, run.prediction?.repairs ?? []))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="repairs">{savingsOf(runs)}</p>
    </ScrollRegion>
  );
}

/** The time that Vegas saves over Reno with each receiver: by the formula of section 6.2, and measured. */
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
