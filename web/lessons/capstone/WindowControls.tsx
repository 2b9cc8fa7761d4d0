/** Controls for the window (slider, buttons, mouse wheel, keys), and the sender's current measurements. */
import { useEffect, useRef } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import './Capstone.css';
import { formatMs } from '../../base/words/format';
import type { Game } from './game';
import type { SenderStats } from './senderView';

interface Props {
  cwnd: number;
  maxCwnd: number;
  disabled: boolean;
  steer(cwnd: number): void;
}

const STEPS = [
  { label: '½', words: () => t('halve the window'), of: (cwnd: number) => Math.floor(cwnd / 2) },
  { label: '−5', words: () => t('5 segments less'), of: (cwnd: number) => cwnd - 5 },
  { label: '−1', words: () => t('1 segment less'), of: (cwnd: number) => cwnd - 1 },
  { label: '+1', words: () => t('1 segment more'), of: (cwnd: number) => cwnd + 1 },
  { label: '+5', words: () => t('5 segments more'), of: (cwnd: number) => cwnd + 5 },
  { label: '×2', words: () => t('double the window'), of: (cwnd: number) => 2 * cwnd },
];

export function WindowControls({ cwnd, maxCwnd, disabled, steer }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const latest = useRef({ cwnd, disabled, steer });
  useEffect(() => {
    latest.current = { cwnd, disabled, steer };
  });
  // React's wheel listeners are passive and can't keep the page from scrolling.
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const onWheel = (event: WheelEvent) => {
      const { cwnd, disabled, steer } = latest.current;
      if (disabled || event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      steer(cwnd - Math.sign(event.deltaY));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);
  return (
    <div className="capstone-controls" ref={area}>
      <label>
        <span>
          {cwnd === 1
            ? rich('your window <b>{cwnd}</b> segment', { cwnd, b: cwndFigure })
            : rich('your window <b>{cwnd}</b> segments', { cwnd, b: cwndFigure })}
        </span>
        <input
          type="range"
          min={1}
          max={maxCwnd}
          step={1}
          value={cwnd}
          disabled={disabled}
          aria-valuetext={t('{cwnd} segments', { cwnd })}
          onChange={(event) => steer(Number(event.target.value))}
        />
      </label>
      <span className="capstone-steps">
        {STEPS.map(({ label, words, of }) => (
          <button
            key={label}
            type="button"
            aria-label={words()}
            title={words()}
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

function cwndFigure(words: string) {
  return (
    <b className="capstone-cwnd" data-metric="cwnd">
      {words}
    </b>
  );
}

/** Handles a key press. Returns true if the game uses the key. */
export function handleKey(game: Game, key: string, shift: boolean): boolean {
  const { cwnd } = game.state.value;
  switch (key) {
    case 'ArrowUp':
      game.steer(cwnd + (shift ? 5 : 1));
      return true;
    case 'ArrowDown':
      game.steer(cwnd - (shift ? 5 : 1));
      return true;
    case 'h':
      game.steer(Math.floor(cwnd / 2));
      return true;
    case 'd':
      game.steer(2 * cwnd);
      return true;
    case 'p':
      game.toggle();
      return true;
    default:
      return false;
  }
}

/** The sender's current measurements. */
export function SenderNumbers({ stats }: { stats: SenderStats }) {
  const { flight, rtt_ms, shortest_ms, acked_per_s, dup_acks, resent, timeouts } = stats;
  const ms = (value: number | null) => (value === null ? '–' : formatMs(value));
  const retransmitted =
    timeouts > 0 ? t('{resent}, {timeouts} after a timeout', { resent, timeouts }) : String(resent);
  const figures = [
    ['outstanding', t('outstanding'), String(flight)],
    ['last round trip', t('last round trip'), ms(rtt_ms)],
    ['shortest', t('shortest'), ms(shortest_ms)],
    ['acknowledged', t('acknowledged'), `${acked_per_s.toFixed(0)}/s`],
    ['duplicate ACKs', t('duplicate ACKs'), String(dup_acks)],
    ['sent again', t('retransmitted'), retransmitted],
  ] as const;
  return (
    <dl className="capstone-stats">
      {figures.map(([name, label, value]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd data-metric={name}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
