/** For the tests of what the engine and the theory say: the catalogues' sentences, and which of them was never said. */
import { catalogues } from '../../scripts/words.mjs';

/** A catalogue of German by its name. */
export function german(name: string): Record<string, string> {
  return catalogues().get(`${name}.json`) ?? {};
}

/** The sentences of a catalogue of which nothing that was said is an example. */
export function unprovoked(name: string, said: readonly string[]): string[] {
  return Object.keys(german(name)).filter((sentence) => {
    const pieces = sentence.split(/\{\w+\}/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const form = new RegExp(`^${pieces.join('.+')}$`, 's');
    return !said.some((text) => form.test(text));
  });
}
