/** The headline: for each check, how many results agree, are explained or are open, and by how much they differ. */
import type { ReactNode } from 'react';
import { medianDifference } from '../../scripts/evidence/compare.mjs';
import { type Battery, type Evidence, VERDICTS } from '../content/evidence/data';
import { formatCount } from '../words/format';
import { plural, t } from '../words/words';
import { pathsRun } from './battery';
import { type Counts, countVerdicts, gridCounts } from './grid';
import { medianInWords, SIGNS } from './words';
import './evidence.css';

export function Headlines({ batteries: { ns2, linux }, linuxPaths, grid }: Evidence) {
  const verdicts = (battery: Battery) => countVerdicts(battery.rows.map(({ verdict }) => verdict));
  const ran = pathsRun(linux);
  return (
    <div className="checks">
      <Check name="ns2" title={ns2.peer} of={t('Another simulator')} counts={verdicts(ns2)} words={SCENARIOS}>
        <Medians battery={ns2} />
      </Check>
      <Check
        name="linux"
        title={linux.peer}
        of={t('A real kernel')}
        counts={verdicts(linux)}
        words={SCENARIOS}
      >
        <Medians battery={linux} />
        {ran < linuxPaths && (
          <p className="fine">
            {t('The kernel has run {ran} of {all} paths so far.', { ran, all: linuxPaths })}
          </p>
        )}
      </Check>
      <Check
        name="grid"
        title={t('Plausibility grid')}
        of={t('Rules that any TCP obeys')}
        counts={gridCounts(grid)}
        words={CELLS}
      >
        <p className="fine">
          {t('{presets} senders × {receivers} receivers × {paths} paths × {company} kinds of company.', {
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
interface Words {
  agrees(count: number, all: number): string;
  explained(count: number): string;
  out(count: number): string;
}

const SCENARIOS: Words = {
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

const CELLS: Words = {
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
  /** The reference of the check, in two or three words. */
  of: string;
  counts: Counts;
  words: Words;
  children: ReactNode;
}

function Check({ name, title, of, counts, words, children }: CheckProps) {
  const all = counts.agrees + counts.explained + counts.out;
  return (
    <section className="panel check" data-check={name} aria-label={title}>
      <p className="of">
        {of} · <b translate={name === 'grid' ? undefined : 'no'}>{title}</b>
      </p>
      <p className="agree">{words.agrees(counts.agrees, all)}</p>
      <Bar counts={counts} all={all} />
      <p data-verdict="explained">
        <span aria-hidden="true">{SIGNS.explained}</span> {words.explained(counts.explained)}
      </p>
      <p data-verdict="out">
        <span aria-hidden="true">{SIGNS.out}</span>{' '}
        {counts.out === 0 ? t('none is left unexplained') : words.out(counts.out)}
      </p>
      {children}
    </section>
  );
}

/** The counts as a bar. */
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
