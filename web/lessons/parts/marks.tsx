/** Components within a lesson's text: claims, published numbers and ours, settings, facts, terms, links, tables and sections. */
import {
  Children,
  isValidElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { formatFixed, formatPlain, UNKNOWN } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { sayInEnglish, t } from '../../base/words/words';
import { contentText, inInterfaceLanguage } from '../../ui/InEnglish';
import { isLessonAvailable } from '../../ui/package';
import { useRoot } from '../../ui/root';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { prints } from '../claims';
import { GLOSSARY } from '../course';
import type { Claim as ClaimSpec } from '../lesson';
import { type LessonSession, useLessonSession, useRunUpdates } from '../lessonSession';
import { onceAvailable } from '../runs';
import '../lesson.css';
import './parts.css';

/** Short names of the papers. */
const PAPERS: Readonly<Record<string, string>> = {
  'ahn-1995': 'Ahn et al. 1995',
  'cardwell-1999': 'Cardwell 1999',
  'fu-2003': 'Fu & Liew 2003',
  'low-2000': 'Low et al. 2000',
  'martin-1999': 'Martin 1999',
};

/** A claim about the page's runs, with a check mark once they confirm it. */
export function Claim({ id, children }: { id: string; children: ReactNode }) {
  const session = useRunUpdates();
  const claim = session.opened.lesson.claims[id];
  if (claim === undefined) throw new Error(`The lesson has no claim ${id}.`);
  const verdict = onceAvailable(() => checkClaim(claim, session, wordsIn(children)));
  const state = verdict === null ? 'waiting' : verdict.isTrue ? 'shown' : 'wrong';
  return (
    <span
      className="claim"
      data-claim={id}
      data-state={state}
      title={verdict?.words ?? t('Checked when the runs on this page have finished.')}
    >
      {children}
      {verdict !== null && (
        <span className="claim-sign">
          <span aria-hidden="true">{verdict.isTrue ? '✓' : '≠'}</span>
        </span>
      )}
    </span>
  );
}

/** Checks a claim against the runs and describes the result. */
function checkClaim(
  claim: ClaimSpec,
  { runs, opened }: LessonSession,
  printed: string,
): { isTrue: boolean; words: string } {
  if ('holds' in claim) {
    const isTrue = claim.holds(runs);
    return {
      isTrue,
      words: isTrue ? t('True in the runs on this page.') : t('Not true in the runs on this page.'),
    };
  }
  const value = claim.number(runs);
  const unit = claim.unit ? ` ${claim.unit}` : '';
  const isPrinted = () => prints(printed, value);
  return {
    isTrue: opened.language.lang === 'en' ? sayInEnglish(isPrinted) : isPrinted(),
    words: t('In the runs on this page: {value}.', { value: formatPlain(value) + unit }),
  };
}

/** The text between the tags of a component. */
function wordsIn(children: ReactNode): string {
  return Children.toArray(children)
    .map((child) => (isValidElement<{ children?: ReactNode }>(child) ? wordsIn(child.props.children) : child))
    .join('');
}

/** The paper's name in `paper/item`. */
function paperOf(of: string): string {
  const [paper = ''] = of.split('/');
  return PAPERS[paper] ?? paper;
}

function PaperLink({
  of,
  words,
  kind,
  children,
}: {
  of: string;
  words: string;
  kind: string;
  children: ReactNode;
}) {
  const root = useRoot();
  const [paper = '', ...item] = of.split('/');
  return (
    <a
      className={`paper-link ${kind}`}
      href={`${root}#/papers?${new URLSearchParams({ paper, item: item.join('/') })}`}
      title={words}
    >
      {children}
    </a>
  );
}

/** A number as printed in a paper. */
export function Cited({ of, children }: { of: string; children: ReactNode }) {
  return (
    <PaperLink of={of} words={t('{paper}, as published', { paper: paperOf(of) })} kind="cited">
      {children}
    </PaperLink>
  );
}

/** A result of ours from more runs than a page can make. */
export function Found({ of, children }: { of: string; children: ReactNode }) {
  return (
    <PaperLink
      of={of}
      words={t('{paper}, measured by this lab over many runs', { paper: paperOf(of) })}
      kind="found"
    >
      {children}
    </PaperLink>
  );
}

export function Setting({ path, children }: { of: string; path: string; children: ReactNode }) {
  return (
    <span className="setting" title={t('Set in the scenario: {path}', { path })}>
      {children}
    </span>
  );
}

export function Fact({ source, children }: { source: string; children: ReactNode }) {
  return (
    <span className="fact" title={source}>
      {children}
    </span>
  );
}

/** A glossary term. Its meaning opens in place, with a link to the glossary; without scripts, the term is that link. */
export function Term({ of, children }: { of?: string; children: ReactNode }) {
  const root = useRoot();
  const note = useId();
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, closeOutside);
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside);
    };
  }, [open]);
  const word = of ?? String(children);
  const address = `${root}lessons/glossary/#${encodeURIComponent(word)}`;
  const toggle = (event: SyntheticEvent) => {
    event.preventDefault();
    setOpen(!open);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only closes what the term opened
    <span
      className="term"
      data-open={open}
      ref={place}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setOpen(false);
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: without scripts it's a link */}
      <a
        href={address}
        role="button"
        aria-expanded={open}
        aria-describedby={note}
        onClick={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) toggle(event);
        }}
        onKeyDown={(event) => {
          if (event.key === ' ') toggle(event);
        }}
      >
        {children}
      </a>
      <span role="note" className="term-note">
        <span id={note} {...contentText(GLOSSARY.get(word)?.means ?? '')} />{' '}
        <a href={address} {...inInterfaceLanguage()}>
          {t('Glossary')}
        </a>
      </span>
    </span>
  );
}

