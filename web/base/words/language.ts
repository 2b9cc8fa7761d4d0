/** The interface language and its catalogue. */
import { readStored, writeStored } from '../storage/browserStorage';
import { ENGLISH, type LanguagePack, setLanguage } from './words';

/** The languages with a complete translation, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/**
 * Pseudo-languages for developers: accented, longer and bracketed English, to find texts missing from the catalogues and places too narrow
 * for other languages. The second runs from right to left.
 */
const PSEUDO_LANGUAGES = ['en-XA', 'ar-XB'] as const;

type Tag = Language | (typeof PSEUDO_LANGUAGES)[number];

const KEY = 'language';

/** The interface language for a tag, for example `de` for `de-AT`; null if there is none. */
export function languageOf(tag: string): Tag | null {
  const known: readonly Tag[] = [...(Object.keys(LANGUAGES) as Language[]), ...PSEUDO_LANGUAGES];
  const exact = known.find((one) => one.toLowerCase() === tag.toLowerCase());
  return exact ?? known.find((one) => one === tag.toLowerCase().split('-')[0]) ?? null;
}

/** The language from the address (`?lang=de`, remembered for the session), the user's choice or the browser's preference; else English. */
export function preferredLanguage(): Tag {
  const requested = languageOf(new URLSearchParams(location.search).get('lang') ?? '');
  if (requested !== null) writeStored(KEY, requested, 'sessionStorage');
  const preferences = [requested, readStored(KEY, 'sessionStorage'), readStored(KEY), ...navigator.languages];
  for (const preference of preferences) {
    const language = preference === null ? null : languageOf(preference);
    if (language !== null) return language;
  }
  return 'en';
}

/** Stores the choice and reloads the page. The user's work survives, as with any reload. */
export function chooseLanguage(language: Language): void {
  writeStored(KEY, language);
  writeStored(KEY, language, 'sessionStorage');
  const address = new URL(location.href);
  address.searchParams.set('lang', language);
  history.replaceState(history.state, '', address);
  location.reload();
}

/** Loads a language's catalogue and switches to it; await this before rendering. If loading fails, the interface stays English. */
export async function speakAs(tag: Tag): Promise<void> {
  const language = await loadLanguage(tag);
  setLanguage(language);
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.tag.startsWith('ar') ? 'rtl' : 'ltr';
}

/** A language's catalogue; English if it can't be loaded. */
export async function loadLanguage(tag: Tag): Promise<LanguagePack> {
  return await languagePack(tag).catch(() => ENGLISH);
}

async function languagePack(tag: Tag): Promise<LanguagePack> {
  if (tag === 'en') return ENGLISH;
  if (tag === 'de') return (await import('./de')).GERMAN;
  return (await import('./pseudoLanguage')).pseudoLanguage(tag);
}
