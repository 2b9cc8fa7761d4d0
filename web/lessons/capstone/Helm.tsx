/** Where the hand is: the window as a number, a slider, and buttons for those who steer by touch. */
import { useEffect, useRef } from 'react';

interface Props {
  cwnd: number;
  most: number;
  disabled: boolean;
  steer(cwnd: number): void;
}

const STEPS = [
  { label: '½', words: 'halve the window', of: (cwnd: number) => Math.floor(cwnd / 2) },
  { label: '−5', words: '5 segments less', of: (cwnd: number) => cwnd - 5 },
  { label: '−1', words: '1 segment less', of: (cwnd: number) => cwnd - 1 },
  { label: '+1', words: '1 segment more', of: (cwnd: number) => cwnd + 1 },
  { label: '+5', words: '5 segments more', of: (cwnd: number) => cwnd + 5 },
  { label: '×2', words: 'double the window', of: (cwnd: number) => 2 * cwnd },
];

export function Helm({ cwnd, most, disabled, steer }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const latest = useRef({ cwnd, disabled, steer });
  useEffect(() => {
    latest.current = { cwnd, disabled, steer };
  });
  // React listens to wheels without the right to keep the page from scrolling.
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const turn = (event: WheelEvent) => {
      const { cwnd, disabled, steer } = latest.current;
      if (disabled || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      steer(cwnd - Math.sign(event.deltaY));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);
  return (
    <div className="capstone-helm" ref={area}>
      <label>
        <span>
          your window{' '}
          <b className="capstone-cwnd" data-figure="cwnd">
            {cwnd}
          </b>{' '}
          {cwnd === 1 ? 'segment' : 'segments'}
        </span>
        <input
          type="range"
          min={1}
          max={most}
          step={1}
          value={cwnd}
          disabled={disabled}
          aria-valuetext={`${cwnd} segments`}
          onChange={(event) => steer(Number(event.target.value))}
        />
      </label>
      <span className="capstone-steps">
        {STEPS.map(({ label, words, of }) => (
          <button
            key={label}
            type="button"
            aria-label={words}
            title={words}
            disabled={disabled}
            onClick={() => steer(of(cwnd))}
          >
            {label}
          </button>
        ))}
      </span>
    </div>
  );
}
