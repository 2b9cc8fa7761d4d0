/** The page "How we compare": the test of a number, tolerances, seeds, and what was chosen when. */
import { type ReactNode, useEffect, useRef } from 'react';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';
import type { Rule } from '../engine/generated/papers';
import { documentTitle, EVIDENCE_ADDRESS, PAPERS_ADDRESS } from '../run/share/route';
import { PAPER_NAMES, type Paper, shortName } from '../scenario/content/papers';
import { Failure } from '../ui/Boundary';
import { EnglishOnly, inEnglish } from '../ui/InEnglish';
import { ScrollRegion } from '../ui/ScrollRegion';
import { ChecksNav } from './ChecksNav';
import { useLoaded } from './load';
import { readings } from './readings';
import { number, SPECIFIED } from './words';
import './comparing.css';

/** @param props.wanted the reading that the address names, or null */
export function ComparingPage({ wanted }: { wanted: string | null }) {
  const { loaded, failure, again } = useLoaded(PAPER_NAMES);
  return (
    <main className="figure-page comparing" id="content">
      <header className="introduction">
        <title>{documentTitle(t('How we compare'))}</title>
        <h1>{t('How we compare')}</h1>
        <p className="about">
          {rich('How <papers>a published number</papers> is tested here, and what we chose.', {
            papers: (words) => <a href={PAPERS_ADDRESS}>{words}</a>,
          })}
        </p>
        <EnglishOnly>{t('The texts about papers and numbers are in English only.')}</EnglishOnly>
      </header>
      <ChecksNav current={null} />
      <Kinds />
      {failure !== null && (
        <Failure
          words={t('The numbers couldn’t be loaded.')}
          reason={failure}
          label={t('Load again')}
          again={again}
        />
      )}
      {loaded && (
        <>
          <Tolerances papers={loaded.papers} />
          <Seeds papers={loaded.papers} />
        </>
      )}
      <Readings wanted={wanted} />
    </main>
  );
}

function Kinds() {
  return (
    <section>
      <h2>{t('Three kinds of rows')}</h2>
      <dl>
        <dt>{t('A printed number')}</dt>
        <dd>
          {t(
            'It agrees if ours differs by no more than both uncertainties combined: the square root of tolerance² + our interval². The tolerance is the paper’s own spread: half its interval, the largest distance of a single run it prints, or the distance between its simulation and its model. Where the paper prints no spread, one rule for each kind of quantity applies.',
          )}
        </dd>
        <dd>
          {t(
            'Where the paper prints several runs or times of day of one quantity, they’re one row, which lists them and compares with their mean. What follows from other rows counts only if the paper prints it.',
          )}
        </dd>
        <dd>
          {t(
            'A difference of more than 25 % agrees only if the paper’s own spread is as wide. So a noisy measurement of ours can’t agree by its noise.',
          )}
        </dd>
        <dt>{t('A direction')}</dt>
        <dd>
          {t(
            'The paper says more, less, most or about equal, without a number. It holds if our whole interval is on the side that the paper names. The limits say what the words say; the row shows them.',
          )}
        </dd>
        <dt>{t('A row of ours')}</dt>
        <dd>
          {t(
            'The paper doesn’t print it: a variant of the set-up, a model, or how much a number depends on what the text leaves open. It’s shown next to the others and counted nowhere. So are numbers by which we chose a set-up.',
          )}
        </dd>
      </dl>
      <p>
        {rich(
          'No two rows measure the same. A test compares all rows, another checks that each deviation has a cause and that no agreement has one. What papers can’t show is checked against other implementations and against theory: <evidence>How we know</evidence>.',
          { evidence: (words) => <a href={EVIDENCE_ADDRESS}>{words}</a> },
        )}
      </p>
    </section>
  );
}

function Tolerances({ papers }: { papers: readonly Paper[] }) {
  return (
    <section>
      <h2>{t('Tolerances')}</h2>
      <Table label={t('Tolerances')} heads={[t('paper'), t('kind of quantity'), t('tolerance'), t('why')]}>
        {papers.flatMap((paper) => {
          const rules = paper.tolerances ?? [];
          if (rules.length === 0) {
            return [
              <tr key={paper.name}>
                <td>{shortName(paper)}</td>
                <td>{t('all')}</td>
                <td>{t('as printed')}</td>
                <td>{t('The paper prints an interval for each number.')}</td>
              </tr>,
            ];
          }
          return rules.map((rule) => (
            <tr key={paper.name + rule.name}>
              <td>{shortName(paper)}</td>
              <td {...inEnglish()}>{rule.name}</td>
              <td>{limitOf(rule)}</td>
              <td {...inEnglish()}>{rule.because}</td>
            </tr>
          ));
        })}
      </Table>
    </section>
  );
}

