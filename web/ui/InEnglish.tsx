/** Texts that are there in English only, among words in the reader's language. */
import type { ReactNode } from 'react';
import { spoken, t } from '../words/words';

interface Spoken {
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

/** Marks an element as English in other languages, for screen readers and hyphenation. Does nothing in the English interface. */
export function inEnglish(): Spoken {
  return spoken() === 'en' ? {} : { lang: 'en', dir: 'ltr' };
}

/** For an element within such a one, whose words are in the reader's language again. */
export function inOurs(): Spoken {
  return spoken() === 'en'
    ? {}
    : { lang: spoken(), dir: document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr' };
}

/** English words in the midst of others. */
export function English({ children }: { children: ReactNode }) {
  return spoken() === 'en' ? children : <span {...inEnglish()}>{children}</span>;
}

/** Tells readers in another language that the following text exists only in English. */
export function EnglishOnly({ children = t('This text is in English only.') }: { children?: ReactNode }) {
  if (spoken() === 'en') return null;
  return (
    <p className="english-only" {...inOurs()}>
      {children}
    </p>
  );
}
