/** A dot for each of a paper's counted rows: filled if the number agrees or the direction holds, a ring if not. */
import '../../ui/sections.css';

interface Props {
  /** First letters of the verdicts. */
  letters: string;
}

const STEP = 8;
const ROWS = 5;

export function VerdictDots({ letters }: Props) {
  const counted = [...letters].filter((letter) => letter !== 'o');
  const columns = Math.ceil(counted.length / ROWS);
  const dots = (wanted: (letter: string) => boolean) =>
    counted
      .map((letter, at) =>
        wanted(letter) ? `M${STEP * Math.floor(at / ROWS) + 1} ${STEP * (at % ROWS) + 4}h6` : '',
      )
      .join('');
  return (
    <svg
      className="verdict-dots"
      viewBox={`0 0 ${STEP * columns} ${STEP * ROWS}`}
      width={STEP * columns}
      height={STEP * ROWS}
      aria-hidden="true"
    >
      <path className="dots-agree" d={dots((letter) => 'ah'.includes(letter))} />
      <path className="dots-differ" d={dots((letter) => !'ah'.includes(letter))} />
    </svg>
  );
}
