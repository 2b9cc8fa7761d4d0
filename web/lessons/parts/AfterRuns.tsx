/**
 * Text with results. Those of a sweep or of sampled runs are hidden until these have finished, because students start them with a button; what
 * stays beside an experiment's picture, until the picture is whole.
 */
import {
  Children,
  type ComponentProps,
  createContext,
  createElement,
  isValidElement,
  type ReactNode,
  useContext,
  useMemo,
} from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { inInterfaceLanguage, Marked } from '../../ui/InEnglish';
import { readClaim } from '../claims';
import { type LessonSession, useRunUpdates } from '../lessonSession';
import { waitsFor } from '../runs';
import { Claim, TextTable } from './marks';
import './parts.css';

/** True in what stays beside the picture of runs that haven't finished. */
export const RunsPending = createContext(false);

/** The title of the experiment that the student has to run before the text shows; null if there is none. */
function useTitleToRun(text: ReactNode): string | null {
  const session = useRunUpdates();
  const claims = useMemo(() => claimsIn(text), [text]);
  for (const id of claims) {
    const title = titleToRun(session, id);
    if (title !== null) return title;
  }
  return null;
}

function titleToRun({ opened: { lesson }, runs }: LessonSession, id: string): string | null {
  const claim = lesson.claims[id];
  const waited = claim === undefined ? null : waitsFor(() => readClaim(claim, runs));
  const experiment = lesson.experiments[waited ?? ''];
  return experiment === undefined || experiment.kind === 'runs' ? null : experiment.title;
}

/** The claims in a text. */
export function claimsIn(text: ReactNode): string[] {
  return Children.toArray(text).flatMap((part) => {
    if (!isValidElement<{ id?: string; children?: ReactNode }>(part)) return [];
    return part.type === Claim ? [part.props.id ?? ''] : claimsIn(part.props.children);
  });
}

function AfterRuns({ title }: { title: string }) {
  const { language } = useRunUpdates().opened;
  return (
    <p className="after-runs" {...inInterfaceLanguage()}>
      {rich('Run “{experiment}” to read its results here.', {
        experiment: <Marked language={language}>{title}</Marked>,
      })}
    </p>
  );
}

/** True for results beside the picture of runs that haven't finished. */
function useIsEarly(text: ReactNode): boolean {
  return useContext(RunsPending) && claimsIn(text).length > 0;
}

/** A block of the text that waits for the runs whose results it states. */
function waiting<Name extends 'p' | 'ul' | 'ol' | 'blockquote'>(name: Name) {
  return (props: ComponentProps<Name>) => {
    const title = useTitleToRun(props.children);
    if (useIsEarly(props.children)) return null;
    return title === null ? createElement(name, props) : <AfterRuns title={title} />;
  };
}

export const Paragraph = waiting('p');
export const BulletList = waiting('ul');
export const NumberedList = waiting('ol');
export const Quotation = waiting('blockquote');

export function ResultTable({ children }: { children?: ReactNode }) {
  const title = useTitleToRun(children);
  if (useIsEarly(children)) return null;
  return title === null ? <TextTable>{children}</TextTable> : <AfterRuns title={title} />;
}

/** In place of what stays beside an experiment's picture, until the picture is whole. */
export function RunsFirst() {
  return (
    <p className="after-runs" {...inInterfaceLanguage()}>
      {t('The results come when the runs have finished.')}
    </p>
  );
}

/** Above a text with results, while its picture shows what the student has changed. */
export function BeforeChanges() {
  return (
    <p className="before-changes" {...inInterfaceLanguage()}>
      {t('You’ve changed the picture. The results in this text are those before your changes.')}
    </p>
  );
}
