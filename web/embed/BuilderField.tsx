/** One parameter of an embed in the builder: its control, description and problem. */
import { type ReactNode, useId } from 'react';
import type { AddressProblem } from '../sdk/protocol';
import { t } from '../words/words';
import './EmbedPage.css';

interface Props {
  name: string;
  label: string;
  explanation: string;
  problems: readonly AddressProblem[];
  /** Draws the control with these attributes. */
  children(attributes: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }): ReactNode;
}

export function BuilderField({ name, label, explanation, problems, children }: Props) {
  const id = useId();
  const wrong = problems.filter(({ path }) => path === name);
  return (
    <div className="builder-field" data-parameter={name}>
      <label htmlFor={id}>
        {label} <code>{name}</code>
      </label>
      {children({ id, 'aria-describedby': `${id}-about`, 'aria-invalid': wrong.length > 0 })}
      <p className="hint" id={`${id}-about`}>
        {explanation}
        {wrong.map(({ problem, allowed }) => (
          <b key={problem} className="wrong">
            {' '}
            {t('Here {problem}. Allowed: {allowed}.', { problem, allowed })}
          </b>
        ))}
      </p>
    </div>
  );
}
