/** A text about a paper, in which the file with our readings, or one of them, is a link to the page that shows it. */
import { Fragment } from 'react';
import { readingAddress } from '../run/share/places';

const READINGS = 'docs/readings.md';

const READING = /docs\/readings\.md(?:, ([A-Z]\d+))?/;

export function PaperText({ text }: { text: string }) {
  // The parts take turns: text, and the name of a reading, which may be missing.
  const parts = text.split(READING);
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
    <Fragment key={place}>
      {place % 2 === 0 ? part : <a href={readingAddress(part)}>{part ?? READINGS}</a>}
    </Fragment>
  ));
}
