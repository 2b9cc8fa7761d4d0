/** The explanation, the range and the actions of a field, which its menu opens. */
import { useRef, useState } from 'react';
import { same } from '../../base/same';
import { formatQuantity } from '../../base/words/quantity';
import { t } from '../../base/words/words';
import type { FieldInfo, Shape } from '../../engine/schema';
import { valueText } from '../../scenario/quantities';
import { firstSentence, useEditing } from './editing';
import './FieldDetails.css';

interface Props {
  info: FieldInfo;
  path: string;
  value: unknown;
  preset: unknown;
  /** Explanation of the chosen member, for a part. */
  member?: { doc: string; source: string } | undefined;
  close(): void;
}

export function FieldDetails({ info, path, value, preset, member, close }: Props) {
  const { catalogue, edit, actions } = useEditing();
  const place = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(path).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const differs = preset !== undefined && !same(value, preset);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, as in other menus; each action is a control
    <div
      ref={place}
      className="field-details"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        place.current?.parentElement?.querySelector<HTMLElement>('.row-menu')?.focus();
        close();
      }}
    >
      <p>
        {info.doc.slice(firstSentence(info.doc).length).trim()} {rangeOf(info.shape)}
      </p>
      {member && (
        <p>
          {member.doc} <cite>{member.source}</cite>
        </p>
      )}
      {'choices' in info.shape && (
        <dl>
          {info.shape.choices.map((choice) => (
            <div key={choice.value}>
              <dt>{choice.label}</dt> <dd>{choice.doc}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="buttons">
        <button type="button" disabled={!differs} onClick={(event) => edit(path, preset, event.timeStamp)}>
          {differs ? t('Reset to {value}', { value: valueText(preset, info.shape, catalogue) }) : t('Reset')}
        </button>
        {actions?.(path).map(({ label, href }) => (
          <a key={href} className="button" href={href}>
            {label}
          </a>
        ))}
        <button type="button" title={path} onClick={copy}>
          {copied === null ? t('Copy path') : copied ? t('Copied') : path}
        </button>
      </div>
    </div>
  );
}

function rangeOf(shape: Shape): string {
  if (shape.type === 'choice_or_number') return rangeOf(shape.number);
  if (shape.type !== 'number') return '';
  const ends = { least: formatQuantity(shape.min, shape.unit), most: formatQuantity(shape.max, shape.unit) };
  return shape.integer
    ? t('A whole number from {least} to {most}.', ends)
    : t('From {least} to {most}.', ends);
}
