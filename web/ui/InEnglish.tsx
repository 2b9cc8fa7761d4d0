/** Marks texts that exist only in English, inside an interface in another language. */
import type { ReactNode } from 'react';
import { currentLanguage, t } from '../words/words';

interface LanguageAttributes {
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

/** Attributes that mark an element as English, for screen readers and hyphenation; none if the interface is in English. */
export function inEnglish(): LanguageAttributes {
  return currentLanguage() === 'en' ? {} : { lang: 'en', dir: 'ltr' };
}

/** Attributes for an element inside an English one, whose text is in the interface's language again. */
export function inInterfaceLanguage(): LanguageAttributes {
  return currentLanguage() === 'en'
    ? {}
    : { lang: currentLanguage(), dir: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr' };
}

/** English text inside a translated sentence. */
export function English({ children }: { children: ReactNode }) {
  return currentLanguage() === 'en' ? children : <span {...inEnglish()}>{children}</span>;
}

/** A note that the following text exists only in English; nothing if the interface is in English. */
export function EnglishOnly({ children = t('This text is in English only.') }: { children?: ReactNode }) {
  if (currentLanguage() === 'en') return null;
  return (
    <p className="english-only" {...inInterfaceLanguage()}>
      {children}
    </p>
  );
}
