/** Messages in place of content that failed to draw or to load. */
import { Component, type ReactNode } from 'react';
import { rich } from '../words/rich';
import { t } from '../words/words';

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
