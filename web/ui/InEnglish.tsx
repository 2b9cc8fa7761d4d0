/** Marks texts that exist only in English, inside an interface in another language. */
import type { ReactNode } from 'react';
import { currentLanguage, t, translationOf } from '../base/words/words';

export interface LanguageAttributes {
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
  return <Marked language={inEnglish()}>{children}</Marked>;
}

/** Text inside an element of another language; an element of its own only if it needs attributes. */
export function Marked({ language, children }: { language: LanguageAttributes; children: ReactNode }) {
  return language.lang === undefined ? children : <span {...language}>{children}</span>;
}

/**
 * Attributes and text for an element that shows a text of the content, for example a lesson's title: in the interface's language if it is
 * translated, otherwise in English and marked as such.
 */
export function contentText(english: string): LanguageAttributes & { children: string } {
  const translation = translationOf(english);
  return translation === null
    ? { ...inEnglish(), children: english }
    : { ...inInterfaceLanguage(), children: translation };
}

/** A text of the content inside a sentence. */
export function ContentText({ children }: { children: string }) {
  const { children: text, ...language } = contentText(children);
  return <Marked language={language}>{text}</Marked>;
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