function limitOf({ percent, absolute }: Rule): string {
  const limits = [
    percent === undefined ? '' : t('{n} %', { n: number(percent) }),
    absolute === undefined ? '' : number(absolute),
  ];
  return `± ${limits.filter(Boolean).join(` ${t('or')} `)}`;
}

function Seeds({ papers }: { papers: readonly Paper[] }) {
  return (
    <section>
      <h2>{t('Seeds and set-ups')}</h2>
      <p>
        {t(
          'Ours is the mean over the seeds 1, 2, 3 and so on. Its interval is 95 % by Student’s t, or the paper’s own level. A set-up in which nothing is random needs one run.',
        )}
      </p>
      <Table label={t('Seeds and set-ups')} heads={[t('paper'), t('set-up'), t('seeds'), t('completeness')]}>
        {papers.flatMap((paper) =>
          paper.experiments.map(({ name, title, seeds, confidence, specified }) => (
            <tr key={paper.name + name}>
              <td>{shortName(paper)}</td>
              <td {...inEnglish()}>{title}</td>
              <td>
                {seeds}
                {confidence !== undefined && ` (${t('{n} %', { n: number(confidence) })})`}
              </td>
              <td>{SPECIFIED[specified]().words}</td>
            </tr>
          )),
        )}
      </Table>
    </section>
  );
}

function Table({ label, heads, children }: { label: string; heads: string[]; children: ReactNode }) {
  return (
    <ScrollRegion label={label} className="whole">
      <table className="figures">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

/** The choices of set-ups and tolerances, and their dates. */
function Readings({ wanted }: { wanted: string | null }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (wanted === null) return;
    place.current
      ?.querySelector(`[data-reading="${CSS.escape(wanted)}"]`)
      ?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  return (
    <section ref={place}>
      <h2>{t('What was chosen when')}</h2>
      <ul>
        <li>
          {t(
            'No constant of a mechanism was ever changed to come closer to a number. Senders follow their papers and sources, each named in the lab.',
          )}
        </li>
        <li>
          {t(
            'Tolerances and limits of directions were written down before the runs, with two exceptions: the limits of “little” and “largest” in Low et al., section 6.4, came after a first run, and in November 2026, after an audit, all tolerances became one rule per kind of quantity and several limits were set again. The results were known by then.',
          )}
        </li>
        <li>
          {t(
            'Low et al. and Martin ran their Vegas in ns-2, so all of their set-ups have ns-2’s fine timer: two deviations and a sixteenth. Ahn et al. ran Vegas 0.8, with four deviations.',
          )}
        </li>
        <li>
          {t(
            'Where a set-up was chosen after a first look, its text says so. The stand-ins for Martin’s paths and for the path of Fu and Liew’s Table II were chosen by what they report of Reno, so those numbers aren’t counted.',
          )}
        </li>
      </ul>
      <details className="readings" open={wanted !== null} {...inEnglish()}>
        <summary>{t('How each set-up was read: the sentence that it follows, and its date')}</summary>
        {readings.map((block) => (
          <Reading key={JSON.stringify(block)} block={block} wanted={wanted} />
        ))}
      </details>
    </section>
  );
}

function Reading({ block, wanted }: { block: (typeof readings)[number]; wanted: string | null }) {
  if (block.kind === 'table') {
    const [heads = [], ...rows] = block.rows;
    return (
      <Table label={heads.join(' ')} heads={heads}>
        {rows.map((cells) => (
          <tr key={cells.join('|')}>
            {cells.map((cell, place) => (
              <td key={heads[place]}>{cell}</td>
            ))}
          </tr>
        ))}
      </Table>
    );
  }
  if (block.kind === 'list') {
    return (
      <ol>
        {block.items.map((parts) => (
          <li key={parts[0]?.words}>{wordsOf(parts)}</li>
        ))}
      </ol>
    );
  }
  if (block.kind === 'heading') return <h3>{wordsOf(block.parts)}</h3>;
  const [first] = block.parts;
  // A reading begins with its name: "A5. Figure 3 has …".
  const name = first?.strong ? /^[A-Z]\d+(?=\. )/.exec(first.words)?.[0] : undefined;
  return (
    <p data-reading={name} data-wanted={(name !== undefined && name === wanted) || undefined}>
      {wordsOf(block.parts)}
    </p>
  );
}

function wordsOf(parts: readonly { words: string; strong: boolean }[]) {
  return parts.map(({ words, strong }) => (strong ? <b key={words}>{words}</b> : words));
}
