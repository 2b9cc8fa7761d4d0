/** The interface language and its catalogue. */
import { keep, kept } from '../storage/browserStorage';
import { ENGLISH, speak, type Tongue } from './words';

/** The languages that the interface is complete in, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/**
 * English in disguise, for who works on the lab: accented, longer and in brackets, so that words that are in no catalogue and places too narrow for
 * other languages are seen; and the same from right to left.
 */
const DISGUISES = ['en-XA', 'ar-XB'] as const;

type Tag = Language | (typeof DISGUISES)[number];

const KEY = 'language';

/** The lab's language for a tag such as `de-AT`; null if there is none. */
export function languageOf(tag: string): Tag | null {
  const known: readonly Tag[] = [...(Object.keys(LANGUAGES) as Language[]), ...DISGUISES];
  const exact = known.find((one) => one.toLowerCase() === tag.toLowerCase());
  return exact ?? known.find((one) => one === tag.toLowerCase().split('-')[0]) ?? null;
}

/** The language from the address (`?lang=de`, kept for the visit), the user's choice or the browser's preference; else English. */
export function preferredLanguage(): Tag {
  const asked = languageOf(new URLSearchParams(location.search).get('lang') ?? '');
  if (asked !== null) keep(KEY, asked, 'sessionStorage');
  const wishes = [asked, kept(KEY, 'sessionStorage'), kept(KEY), ...navigator.languages];
  for (const wish of wishes) {
    const language = wish === null ? null : languageOf(wish);
    if (language !== null) return language;
  }
  return 'en';
}

/** Stores a choice and reloads the page. The user's work survives, as with any reload. */
export function chooseLanguage(language: Language): void {
  keep(KEY, language);
  keep(KEY, language, 'sessionStorage');
  const address = new URL(location.href);
  address.searchParams.set('lang', language);
  history.replaceState(history.state, '', address);
  location.reload();
}

/** Loads a language's catalogue and switches to it. Await this before rendering. If loading fails, the interface stays English. */
export async function speakAs(tag: Tag): Promise<void> {
  const tongue = await tongueOf(tag).catch(() => ENGLISH);
  speak(tongue);
  document.documentElement.lang = tongue.tag;
  document.documentElement.dir = tongue.tag.startsWith('ar') ? 'rtl' : 'ltr';
}

async function tongueOf(tag: Tag): Promise<Tongue> {
  if (tag === 'en') return ENGLISH;
  if (tag === 'de') return (await import('./de')).GERMAN;
  return (await import('./disguise')).disguised(tag);
}
