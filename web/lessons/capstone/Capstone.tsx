/**
 * The capstone: the student steers a path's congestion window by hand, and then designs a sender for it. Both are scored in the same way
 * and compared with the presets on the same path.
 */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { SCREEN } from '../../time/playback';
import { formatFixed } from '../../words/format';
import { t } from '../../words/words';
import { GameView } from './GameView';
import { type CapstonePath, PATHS } from './paths';
import {
  type Best,
  type CapstoneResult,
  type Entrant,
  type Keep,
  resultOf,
  useRivals,
  Verdict,
} from './ranking';
import { formula } from './score';
import { type DesignedSender, HandSession, useSession } from './sessions';

// The game needs no panels or controls; they load during the first run.
const loadReveal = async () => ({ default: (await import('./Reveal')).Reveal });
const Reveal = lazy(loadReveal);
const Design = lazy(async () => ({ default: (await import('./Design')).Design }));

function Waiting() {
  return <p className="waiting">{t('The panels are loading.')}</p>;
}

interface Props {
  paths?: readonly CapstonePath[];
  onResult?: (result: CapstoneResult) => void;
}

export function Capstone({ paths = PATHS, onResult }: Props) {
  const [chosen, choose] = useState(0);
  const [best, setBest] = useState<Readonly<Record<string, Best>>>({});
  // The design is kept when the student changes the path.
  const [design, saveDesign] = useState<DesignedSender | null>(null);
  const path = paths[chosen];
  if (path === undefined) return null;
  const keep: Keep = (result, entrant) => {
    const known = best[result.path]?.[result.kind];
    if (known !== undefined && known.result.points >= result.points) return;
    setBest({ ...best, [result.path]: { ...best[result.path], [result.kind]: { result, entrant } } });
    onResult?.(result);
  };
  return (
    <div className="capstone">
      <fieldset className="capstone-paths">
        <legend>{t('Path')}</legend>
        {paths.map((one, place) => (
          <label key={one.name}>
            <input type="radio" name={PATH_GROUP} checked={place === chosen} onChange={() => choose(place)} />
            <b>{one.brief()}</b>
            <span>{bestInWords(best[one.name])}</span>
          </label>
        ))}
      </fieldset>
      <p className="capstone-formula">{formula()}</p>
      <PathView
        key={path.name}
        path={path}
        best={best[path.name] ?? {}}
        keep={keep}
        design={design}
        saveDesign={saveDesign}
      />
    </div>
  );
}

function pointsOf(best: Best[CapstoneResult['kind']]): string {
  return best === undefined ? '–' : formatFixed(best.result.points, 1);
}

function bestInWords(best: Best | undefined): string {
  const points = (kind: CapstoneResult['kind']) => pointsOf(best?.[kind]);
  return t('by hand {hand}, own sender {own}', { hand: points('hand'), own: points('design') });
}

interface PathViewProps {
  path: CapstonePath;
  best: Best;
  keep: Keep;
  design: DesignedSender | null;
  saveDesign(sender: DesignedSender): void;
}

/** Names of the radio groups. */
const PATH_GROUP = 'capstone-path';
const WAY_GROUP = 'capstone-way';

const WAYS = [
  { name: 'hand', label: () => t('Steer by hand') },
  { name: 'design', label: () => t('Build a sender') },
] as const;

function PathView({ path, best, keep, design, saveDesign }: PathViewProps) {
  const [way, setWay] = useState<CapstoneResult['kind']>('hand');
  const session = useSession(() => new HandSession(path, SCREEN));
  const begun = useBegun(session);
  const rivals = useRivals(path, begun || way === 'design');
  return (
    <>
      <fieldset className="layout-choice capstone-ways">
        <legend className="visually-hidden">{t('What to do')}</legend>
        {WAYS.map(({ name, label }) => (
          <label key={name}>
            <input
              type="radio"
              name={WAY_GROUP}
              checked={way === name}
              onChange={() => {
                session?.game.pause();
                setWay(name);
              }}
            />
            {label()}
          </label>
        ))}
      </fieldset>
      {way === 'hand' && session && (
        <ByHand session={session} rivals={rivals} design={best.design?.entrant} keep={keep} />
      )}
      {way === 'design' && (
        <Suspense fallback={<Waiting />}>
          <Design
            path={path}
            begun={design}
            saveDesign={saveDesign}
            rivals={rivals}
            hand={best.hand?.entrant}
            keep={keep}
          />
        </Suspense>
      )}
    </>
  );
}

/** Returns true after the first move or start, and then loads the code that the end of the run needs. */
function useBegun(session: HandSession | null): boolean {
  const [begun, begin] = useState(false);
  useEffect(() => {
    if (session === null) return undefined;
    return session.game.state.subscribe(() => {
      if (session.game.state.value.phase === 'ready') return;
      begin(true);
      void loadReveal();
    });
  }, [session]);
  return begun;
}

interface ByHandProps {
  session: HandSession;
  rivals: readonly Entrant[];
  design: Entrant | undefined;
  keep: Keep;
}

function ByHand({ session, rivals, design, keep }: ByHandProps) {
  const { takeovers } = useObservable(session.game.state);
  useObservable(session.shown);
  const outcome = session.outcome();
  const run = outcome?.run ?? null;
  const own = useMemo((): Entrant | null => run && { name: 'hand', label: t('you'), run }, [run]);
  const others = useMemo(() => [...rivals, ...(design ? [design] : [])], [rivals, design]);
  const { path } = session;
  useEffect(() => {
    if (own === null || outcome === null) return;
    keep(resultOf(path, 'hand', own, outcome.text, takeovers), own);
  });
  return (
    <>
      <GameView session={session} />
      {own && (
        <>
          <Verdict path={path} own={own} takeovers={takeovers} />
          <Suspense fallback={<Waiting />}>
            <Reveal path={path} own={own} others={others} />
          </Suspense>
        </>
      )}
    </>
  );
}
