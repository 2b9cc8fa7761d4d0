/**
 * The language of elements. A page has one, because texts are translated by one catalogue: that of its first element. The page's own `lang`
 * stays as it is.
 */
import { languageOf, loadLanguage } from '../../base/words/language';
import { setLanguage } from '../../base/words/words';

let spoken: Promise<void> | null = null;

/** Switches to a language unless the page's elements already speak one. @param tag BCP 47; a language without a catalogue becomes English */
export function speakFirst(tag: string): Promise<void> {
  spoken ??= loadLanguage(languageOf(tag) ?? 'en').then(setLanguage);
  return spoken;
}
