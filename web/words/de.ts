/** German, in one module that's loaded only when it's chosen. */
import problems from './de/problems.json';
import theory from './de/theory.json';
import type { Tongue } from './words';

const catalogues = import.meta.glob<Record<string, string>>('./de/*.json', {
  eager: true,
  import: 'default',
});

// A text that isn't translated yet is empty or missing here, and stays English.
const words = new Map(
  Object.values(catalogues).flatMap((catalogue) =>
    Object.entries(catalogue).filter(([, german]) => german !== ''),
  ),
);

export const GERMAN: Tongue = {
  tag: 'de',
  say: (english) => words.get(english) ?? null,
  form: (count) => (count === 1 ? 0 : 1),
  composed: Object.keys({ ...problems, ...theory }),
};
