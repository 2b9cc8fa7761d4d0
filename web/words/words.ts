/**
 * The interface's texts in the user's language. The English is in the code, next to its use; the catalogues of
 * the other languages (`de/*.json`) are keyed by it. A text missing from a catalogue appears in English.
 *
 * Translate texts when they're shown, never when a module loads: the language may not be loaded yet. A
 * table of names is a table of functions, `{ play: () => t('Play') }`.
 */
import { formatCount, formatExact, formatFixed, speakNumbers } from './format';

/** The `{names}` in a text. */
export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** A literal text, so that a script can find it and add it to the catalogues. */
export type Literal<Text extends string> = string extends Text ? never : Text;

type Values<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Record<Names<Text>, string | number>];

/** A language: translates an English text, and picks the plural form for a number. */
export interface Tongue {
  /** As BCP 47 has it. */
  tag: string;
  /** Null if it has no words for it. */
  say(english: string): string | null;
  /** The index of the plural form for a number; catalogues separate forms by `|`. */
  form(count: number): number;
  /** Its template for a message of the engine, by the message's code; null if it has none. */
  template?(code: string): string | null;
}

export const ENGLISH: Tongue = {
  tag: 'en',
  say: (english) => english,
  form: (count) => (count === 1 ? 0 : 1),
};

let tongue = ENGLISH;

/** All that is put into words from now on is in this language, and numbers are written as it does. */
export function speak(next: Tongue): void {
  if (next === tongue) return;
  tongue = next;
  speakNumbers(next.tag);
}

/** The language that is spoken, as BCP 47 has it. */
export function spoken(): string {
  return tongue.tag;
}

/** Runs `say` in English, whatever the interface language: files and other programs mustn't depend on it. */
export function sayInEnglish<T>(say: () => T): T {
  const before = tongue;
  speak(ENGLISH);
  try {
    return say();
  } finally {
    speak(before);
  }
}

/** A text in the reader's language. Numbers among its values are written in full and without groups; `formatCount` and its like give them others. */
export function t<const Text extends string>(
  text: Literal<Text>,
  ...[values]: Values<NoInfer<Text>>
): string {
  return filled(translated(text), values ?? {});
}

/** A text about a number, which appears in it as `{n}`: `plural(drops, '{n} drop', '{n} drops')`. */
export function plural<const One extends string, const Many extends string>(
  count: number,
  one: Literal<One>,
  many: Literal<Many>,
  values: Partial<Record<Exclude<Names<NoInfer<One>> | Names<NoInfer<Many>>, 'n'>, string | number>> = {},
): string {
  const said = tongue.say(`${one}|${many}`);
  const forms = said?.split('|') ?? [one, many];
  const form = said === null ? ENGLISH.form(count) : tongue.form(count);
  return filled(forms[form] ?? many, { ...values, n: formatCount(count) });
}

/** The translation of a text from elsewhere, such as the engine's catalogue; the English if there is none. */
export function translated(english: string): string {
  return tongue.say(english) ?? english;
}

/** The language's template for a message of the engine; null if it has none. */
export function templateOf(code: string): string | null {
  return tongue.template?.(code) ?? null;
}

/** Puts values in the places that a text names. A number at `{name:.2}` gets two decimals. */
export function filled(text: string, values: Partial<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)(?::\.(\d+))?\}/g, (whole, name: string, decimals?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'string') return value;
    return decimals === undefined ? formatExact(value) : formatFixed(value, Number(decimals));
  });
}
