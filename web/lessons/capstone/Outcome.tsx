/** What a run by hand came to: whom it beat, its points, and what to do next. */
import { type ReactNode, useEffect, useRef } from 'react';
import { formatFixed } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { CapstonePath } from './paths';
import { type Entrant, ranking, SHARED, Verdict } from './ranking';

interface Props {
  path: CapstonePath;
  /** Null while the engine runs it. */
  own: Entrant | null;
  others: readonly Entrant[];
  takeovers: number;
  /** Actions. */
  children: ReactNode;
}

export function Outcome({ path, own, others, takeovers, children }: Props) {
  const place = useRef<HTMLElement>(null);
  const finished = own !== null && own.name !== SHARED;
  useEffect(() => {
    if (finished) place.current?.scrollIntoView({ block: 'nearest' });
  }, [finished]);
  return (
    <section className="capstone-outcome" aria-label={t('Result')} ref={place}>
      <h2>{own ? headline(path, own, others) : t('Your browser runs the shared moves again …')}</h2>
      {own ? (
        <Verdict path={path} own={own} takeovers={takeovers} advice={own.name !== SHARED} />
      ) : (
        <div className="capstone-verdict">
          <p>
            <b>–</b>
          </p>
        </div>
      )}
      <div className="capstone-next">{children}</div>
    </section>
  );
}

/** Compares with Vegas and Reno, and with the shared run if there is one. Empty until the others have run. */
function headline(path: CapstonePath, own: Entrant, others: readonly Entrant[]): string {
  const ranked = ranking(path, [own, ...others]);
  const pointsOf = (name: string) => ranked.find((one) => one.name === name)?.score.points;
  const [mine = 0, vegas, reno, shared] = [own.name, 'vegas', 'reno', SHARED].map(pointsOf);
  if (vegas === undefined || reno === undefined) return t('The run has finished.');
  const points = (value: number) => formatFixed(value, 1);
  const metrics = { mine: points(mine), vegas: points(vegas), reno: points(reno) };
  if (own.name === SHARED) return t('This run got {mine} points. Vegas got {vegas}, Reno {reno}.', metrics);
  if (shared !== undefined)
    return mine > shared
      ? t('You beat the shared run, {mine} to {shared}.', { mine: metrics.mine, shared: points(shared) })
      : t('The shared run still leads, {shared} to {mine}.', { mine: metrics.mine, shared: points(shared) });
  if (mine > vegas && mine > reno)
    return t('You beat both, {mine} to Vegas’s {vegas} and Reno’s {reno}.', metrics);
  if (mine > reno) return t('You beat Reno, {mine} to {reno}. Vegas got {vegas}.', metrics);
  if (mine > vegas) return t('You beat Vegas, {mine} to {vegas}. Reno got {reno}.', metrics);
  return t('Both beat you. You got {mine}, Vegas {vegas}, Reno {reno}.', metrics);
}
