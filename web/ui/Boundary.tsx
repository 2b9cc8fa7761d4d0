/** Messages in place of content that failed to draw or to load. */
import { Component, type ReactNode } from 'react';
import { rich } from '../base/words/rich';
import { t } from '../base/words/words';

interface BoundaryProps {
  /** Name of the content, for the message. */
  name: string;
  children: ReactNode;
}

/** An error boundary: shows an error in one part of the page there, and leaves the other parts working. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className="failure" role="alert">
        <p>
          {rich('<b>{name} couldn’t be drawn.</b> {message}', {
            b: (text) => <b>{text}</b>,
            name: this.props.name,
            message: <code>{error.message}</code>,
          })}
        </p>
        <button type="button" onClick={() => this.setState({ error: null })}>
          {t('Try again')}
        </button>
      </div>
    );
  }
}

interface EngineFailureProps {
  /** False if the engine has never run on this page: then the reason is a sentence that says what to do. */
  started: boolean;
  reason: string | null;
  /** The label of the button. */
  label: string;
  again(): void;
  /** What else to know. */
  children?: ReactNode;
}

/** An engine that couldn't start or has stopped, with the reason and a button to try again. */
export function EngineFailure({ started, reason, label, again, children }: EngineFailureProps) {
  return (
    <div className="failure" role="alert">
      <p>
        <b>{started ? t('The engine stopped:') : t('The simulator couldn’t start.')}</b>{' '}
        {started ? <code>{reason}</code> : reason}
      </p>
      {children}
      <button type="button" onClick={again}>
        {label}
      </button>
    </div>
  );
}

interface FailureProps {
  /** A sentence that says what failed. */
  words: string;
  reason: string | null;
  /** The label of the button. */
  label: string;
  again(): void;
}

/** A failure with its reason and a button to try again. */
export function Failure({ words, reason, label, again }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <p>
        <b>{words}</b> <code>{reason}</code>
      </p>
      <button type="button" onClick={again}>
        {label}
      </button>
    </div>
  );
}
