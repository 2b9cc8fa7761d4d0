/** A text about a paper, in which the file with our readings is a link to the page that shows it. */
import { Fragment } from 'react';
import { COMPARING_ADDRESS } from '../run/share/places';

const READINGS = 'docs/readings.md';

export function PaperText({ text }: { text: string }) {
  return text.split(READINGS).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order
    <Fragment key={place}>
      {place > 0 && <a href={COMPARING_ADDRESS}>{READINGS}</a>}
      {part}
    </Fragment>
  ));
}
