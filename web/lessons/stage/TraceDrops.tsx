/** Drops by hand: a click on a segment in the plot drops it, and a second click takes the drop back. Arrow keys and buttons do the same. */
import { useEffect, useEffectEvent, useState } from 'react';
import { usePart } from '../../base/observable';
import { formatCount } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { PICKER } from '../../ui/gestures';
import type { BenchGroup } from '../experiment/benchGroup';
import type { DropsByHand } from '../lesson';
import { droppedIn, reachable, segmentAt, sendingOf, withToggled } from './drops';
import './TraceDrops.css';

interface Props {
  group: BenchGroup;
  drops: DropsByHand;
  run: Run;
  flow: number;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export function TraceDrops({ group, drops, run, flow }: Props) {
  const view = useView();
  const scenario = usePart(group.first.state, 'scenario');
  const original = group.original?.scenario;
  const dropped = scenario === null ? [] : droppedIn(scenario, drops);
  const [chosen, setChosen] = useState(() => dropped[0] ?? drops.segments[0]);
  /** A clicked segment that can't be dropped. */
  const [refused, setRefused] = useState<number | null>(null);

  const toggle = (segment: number) => {
    const { scenario: latest } = group.first.state.value;
    if (latest === null || original === undefined) return;
    view.playing.set(false);
    setChosen(segment);
    setRefused(null);
    group.edit({ path: 'drops' }, withToggled(latest, original, drops, segment), performance.now());
  };
  const move = (by: number) => {
    const [first, last] = reachable(run, flow, drops, view.window) ?? drops.segments;
    const segment = Math.min(last, Math.max(first, chosen + by));
    const event = sendingOf(run, flow, segment);
    setChosen(segment);
    setRefused(null);
    view.playing.set(false);
    if (event !== null) view.grab(event.time_s, event);
  };
  const pick = useEffectEvent((segment: number | null) => {
    const [from, to] = drops.segments;
    const isInRange = segment !== null && segment >= from && segment <= to;
    if (isInRange) toggle(segment);
    else setRefused(segment);
    return isInRange;
  });
  const press = useEffectEvent((key: string) => {
    const by = STEPS[key];
    if (by !== undefined) move(by);
    else if (key === 'Enter') toggle(chosen);
    else return false;
    return true;
  });
  useEffect(() => {
    view.of(PICKER).set({ click: (event) => pick(segmentAt(run, event)), key: (key) => press(key) });
    return () => view.of(PICKER).set(null);
  }, [view, run]);

  const number = formatCount(chosen);
  return (
    <fieldset className="trace-drops">
      <legend className="visually-hidden">{t('Dropped segments')}</legend>
      <span className="trace-drops-choice">
        <button type="button" aria-label={t('Previous segment')} onClick={() => move(-1)}>
          ‹
        </button>
        <button
          type="button"
          data-segment={chosen}
          disabled={original === undefined}
          onClick={() => toggle(chosen)}
        >
          {dropped.includes(chosen)
            ? t('Keep segment {number}', { number })
            : t('Drop segment {number}', { number })}
        </button>
        <button type="button" aria-label={t('Next segment')} onClick={() => move(1)}>
          ›
        </button>
      </span>
      {/* The keys in the plot change it, too. */}
      <span role="status" className="visually-hidden">
        {t('Segment {number}', { number })}
      </span>
      <output>
        {refused === null
          ? dropsInWords(dropped)
          : t('Segment {number} stays: only segments {from} to {to} can be dropped.', {
              number: formatCount(refused),
              from: formatCount(drops.segments[0]),
              to: formatCount(drops.segments[1]),
            })}
      </output>
      <small>
        {drops.most === 1
          ? t('Click a segment in the plot to drop that one instead.')
          : `${t('Click a segment in the plot to drop it. A second click takes the drop back.')} ${plural(drops.most, 'You have {n} drop.', 'You have {n} drops.')}`}{' '}
        {t('Keys in the plot: arrows, then Enter.')}
      </small>
    </fieldset>
  );
}

function dropsInWords(dropped: readonly number[]): string {
  return dropped.length === 0
    ? t('No drop')
    : plural(dropped.length, '{n} drop: {segments}', '{n} drops: {segments}', {
        segments: dropped.map(formatCount).join(', '),
      });
}
