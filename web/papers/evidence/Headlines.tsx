/** A card per check: how many results agree, are explained or are open, and how much they differ. */
import { type ReactNode, useId } from 'react';
import { medianDifference } from '../../../scripts/evidence/compare.mjs';
import { formatCount } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { type Battery, type Evidence, VERDICTS } from '../../scenario/content/evidence/data';
import { countPaths } from './battery';
import { type Counts, countVerdicts, gridCounts } from './grid';
import { identicalPackets, packetCounts } from './packets';
import { medianInWords, SIGNS } from './words';
import './evidence.css';

export function Headlines({ batteries: { ns2, linux }, packets, linuxPaths, grid }: Evidence) {
  const verdicts = (battery: Battery) => countVerdicts(battery.rows.map(({ verdict }) => verdict));
  const pathCount = countPaths(linux);
  return (
    <div className="checks">
      <Check
        name="ns2"
        title={ns2.peer}
        reference={t('Another simulator')}
        counts={verdicts(ns2)}
        texts={SCENARIOS}
      >
        <Medians battery={ns2} />
      </Check>
      <Check
        name="packets"
        title={packets.peer}
        reference={t('Packet by packet')}
        counts={packetCounts(packets)}
        texts={PACKETS}
      >
        <p className="fine">
          {t('{n} segments and ACKs, in the same order and at the same times.', {
            n: formatCount(identicalPackets(packets)),
          })}
        </p>
      </Check>
      <Check
        name="linux"
        title={linux.peer}
        reference={t('A real kernel')}
        counts={verdicts(linux)}
        texts={SCENARIOS}
      >
        <Medians battery={linux} />
        {pathCount < linuxPaths && (
          <p className="fine">
            {t('The kernel has run {ran} of {all} paths so far.', { ran: pathCount, all: linuxPaths })}
          </p>
        )}
      </Check>
      <Check
        name="grid"
        title={t('Plausibility grid')}
        reference={t('Rules that any TCP obeys')}
        counts={gridCounts(grid)}
        texts={CELLS}
      >
        <p className="fine">
          {t('{presets} senders × {receivers} receivers × {paths} paths × {company} mixes of flows.', {
            presets: grid.presets.length,
            receivers: grid.receivers.length,
            paths: grid.paths.length,
            company: grid.company.length,
          })}
        </p>
      </Check>
    </div>
  );
}

/** Texts for the counts of a check. */
interface CountTexts {
  agrees(count: number, all: number): string;
  explained(count: number): string;
  out(count: number): string;
}

const SCENARIOS: CountTexts = {
  agrees: (count, all) =>
    t('{count} of {all} scenarios agree', { count: formatCount(count), all: formatCount(all) }),
  explained: (count) => plural(count, '{n} differs for a known reason', '{n} differ for known reasons'),
  out: (count) =>
    plural(
      count,
      '{n} differs, and nobody has explained it yet',
      '{n} differ, and nobody has explained them yet',
    ),
};

const PACKETS: CountTexts = {
  ...SCENARIOS,
  agrees: (count, all) =>
    t('{count} of {all} scenarios are identical', { count: formatCount(count), all: formatCount(all) }),
};

const CELLS: CountTexts = {
  agrees: (count, all) =>
    t('{count} of {all} cells obey all rules', { count: formatCount(count), all: formatCount(all) }),
  explained: (count) =>
    plural(count, '{n} breaks a rule for a known reason', '{n} break a rule for a known reason'),
  out: (count) =>
    plural(
      count,
      '{n} breaks a rule, and nobody has explained it yet',
      '{n} break a rule, and nobody has explained them yet',
    ),
};

interface CheckProps {
  name: string;
  title: string;
  /** Names what the check compares our results with, in two or three words. */
  reference: string;
  counts: Counts;
  texts: CountTexts;
  children: ReactNode;
}

function Check({ name, title, reference, counts, texts, children }: CheckProps) {
  const all = counts.agrees + counts.explained + counts.out;
  const heading = useId();
  return (
    <section className="panel check" data-check={name} aria-labelledby={heading}>
      <p className="reference" id={heading}>
        {reference} · <b translate={name === 'grid' ? undefined : 'no'}>{title}</b>
      </p>
      <p className="agree">{texts.agrees(counts.agrees, all)}</p>
      <Bar counts={counts} all={all} />
      <p data-verdict="explained">
        <span aria-hidden="true">{SIGNS.explained}</span> {texts.explained(counts.explained)}
      </p>
      <p data-verdict="out">
        <span aria-hidden="true">{SIGNS.out}</span>{' '}
        {counts.out === 0 ? t('none is unexplained') : texts.out(counts.out)}
      </p>
      {children}
    </section>
  );
}

/** The counts as a stacked bar. */
function Bar({ counts, all }: { counts: Counts; all: number }) {
  let x = 0;
  return (
    <svg className="verdict-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      {VERDICTS.map((verdict) => {
        const width = (100 * counts[verdict]) / Math.max(1, all);
        x += width;
        return <rect key={verdict} data-verdict={verdict} x={x - width} width={width} height="6" />;
      })}
    </svg>
  );
}

function Medians({ battery }: { battery: Battery }) {
  const median = (metric: string) => medianInWords(medianDifference(battery.rows, metric) ?? Number.NaN);
  return (
    <p className="fine">
      {t('Median difference: throughput {throughput}, RTT {rtt}.', {
        throughput: median('throughput_bps'),
        rtt: median('rtt_ms'),
      })}
    </p>
  );
}
