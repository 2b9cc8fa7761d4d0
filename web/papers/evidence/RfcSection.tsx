/** Requirements of RFCs: counts by verdict, a filter, and a row per sentence with its run. */
import { useEffect, useId, useRef, useState } from 'react';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { type Rfc, SENTENCE_VERDICTS, type SentenceVerdict } from '../../scenario/content/evidence/sentences';
import { inEnglish } from '../../ui/InEnglish';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { FilterChoice } from './FilterChoice';
import { SentenceRows } from './SentenceRows';
import { SENTENCE_SIGNS, SENTENCE_VERDICT_WORDS } from './sentenceWords';
import './Sentences.css';

const optionOf = (rfc: number, title: string) => `RFC ${rfc}: ${title}`;

/** Number of rows shown until the user asks for all. */
const ROWS_AT_FIRST = 12;

interface Props {
  rfcs: readonly Rfc[];
  /** The sentence in the address, after the user returns from its run. */
  linked: string | null;
}

export function RfcSection({ rfcs, linked }: Props) {
  const heading = useId();
  const filterName = useId();
  const [verdict, setVerdict] = useState<SentenceVerdict | null>(null);
  const [number, setNumber] = useState<number | null>(null);
  const [showingAll, setShowingAll] = useState(linked !== null);
  const section = useRef<HTMLElement>(null);
  const initial = useRef(linked);
  useEffect(() => {
    if (initial.current === null) return;
    const link = section.current?.querySelector<HTMLElement>(
      `[data-sentence="${CSS.escape(initial.current)}"] a`,
    );
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'center' });
  }, []);
  const listed = rfcs
    .filter(({ rfc }) => number === null || rfc === number)
    .flatMap((rfc) => rfc.sentences.map((sentence) => ({ rfc, sentence })));
  const count = (one: SentenceVerdict) => listed.filter(({ sentence }) => sentence.verdict === one).length;
  const rows = listed.filter(({ sentence }) => verdict === null || sentence.verdict === verdict);
  const shown = showingAll ? rows : rows.slice(0, ROWS_AT_FIRST);
  return (
    <section className="battery sentences" aria-labelledby={heading} ref={section}>
      <h2 id={heading}>{t('RFC sentence by sentence')}</h2>
      <p className="words">
        {t(
          'Each row is a requirement of an RFC, in our words, with a short run that tests it. In most runs a scripted receiver sends chosen ACKs at chosen times, so every segment that must leave, and when, follows from the RFC. Open a run to step through it.',
        )}
      </p>
      <div className="sentence-filters">
        <label className="rfc-choice">
          {t('Show')}{' '}
          <select
            value={number ?? ''}
            onChange={({ target }) => setNumber(target.value === '' ? null : Number(target.value))}
          >
            <option value="">{t('all RFCs')}</option>
            {rfcs.map(({ rfc, title }) => (
              <option key={rfc} value={rfc} {...inEnglish()}>
                {optionOf(rfc, title)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="verdict-filter">
          <legend className="visually-hidden">{t('Show sentences')}</legend>
          <FilterChoice checked={verdict === null} choose={() => setVerdict(null)} name={filterName}>
            {t('all ({n})', { n: formatCount(listed.length) })}
          </FilterChoice>
          {SENTENCE_VERDICTS.map((one) => (
            <FilterChoice
              key={one}
              checked={verdict === one}
              choose={() => setVerdict(one)}
              name={filterName}
            >
              <span aria-hidden="true">{SENTENCE_SIGNS[one]} </span>
              {t('{verdict} ({n})', { verdict: SENTENCE_VERDICT_WORDS[one](), n: formatCount(count(one)) })}
            </FilterChoice>
          ))}
        </fieldset>
      </div>
      <ScrollRegion label={t('Sentences of RFCs')} className="panel battery-scroll">
        <SentenceRows rows={shown} />
      </ScrollRegion>
      {shown.length < rows.length && (
        <button type="button" onClick={() => setShowingAll(true)}>
          {t('Show all {n} sentences', { n: formatCount(rows.length) })}
        </button>
      )}
    </section>
  );
}
