/**
 * The interface's texts in the user's language. English texts are written in the code; they are the keys of the other languages'
 * catalogues (`de/*.json`). A text missing from a catalogue appears in English.
 *
 * Translate texts when they're shown, never when a module loads, because the language may not be loaded yet. A table of names is therefore a
 * table of functions: `{ play: () => t('Play') }`.
 */
import { formatCount, formatExact, formatFixed, speakNumbers } from './format';

/** The placeholders in a text, written as `{name}`. */
export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** Requires a string literal, so that a script can find the text and add it to the catalogues. */
export type Literal<Text extends string> = string extends Text ? never : Text;

type Values<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Record<Names<Text>, string | number>];

/** A language: translates an English text, and picks the plural form for a number. */
export interface LanguagePack {
  /** BCP 47 language tag. */
  tag: string;
  /** Returns null if there is no translation. */
  translate(english: string): string | null;
  /** The index of the plural form for a number; catalogues separate forms by `|`. */
  pluralForm(count: number): number;
  /** The template for a message of the engine, by the message's code; null if there is none. */
  template?(code: string): string | null;
}

export const ENGLISH: LanguagePack = {
  tag: 'en',
  translate: (english) => english,
  pluralForm: (count) => (count === 1 ? 0 : 1),
};

let current = ENGLISH;

/** Sets the language for texts and numbers from now on. */
export function setLanguage(next: LanguagePack): void {
  if (next === current) return;
  current = next;
  speakNumbers(next.tag);
}

/** The current language, as a BCP 47 tag. */
export function currentLanguage(): string {
  return current.tag;
}

/** Runs `say` in English regardless of the interface language, for files and other programs. */
export function sayInEnglish<T>(say: () => T): T {
  const before = current;
  setLanguage(ENGLISH);
  try {
    return say();
  } finally {
    setLanguage(before);
  }
}

/** Translates a text. Numbers among its values get all their digits without grouping; pass a string from `formatCount` etc. for other formats. */
export function t<const Text extends string>(
  text: Literal<Text>,
  ...[values]: Values<NoInfer<Text>>
): string {
  return filled(translated(text), values ?? {});
}

/** Translates a text in the plural form for `count`, which appears as `{n}`: `plural(drops, '{n} drop', '{n} drops')`. */
export function plural<const One extends string, const Many extends string>(
  count: number,
  one: Literal<One>,
  many: Literal<Many>,
  values: Partial<Record<Exclude<Names<NoInfer<One>> | Names<NoInfer<Many>>, 'n'>, string | number>> = {},
): string {
  const translation = current.translate(`${one}|${many}`);
  const forms = translation?.split('|') ?? [one, many];
  const form = translation === null ? ENGLISH.pluralForm(count) : current.pluralForm(count);
  return filled(forms[form] ?? many, { ...values, n: formatCount(count) });
}

/** The translation of a text that is not a literal, for example from the engine's catalogue; null if there is none. */
export function translationOf(english: string): string | null {
  return current.translate(english);
}

/** Like `translationOf`, but the English if there is no translation. */
export function translated(english: string): string {
  return translationOf(english) ?? english;
}

/** The template for a message of the engine in the current language; null if there is none. */
export function templateOf(code: string): string | null {
  return current.template?.(code) ?? null;
}

/** Replaces the placeholders in a text with values. `{name:.2}` gives a number two decimals. */
export function filled(text: string, values: Partial<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)(?::\.(\d+))?\}/g, (whole, name: string, decimals?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'string') return value;
    return decimals === undefined ? formatExact(value) : formatFixed(value, Number(decimals));
  });
}

/** With a capital, for the beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
