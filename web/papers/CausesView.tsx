/** Why ours deviate: one explanation per cause, with the rows that share it. */

import { useEffect } from 'react';
import { plural, t } from '../base/words/words';
import { papersAddress } from '../run/share/places';
import {
  type Cause,
  type Entry,
  type Findings,
  findingOf,
  type Paper,
  shortName,
} from '../scenario/content/papers';
import { English, inEnglish } from '../ui/InEnglish';
import { countOf } from './count';
import { PaperText } from './PaperText';
import './rows.css';

interface Props {
  papers: readonly Paper[];
  findings: Findings;
  /** The cause that the address names, as `paper/cause`, or null. */
  wanted: string | null;
}

export function CausesView({ papers, findings, wanted }: Props) {
  useEffect(() => {
    if (wanted !== null)
      document
        .querySelector(`.causes [data-cause="${CSS.escape(wanted)}"]`)
        ?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  const causes = papers.flatMap((paper) =>
    (paper.causes ?? []).map((cause) => ({
      paper,
      cause,
      entries: paper.entries.filter((entry) => entry.cause === cause.name),
    })),
  );
  return (
    <section aria-label={t('Why ours deviate')}>
      <p className="about">
        {t('Each number that deviates and each direction that fails has one cause. The largest come first.')}
      </p>
      <ul className="causes">
        {causes
          .toSorted((a, b) => b.entries.length - a.entries.length)
          .map((one) => (
            <CauseItem
              key={`${one.paper.name}/${one.cause.name}`}
              {...one}
              findings={findings}
              wanted={wanted === `${one.paper.name}/${one.cause.name}`}
            />
          ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  paper: Paper;
  cause: Cause;
  entries: Entry[];
  findings: Findings;
  /** True to highlight it. */
  wanted: boolean;
}

function CauseItem({ paper, cause, entries, findings, wanted }: ItemProps) {
  const { deviates, fails } = countOf(entries.map((entry) => findingOf(findings, paper, entry)));
  const places = [...new Set(entries.map(({ place }) => place))];
  const address = papersAddress({ view: 'rows', paper: paper.name, cause: `${paper.name}/${cause.name}` });
  const parts = [
    deviates > 0 ? plural(deviates, '{n} number deviates', '{n} numbers deviate') : '',
    fails > 0 ? plural(fails, '{n} direction fails', '{n} directions fail') : '',
  ];
  return (
    <li className="panel" data-cause={`${paper.name}/${cause.name}`} data-wanted={wanted || undefined}>
      <h3 {...inEnglish()}>{cause.title}</h3>
      <p className="source">
        <English>
          {shortName(paper)}, {places.join('; ')}
        </English>
        {' · '}
        <a href={address}>{parts.filter(Boolean).join(', ')}</a>
      </p>
      <p {...inEnglish()}>
        <PaperText text={cause.because} />
      </p>
    </li>
  );
}
