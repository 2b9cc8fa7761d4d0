/** Below a lesson's picture: Play, the time, and the way to the bench. */
import type { ReactNode } from 'react';
import { useObservable } from '../../base/observable';
import { formatFixed } from '../../base/words/format';
import { t } from '../../base/words/words';
import { useTimeWindow, useView } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { within } from '../../run/window';
import { Floating } from '../../ui/Floating';
import { Marked } from '../../ui/InEnglish';
import { useRoot } from '../../ui/root';
import type { BenchGroup } from '../experiment/benchGroup';
import { useLessonSession } from '../lessonSession';
import '../parts/Stage.css';

interface Props {
  group: BenchGroup;
  /** The runs in the picture. */
  runs: readonly Run[];
  /** The seconds that the picture shows at first; as long as it may, if absent. */
  seconds?: readonly [from: number, to: number] | undefined;
  /** Tools that few readers need. */
  more?: ReactNode;
}

export function Bar({ group, runs, seconds, more }: Props) {
  const view = useView();
  const playing = useObservable(view.playing);
  const cursor = useObservable(view.cursor);
  const { from, to } = useTimeWindow();
  const ended = (cursor ?? to) >= to;
  // The path shows nothing later than the run's end.
  const moment = Math.min(cursor ?? to, Math.max(...runs.map(({ now_s }) => now_s)));
  return (
    <div className="stage-bar">
      <button type="button" className="stage-play" onClick={() => view.togglePlaying()}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={playing ? 'M3 2h3.5v12H3zM9.5 2H13v12H9.5z' : 'M4 2l9 6-9 6z'} />
        </svg>
        <span>{playing ? t('Pause') : ended ? t('Play again') : t('Play')}</span>
      </button>
      <input
        type="range"
        min={from}
        max={to}
        step={(to - from) / 500}
        value={Math.min(to, Math.max(from, moment))}
        aria-label={t('Time')}
        aria-valuetext={t('{seconds} s', { seconds: formatFixed(moment, 2) })}
        onChange={(event) => {
          view.playing.set(false);
          view.hold(Number(event.target.value));
        }}
      />
      {/* No output element: screen readers would read it out in every frame. */}
      <span aria-hidden="true">{t('{seconds} s', { seconds: formatFixed(moment, 2) })}</span>
      <BackToSeconds seconds={seconds} />
      <ToBench group={group} />
      {more !== undefined && (
        <Floating className="stage-more" label={t('More')}>
          {() => more}
        </Floating>
      )}
    </div>
  );
}

/** The way back from a zoom, which wheels, fingers and keys make. */
function BackToSeconds({ seconds }: Pick<Props, 'seconds'>) {
  const view = useView();
  const window = useTimeWindow();
  const { whole } = useObservable(view.looking);
  const [from, to] = seconds ?? [whole.from, whole.to];
  const home = within({ from, to }, whole);
  if (window.from === home.from && window.to === home.to) return null;
  return (
    <button type="button" onClick={() => view.show(home)}>
      {t('Reset zoom')}
    </button>
  );
}

/** Opens the same scenario on the bench, with all controls; of several, each. */
function ToBench({ group }: Pick<Props, 'group'>) {
  const root = useRoot();
  const { language } = useLessonSession().opened;
  const { links, labels } = useObservable(group.state);
  const [only, ...others] = links;
  if (only === undefined) return null;
  if (others.length === 0)
    return (
      <a className="to-bench" href={root + only}>
        {t('On the bench')}
      </a>
    );
  return (
    <Floating className="to-bench" label={t('On the bench')}>
      {() => (
        <ul>
          {links.map((link, place) => (
            <li key={link}>
              <a href={root + link}>
                <Marked language={language}>{labels[place]}</Marked>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Floating>
  );
}
