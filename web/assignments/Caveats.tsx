/** Limits of grading without a server. */
import { rich } from '../words/rich';
import { t } from '../words/words';
import './TaskPage.css';

export function Caveats() {
  const title = { title: (words: string) => <b>{words}</b> };
  return (
    <section className="caveats" aria-label={t('What this cannot know')}>
      <h2>{t('What this cannot know')}</h2>
      <ul>
        <li>
          {rich(
            '<title>Who sat there.</title> A code says a name, and its run has that name’s seed. Anyone can type a name.',
            title,
          )}
        </li>
        <li>
          {rich(
            '<title>Secrets.</title> There are none. The checks stand in the link, and the program can be read. Who makes a whole honest run for somebody else hands in a code that is honest by construction.',
            title,
          )}
        </li>
        <li>
          {rich(
            '<title>When it was done.</title> Nothing closes at the due date; collect the codes where times are kept.',
            title,
          )}
        </li>
        <li>
          {rich(
            '<title>Your gradebook.</title> No grade is passed back by LTI, which needs a server. The table leaves as a CSV.',
            title,
          )}
        </li>
      </ul>
    </section>
  );
}
