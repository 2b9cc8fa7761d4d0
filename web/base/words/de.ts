/** The German catalogue, as a module that is loaded only if needed. */
import type { LanguagePack } from './words';

const catalogues = import.meta.glob<Record<string, string>>('./de/*.json', {
  eager: true,
  import: 'default',
});

/** The lessons' entries in lists, and the glossary. Their other texts are added when a lesson is opened. */
const lessons = import.meta.glob<Record<string, string>>('../../../content/lessons/*/de/about.json', {
  eager: true,
  import: 'default',
});

const messages = import.meta.glob<Record<string, string>>('./de/messages/*.json', {
  eager: true,
  import: 'default',
});

// Untranslated texts are empty or missing here, and appear in English.
const translatedIn = (all: Record<string, Record<string, string>>) =>
  new Map(
    Object.values(all).flatMap((catalogue) =>
      Object.entries(catalogue).filter(([, german]) => german !== ''),
    ),
  );

const words = translatedIn({ ...lessons, ...catalogues });
const templates = translatedIn(messages);

/** Adds the texts of a lesson. */
export function addToGerman(texts: Readonly<Record<string, string>>): void {
  for (const [english, german] of Object.entries(texts)) words.set(english, german);
}

export const GERMAN: LanguagePack = {
  tag: 'de',
  translate: (english) => words.get(english) ?? null,
  pluralForm: (count) => (count === 1 ? 0 : 1),
  template: (code) => templates.get(code) ?? null,
};
