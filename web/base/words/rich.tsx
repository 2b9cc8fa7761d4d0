/** Translated texts that contain elements, for example links. A translation may change their order. */
import { Fragment, type ReactNode } from 'react';
import { filled, type Literal, type Names, translated } from './words';

/** A replacement for `{name}`, or a function that wraps the text between `<name>` and `</name>`. */
type Piece = ReactNode | ((words: string) => ReactNode);

type Tags<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tags<Rest>
  : never;

/** Translates a text with elements: `rich('Open <bench>the bench</bench> with {name}', { bench: (words) => <a href="#/bench">{words}</a>, name })`. */
export function rich<const Text extends string>(
  text: Literal<Text>,
  pieces: Record<Names<NoInfer<Text>> | Tags<NoInfer<Text>>, Piece>,
): ReactNode {
  const given: Record<string, Piece> = pieces;
  const parts = translated(text).split(/(\{\w+\}|<(?:\w+)>.*?<\/(?:\w+)>)/);
  return parts.map((part, index) => {
    const [, name, tag, words = ''] = /^(?:\{(\w+)\}|<(\w+)>(.*)<\/\2>)$/.exec(part) ?? [];
    const piece = given[name ?? tag ?? ''];
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of a text's pieces never changes
    return <Fragment key={index}>{shown(piece, part, words, given)}</Fragment>;
  });
}

function shown(
  piece: Piece | undefined,
  part: string,
  words: string,
  given: Record<string, Piece>,
): ReactNode {
  if (typeof piece === 'function') return piece(filled(words, plainValues(given)));
  if (piece === undefined) return part;
  return typeof piece === 'number' ? filled('{it}', { it: piece }) : piece;
}

/** The strings and numbers among the pieces, for placeholders inside an element's text. */
function plainValues(pieces: Record<string, Piece>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(pieces).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}
