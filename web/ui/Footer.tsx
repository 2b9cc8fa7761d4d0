/** The foot of every page: privacy, how we know that the results are right, and the language. */
import { EVIDENCE_ADDRESS, PRIVACY_ADDRESS } from '../share/route';
import { chooseLanguage, LANGUAGES, type Language } from '../words/language';
import { rich } from '../words/rich';
import { spoken, t } from '../words/words';
import { useAlive } from './alive';
import { packageKind } from './package';
import { useRoot } from './root';
import './Footer.css';

export function Footer() {
  const root = useRoot();
  return (
    <footer className="foot">
      <p>
        {rich(
          'Vegas Lab runs in your browser and collects nothing. <privacy>Privacy and use without a network</privacy>',
          { privacy: (words) => <a href={root + PRIVACY_ADDRESS}>{words}</a> },
        )}
      </p>
      <p>
        {rich('Can you trust a simulator? <evidence>How we know</evidence>', {
          evidence: (words) => <a href={root + EVIDENCE_ADDRESS}>{words}</a>,
        })}
      </p>
      {/* A page in a learning platform is not to be loaded again: the platform would take that for its end. */}
      {packageKind() === null && <LanguagePicker />}
    </footer>
  );
}

const OFFERED = Object.entries(LANGUAGES) as [Language, string][];

/** Languages by their own names: who looks for theirs may not read the others. */
function LanguagePicker() {
  // On a page that was written out it has its place, and waits for the script.
  const alive = useAlive();
  return (
    <label className="language">
      {t('Language')}{' '}
      <select
        value={spoken()}
        disabled={!alive}
        onChange={(event) => chooseLanguage(event.target.value as Language)}
      >
        {OFFERED.map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
