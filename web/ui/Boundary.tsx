import { Component, type ReactNode } from 'react';
import { rich } from '../words/rich';
import { t } from '../words/words';

interface Props {
  /** Name of the content, for the message. */
  name: string;
  children: ReactNode;
}

/** A defect in one part of the page leaves the others standing, and says what it was. */
export class Boundary extends Component<Props, { error: Error | null }> {
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
          {rich('<b>{name} could not be drawn.</b> {message}', {
            b: (words) => <b>{words}</b>,
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
