/** Asks before a page for teachers shows plans and answers, and gives the link that opens them at once. */
import { type FormEvent, useState } from 'react';
import { readReading } from '../../base/words/reading';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import { LinkField } from '../../ui/LinkField';
import { ReadingInput } from '../../ui/ReadingInput';
import { absolute } from '../../ui/root';
import { drawQuestion, isSolved, opened } from './seal';
import '../../ui/notes.css';
import './ChapterPage.css';

interface Props {
  /** The address of this page that opens the answers; null while they're sealed. */
  address: string | null;
  /** True if the page's address has an answer, and it's wrong. */
  damaged: boolean;
}

export function SealedAnswers({ address, damaged }: Props) {
  return (
    <section className="note sealed-answers" aria-label={t('Answers')} data-sealed={address === null}>
      {address === null ? (
        <SealQuestion damaged={damaged} />
      ) : (
        <LinkField
          label={t('Your link, which opens plans and answers')}
          address={absolute(address)}
          opens={t('this page with its answers')}
        />
      )}
    </section>
  );
}

function SealQuestion({ damaged }: Pick<Props, 'damaged'>) {
  const [question] = useState(drawQuestion);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const unit = t('segments');
  const answer = (event: FormEvent) => {
    event.preventDefault();
    const solved = { ...question, waiting: readReading(typed, unit) };
    if (isSolved(solved)) opened.set(solved);
    else setWrong(true);
  };
  return (
    <form onSubmit={answer}>
      {damaged && (
        <p className="wrong" role="alert">
          {t('This link doesn’t open the answers. Part of it may be missing or changed.')}
        </p>
      )}
      <p>
        {t(
          'Plans, misconceptions and answers open with a teacher’s link, or when you answer this question. That keeps them out of a student’s way. It can’t keep out a student who is determined: the program is public.',
        )}
      </p>
      <p>
        {t(
          'Vegas has a window of {window} segments. base_rtt is {base} ms, and the round trip takes {rtt} ms. How many of its segments wait in the queue?',
          { window: question.window, base: question.base_rtt_ms, rtt: question.rtt_ms },
        )}
      </p>
      <p className="ask-actions">
        <ReadingInput label={t('Segments that wait')} typed={typed} unit={unit} onTyped={setTyped} />
        <button type="submit" className="primary" disabled={typed.trim() === ''}>
          {t('Open the answers')}
        </button>
      </p>
      {wrong && (
        <p className="wrong" role="alert">
          {rich('That isn’t right. <lesson>“Listening to the queue”</lesson> shows how Vegas finds it.', {
            lesson: (words) => <a href="lessons/listening-to-the-queue/">{words}</a>,
          })}
        </p>
      )}
    </form>
  );
}
