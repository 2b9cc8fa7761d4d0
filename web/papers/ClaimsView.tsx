/** Every claim of the papers, with ours next to it: first those that hold, last those that no row tests. */
import { Fragment, type ReactNode } from 'react';
import { formatCount } from '../base/words/format';
import { plural, t } from '../base/words/words';
import { paperAddress, papersAddress } from '../run/share/places';
import { type Findings, findingOf, type Paper } from '../scenario/content/papers';
import { English, inEnglish } from '../ui/InEnglish';
import { type Claim, claimsOf, countClaims, countedIn, type Holding } from './claims';
import { measured } from './words';
import './claims.css';

interface Props {
  papers: readonly Paper[];
  findings: Findings;
}

const HOLDINGS: Record<Holding, { sign: string; words(): string }> = {
  fully: { sign: '✓', words: () => t('holds fully') },
  in_part: { sign: '◐', words: () => t('holds in part') },
  not: { sign: '✗', words: () => t('doesn’t hold') },
};

const ORDER = ['fully', 'in_part', 'not'] as const;

export function ClaimsView({ papers, findings }: Props) {
  return (
    <section aria-label={t('Claims')}>
      {papers.map((paper) => (
        <PaperClaims key={paper.name} paper={paper} findings={findings} />
      ))}
    </section>
  );
}

function PaperClaims({ paper, findings }: { paper: Paper; findings: Findings }) {
  const claims = claimsOf(paper, findings);
  const count = countClaims(claims);
  const untested = claims.filter(({ holding }) => holding === null);
  return (
    <section className="claims" data-claims-of={paper.name}>
      <h2 {...inEnglish()}>{paper.title}</h2>
      <p className="source">
        <English>
          {paper.authors}. {paper.published_in}
        </English>
        {' · '}
        <Sum {...count} />
      </p>
      <ul>
        {ORDER.flatMap((holding) =>
          claims
            .filter((claim) => claim.holding === holding)
            .map((claim) => (
              <Tested key={keyOf(claim)} claim={claim} holding={holding} findings={findings} />
            )),
        )}
      </ul>
      {untested.length > 0 && (
        <details>
          <summary>
            {plural(untested.length, '{n} more has no row that counts', '{n} more have no row that counts')}
          </summary>
          <ul>
            {untested.map((claim) => (
              <Untested key={keyOf(claim)} claim={claim} findings={findings} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const keyOf = ({ line }: Claim) => line.place + line.claim;

/** How many claims of a paper hold, in words. */
function Sum({ fully, all, in_part: inPart, not }: ReturnType<typeof countClaims>) {
  return t('{fully} of {all} claims hold fully, {inPart} in part, {not} don’t', {
    fully: formatCount(fully),
    all: formatCount(all),
    inPart: formatCount(inPart),
    not: formatCount(not),
  });
}

interface TestedProps {
  claim: Claim;
  holding: Holding;
  findings: Findings;
}

function Tested({ claim, holding, findings }: TestedProps) {
  const { paper, line, entries, count, causes } = claim;
  const { of, all } = countedIn(count);
  const { sign, words } = HOLDINGS[holding];
  return (
    <li data-holding={holding}>
      <span className="sign" role="img" aria-label={words()} title={words()}>
        {sign}
      </span>
      <p className="claim-words" {...inEnglish()}>
        {line.claim} <span className="place">{line.place}</span>
      </p>
      <div className="claim-ours">
        <p {...inEnglish()}>
          <Ours text={line.ours ?? ''} paper={paper} findings={findings} />
        </p>
        <p className="place">
          <a href={paperAddress(paper.name, entries[0]?.item)}>
            {plural(all, '{of} of {n} row', '{of} of {n} rows', { of: formatCount(of) })}
          </a>
          {causes.map(({ name, title }) => (
            <Fragment key={name}>
              {' · '}
              <a
                href={papersAddress({ paper: paper.name, view: 'causes', cause: `${paper.name}/${name}` })}
                {...inEnglish()}
              >
                {title}
              </a>
            </Fragment>
          ))}
        </p>
      </div>
    </li>
  );
}

/** A claim without counted rows: its reason, and the rows that don't count. */
function Untested({ claim: { paper, line, entries }, findings }: Omit<TestedProps, 'holding'>) {
  return (
    <li>
      <p className="claim-words" {...inEnglish()}>
        {line.claim} <span className="place">{line.place}</span>
      </p>
      <div className="claim-ours">
        <p {...inEnglish()}>
          {line.ours !== undefined && <Ours text={`${line.ours} `} paper={paper} findings={findings} />}
          {line.because}
        </p>
        {entries.length > 0 && (
          <p className="place">
            <a href={paperAddress(paper.name, entries[0]?.item)}>
              {plural(entries.length, '{n} row that isn’t counted', '{n} rows that aren’t counted')}
            </a>
          </p>
        )}
      </div>
    </li>
  );
}

/** A text in which `{item}` is our number in that row, and leads there. */
function Ours({ text, paper, findings }: { text: string; paper: Paper; findings: Findings }): ReactNode {
  return text.split(/\{([^}]*)\}/).map((part, place) => {
    if (place % 2 === 0) return part;
    const entry = paper.entries.find(({ item }) => item === part);
    const finding = entry && findingOf(findings, paper, entry);
    if (entry === undefined || finding?.ours == null) return '–';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
      <a key={place} className="number" href={paperAddress(paper.name, entry.item)} title={entry.quantity}>
        {measured(entry, finding)}
      </a>
    );
  });
}
