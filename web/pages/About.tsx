/** Description of a set-up: the first part is always visible, the assumptions are one click away. */
import { inEnglish } from '../ui/InEnglish';
import { t } from '../words/words';

const SENTENCES_SHOWN = 2;

interface Props {
  /** Title before the text, if it needs one. */
  title?: string;
  text: string;
  /** True if the rest is open at first. */
  whole?: boolean;
}

export function About({ title, text, whole = false }: Props) {
  const sentences = text.split(/(?<=[.!?])\s+(?=[A-Z0-9])/);
  const rest = sentences.slice(SENTENCES_SHOWN).join(' ');
  return (
    <div className="about">
      <p {...inEnglish()}>
        {title !== undefined && <b>{title}: </b>}
        {sentences.slice(0, SENTENCES_SHOWN).join(' ')}
      </p>
      {rest !== '' && (
        <details open={whole}>
          <summary>{t('More about this set-up')}</summary>
          <p {...inEnglish()}>{rest}</p>
        </details>
      )}
    </div>
  );
}
