/** What is said of a set-up: what to look at stays in sight; which assumptions were made is one click away. */
import { inEnglish } from '../ui/InEnglish';
import { t } from '../words/words';

const SENTENCES_SHOWN = 2;

interface Props {
  /** What stands before the text, if it has to be said whose it is. */
  title?: string;
  text: string;
  /** Whether the rest is in sight at first. */
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
