/** The footer of every page: privacy, evidence, Python and language. */
import type { ReactNode } from 'react';
import { useObservable } from '../base/observable';
import { chooseLanguage, LANGUAGES, type Language } from '../base/words/language';
import { rich } from '../base/words/rich';
import { currentLanguage, t } from '../base/words/words';
import { EVIDENCE_ADDRESS, PRIVACY_ADDRESS, PYTHON_ADDRESS } from '../run/share/route';
import { useHydrated } from './hooks';
import { offlineProgress } from './offlineProgress';
import { packageKind } from './package';
import { useRoot } from './root';
import './Footer.css';

/** @param children further settings, next to the language */
export function Footer({ children }: { children?: ReactNode }) {
  const root = useRoot();
  const stored = useObservable(offlineProgress);
  return (
    <footer className="foot">
      <p>
        {rich(
          'Vegas Lab runs in your browser and collects nothing. <privacy>Privacy and use without a network</privacy>',
          { privacy: (text) => <a href={root + PRIVACY_ADDRESS}>{text}</a> },
        )}
        {stored && (
          <>
            {' '}
            <span className="stored">
              {stored.files < stored.of
                ? t('Storing for use without a network: {files} of {of} files.', stored)
                : t('Stored: works without a network.')}
            </span>
          </>
        )}
      </p>
      <p>
        {rich('Can you trust a simulator? <evidence>How we know</evidence>', {
          evidence: (text) => <a href={root + EVIDENCE_ADDRESS}>{text}</a>,
        })}
      </p>
      <p>
        {rich('For notebooks and clusters: <python>the lab in Python</python>', {
          python: (text) => <a href={root + PYTHON_ADDRESS}>{text}</a>,
        })}
      </p>
      {/* Changing the language reloads the page, and a learning platform would take a reload for the end of the session. */}
      {packageKind() === null && <LanguagePicker />}
      {children}
    </footer>
  );
}

const OFFERED = Object.entries(LANGUAGES) as [Language, string][];

/** Lists languages by their own names, because users may not read any other. */
export function LanguagePicker() {
  // The prerendered picker takes up its space but stays disabled until hydration.
  const hydrated = useHydrated();
  return (
    <label className="language">
      {t('Language')}{' '}
      <select
        value={currentLanguage()}
        disabled={!hydrated}
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
