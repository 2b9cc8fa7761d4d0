/** A message repeats at most this many characters of a text from a link or a file. */
const LONGEST = 60;

/** The beginning of a text, with `…` if it is cut. */
export function shortened(text: string, longest = LONGEST): string {
  const characters = [...text.slice(0, 2 * longest + 2)];
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text;
}