/** Explains the marks in lesson texts. */
export function KeyOfMarks() {
  return (
    <p className="key-of-marks" {...inInterfaceLanguage()}>
      {rich(
        'Press a word <term>marked like this</term> for its meaning, and a phrase <point>marked like this</point> to see it in the picture.',
        {
          term: (words) => <span className="term-word">{words}</span>,
          point: (words) => <span className="point-word">{words}</span>,
        },
      )}{' '}
      {t('A ✓ follows what the runs on this page have confirmed.')}
    </p>
  );
}

/** A link to another lesson, or just its title in a package, which contains only one lesson. */
export function LessonLink({ name, children }: { name: string; children: ReactNode }) {
  const root = useRoot();
  return isLessonAvailable(name) ? (
    <a href={`${root}lessons/${name}/`}>{children}</a>
  ) : (
    <span>{children}</span>
  );
}

/** A link in a text: to a lesson (`lesson:rem`), to a page of the lab (`#/…`), or to a permanent address elsewhere. */
export function TextLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  const root = useRoot();
  if (href.startsWith('lesson:'))
    return <LessonLink name={href.slice('lesson:'.length)}>{children}</LessonLink>;
  if (href.startsWith('#/')) return <a href={root + href}>{children}</a>;
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  );
}

/** A table of our results next to the paper's. */
export function Beside() {
  const session = useRunUpdates();
  const { lesson, language } = useLessonSession().opened;
  const { beside } = lesson;
  const noted = beside.some(({ note }) => note);
  const values = beside.map(({ ours }) => onceAvailable(() => ours(session.runs)));
  return (
    <ScrollRegion label={t('Compared with the paper')} className="beside">
      <table {...inInterfaceLanguage()}>
        <caption>{t('Compared with the paper')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('metric')}</th>
            <th scope="col">{t('on this page')}</th>
            <th scope="col">{t('in the paper')}</th>
            {noted && <th scope="col">{t('where they differ')}</th>}
          </tr>
        </thead>
        <tbody>
          {beside.map(({ quantity, unit, decimals, cited, published, note }, row) => {
            const value = values[row] ?? null;
            return (
              <tr key={quantity}>
                <th scope="row" {...language}>
                  {quantity}
                  {unit && <span className="unit"> ({unit})</span>}
                </th>
                <td>{value === null ? UNKNOWN : formatFixed(value, decimals)}</td>
                <td {...language}>
                  <Cited of={cited}>{published}</Cited>
                </td>
                {noted && <td {...language}>{note}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      {values.includes(null) && (
        <p className="words" {...inInterfaceLanguage()}>
          {t('A dash waits for a run above. Some are in questions that you open.')}
        </p>
      )}
    </ScrollRegion>
  );
}

export function TeachersNote({ children }: { children: ReactNode }) {
  return (
    <details className="teachers-note">
      <summary {...inInterfaceLanguage()}>{t('Model and assumptions')}</summary>
      {children}
    </details>
  );
}

export function Reading({ children }: { children: ReactNode }) {
  return (
    <section className="reading" aria-label={t('Further reading')}>
      <h2 {...inInterfaceLanguage()}>{t('Further reading')}</h2>
      {children}
    </section>
  );
}

/** A table of the text. If it is wider than the column, it scrolls sideways, by keyboard too. */
export function TextTable({ children }: { children?: ReactNode }) {
  const head = Children.toArray(children).find((part) => isValidElement(part) && part.type === 'thead');
  return (
    <ScrollRegion label={t('Table: {columns}', { columns: cellsOf(head).join(', ') })} className="text-table">
      <table>{children}</table>
    </ScrollRegion>
  );
}

/** The texts of the header cells. */
function cellsOf(node: ReactNode): string[] {
  return Children.toArray(node).flatMap((part) => {
    if (isValidElement<{ children?: ReactNode }>(part)) return cellsOf(part.props.children);
    const text = String(part).trim();
    return text === '' ? [] : [text];
  });
}
