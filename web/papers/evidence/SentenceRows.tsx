/** The table of RFC sentences. A row unfolds to show what must be seen in its run, and when. */
import { useId, useState } from 'react';
import { formatPlain } from '../../base/words/format';
import { t } from '../../base/words/words';
import { evidenceAddress, evidenceRunAddress } from '../../run/share/places';
import { replaceAddress } from '../../run/share/route';
import type { Moment, Rfc, Sentence } from '../../scenario/content/evidence/sentences';
import { inEnglish } from '../../ui/InEnglish';
import { momentInWords, momentOf, SENTENCE_SIGNS, SENTENCE_VERDICT_WORDS } from './sentenceWords';
import { UnfoldButton } from './UnfoldButton';
import './Battery.css';
import './Sentences.css';

interface Row {
  rfc: Rfc;
  sentence: Sentence;
}

export function SentenceRows({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="battery-rows sentence-rows">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('Details')}</span>
          </th>
          <th scope="col">{t('RFC and section')}</th>
          <th scope="col">{t('Level')}</th>
          <th scope="col">{t('Requirement')}</th>
          <th scope="col">{t('Verdict')}</th>
          <th scope="col">{t('Run')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SentenceRow key={row.sentence.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function SentenceRow({ rfc: { rfc }, sentence }: Row) {
  const [open, setOpen] = useState(false);
  const details = useId();
  const requirement = useId();
  const { id, section, level, verdict, because } = sentence;
  const place = `RFC ${rfc}, ${section}`;
  return (
    <>
      <tr data-sentence={id} data-verdict={verdict}>
        <td>
          <UnfoldButton title={place} describedBy={requirement} {...{ open, setOpen, details }} />
        </td>
        <td className="place" translate="no">
          {place}
        </td>
        <td className="level">{level === 'rule' ? t('rule') : <span translate="no">{level}</span>}</td>
        <th scope="row" id={requirement} {...inEnglish()}>
          {sentence.requirement}
        </th>
        <td className="verdict">
          <span className="sign" aria-hidden="true">
            {SENTENCE_SIGNS[verdict]}
          </span>{' '}
          {SENTENCE_VERDICT_WORDS[verdict]()}
          {sentence.switch && <Switch values={sentence.switch} />}
          {because !== undefined && <small {...inEnglish()}>{because}</small>}
        </td>
        <td className="run">
          <RunLink sentence={sentence} describedBy={requirement} />
        </td>
      </tr>
      <tr className="unfolded" id={details} hidden={!open}>
        {open && (
          <td colSpan={6}>
            <Details sentence={sentence} />
          </td>
        )}
      </tr>
    </>
  );
}

function Switch({ values }: { values: Readonly<Record<string, unknown>> }) {
  return (
    <ul className="switches">
      {Object.entries(values).map(([field, value]) => (
        <li key={field}>
          <code translate="no">{`${field}: ${String(value)}`}</code>
        </li>
      ))}
    </ul>
  );
}

interface LinkProps {
  sentence: Sentence;
  /** Without the switch, if the sentence has one. */
  byDefault?: boolean;
  describedBy?: string;
}

function RunLink({ sentence, byDefault = false, describedBy }: LinkProps) {
  const { id } = sentence;
  const switched = sentence.switch !== undefined && !byDefault;
  return (
    <a
      href={evidenceRunAddress({ kind: 'sentence', id, switched }, momentOf(sentence, switched))}
      aria-describedby={describedBy}
      onClick={() => replaceAddress(evidenceAddress({ sentence: id }))}
    >
      {byDefault ? t('Open the run without the switch') : t('Open the run')}
    </a>
  );
}

function Details({ sentence }: { sentence: Sentence }) {
  const { expect, instead, verdict } = sentence;
  return (
    <>
      <Moments title={t('What the RFC requires')} moments={expect} />
      {instead !== undefined && (
        <Moments
          title={verdict === 'switch' ? t('Without the switch') : t('What happens here')}
          moments={instead}
        />
      )}
      {verdict === 'switch' && (
        <p>
          <RunLink sentence={sentence} byDefault />
        </p>
      )}
    </>
  );
}

function Moments({ title, moments }: { title: string; moments: readonly Moment[] }) {
  const reasoned = moments.some(({ why }) => why !== undefined);
  return (
    <table className="figures moments">
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Time')}</th>
          <th scope="col">{t('What you see')}</th>
          {reasoned && <th scope="col">{t('Why')}</th>}
        </tr>
      </thead>
      <tbody>
        {moments.map((moment) => (
          <tr key={moment.at_ms}>
            <th scope="row">{t('{ms} ms', { ms: formatPlain(moment.at_ms) })}</th>
            <td>{momentInWords(moment)}</td>
            {reasoned && <td {...inEnglish()}>{moment.why}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
