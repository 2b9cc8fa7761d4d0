/** Text with results of a sweep or of sampled runs. It's hidden until they have finished, because students start them with a button. */
import { Children, type ComponentProps, createElement, isValidElement, type ReactNode, useMemo } from 'react';
import { rich } from '../../base/words/rich';
import { inInterfaceLanguage, Marked } from '../../ui/InEnglish';
import { readClaim } from '../claims';
import { type LessonSession, useRunUpdates } from '../lessonSession';
import { waitsFor } from '../runs';
import { Claim, TextTable } from './marks';
import './parts.css';

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
function claimsIn(text: ReactNode): string[] {
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

/** A block of the text that waits for the runs whose results it states. */
function waiting<Name extends 'p' | 'ul' | 'ol' | 'blockquote'>(name: Name) {
  return (props: ComponentProps<Name>) => {
    const title = useTitleToRun(props.children);
    return title === null ? createElement(name, props) : <AfterRuns title={title} />;
  };
}

export const Paragraph = waiting('p');
export const BulletList = waiting('ul');
export const NumberedList = waiting('ol');
export const Quotation = waiting('blockquote');

export function ResultTable({ children }: { children?: ReactNode }) {
  const title = useTitleToRun(children);
  return title === null ? <TextTable>{children}</TextTable> : <AfterRuns title={title} />;
}
