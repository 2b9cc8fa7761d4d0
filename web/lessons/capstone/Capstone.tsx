/**
 * The capstone: the student steers a path's congestion window by hand, and then designs a sender for it. Both are scored in the same way
 * and compared with the presets on the same path.
 */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { formatFixed } from '../../base/words/format';
import { t } from '../../base/words/words';
import { SCREEN } from '../../lab/time/playback';
import { SenderColors } from '../../plot/SenderColors';
import { LinkField } from '../../ui/LinkField';
import { absolute } from '../../ui/root';
import { GameView } from './GameView';
import type { Move } from './game';
import { Outcome } from './Outcome';
import { type CapstonePath, PATHS } from './paths';
import {
  type Best,
  type CapstoneResult,
  type Entrant,
  GAME_COLORS,
  type Keep,
  resultOf,
  SHARED,
  useRivals,
} from './ranking';
import { runAddress } from './runCode';
import { formula } from './score';
import { type DesignedSender, HandSession, useSession } from './sessions';

// The game needs no panels or controls; they load during the first run.
const loadReveal = async () => ({ default: (await import('./Reveal')).Reveal });
const Reveal = lazy(loadReveal);
const Design = lazy(async () => ({ default: (await import('./Design')).Design }));

function Waiting() {
  return <p className="waiting">{t('The panels are loading.')}</p>;
}

/** A run that a link brought. */
export interface SharedRun {
  path: CapstonePath;
  moves: readonly Move[];
}

interface Props {
  onResult?: (result: CapstoneResult) => void;
  /** A run to show at first. */
  shared?: SharedRun | null;
  /** Starts the game at once. */
  autoPlay?: boolean;
  /** Lets the student build a sender too. */
  withDesign?: boolean;
  /** Shown after a run on the first path. */
  children?: ReactNode;
}

export function Capstone({ onResult, shared = null, autoPlay = false, withDesign = true, children }: Props) {
  const [chosen, choose] = useState(shared === null ? 0 : PATHS.indexOf(shared.path));
  const [best, setBest] = useState<Readonly<Record<string, Best>>>({});
  // The design is kept when the student changes the path.
  const [design, saveDesign] = useState<DesignedSender | null>(null);
  const path = PATHS[chosen];
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
        <legend className="visually-hidden">{t('Path')}</legend>
        {PATHS.map((one, place) => (
          <label key={one.name}>
            <input type="radio" name={PATH_GROUP} checked={place === chosen} onChange={() => choose(place)} />
            <b>
              {place + 1}. {one.title()}
            </b>
            <span>{bestInWords(best[one.name], withDesign)}</span>
          </label>
        ))}
      </fieldset>
      <p className="capstone-brief">{path.brief()}</p>
      <PathView
        key={path.name}
        path={path}
        best={best[path.name] ?? {}}
        keep={keep}
        design={design}
        saveDesign={saveDesign}
        shared={shared?.path === path ? shared : null}
        autoPlay={autoPlay && path === PATHS[0]}
        withDesign={withDesign}
        nextPath={chosen + 1 < PATHS.length ? () => choose(chosen + 1) : null}
      >
        {chosen === 0 && children}
      </PathView>
      <details className="capstone-formula">
        <summary>{t('How points are counted')}</summary>
        <p>{formula()}</p>
      </details>
    </div>
  );
}

function pointsOf(best: Best[CapstoneResult['kind']]): string {
  return best === undefined ? '–' : formatFixed(best.result.points, 1);
}

function bestInWords(best: Best | undefined, withDesign: boolean): string {
  const points = (kind: CapstoneResult['kind']) => pointsOf(best?.[kind]);
  if (!withDesign) return best?.hand ? t('best {points}', { points: points('hand') }) : '';
  return t('by hand {hand}, own sender {own}', { hand: points('hand'), own: points('design') });
}

interface PathViewProps {
  path: CapstonePath;
  best: Best;
  keep: Keep;
  design: DesignedSender | null;
  saveDesign(sender: DesignedSender): void;
  shared: SharedRun | null;
  autoPlay: boolean;
  withDesign: boolean;
  /** Goes on to the next path; null on the last one. */
  nextPath: (() => void) | null;
  children: ReactNode;
}

/** Names of the radio groups. */
const PATH_GROUP = 'capstone-path';
const WAY_GROUP = 'capstone-way';

const WAYS = [
  { name: 'hand', label: () => t('Steer by hand') },
  { name: 'design', label: () => t('Build a sender') },
] as const;

function PathView({ path, best, keep, design, saveDesign, shared, autoPlay, ...rest }: PathViewProps) {
  const { withDesign, nextPath, children } = rest;
  const [way, setWay] = useState<CapstoneResult['kind']>('hand');
  const session = useSession(() => new HandSession(path, SCREEN, shared?.moves ?? null));
  const begun = useBegun(session);
  const presets = useRivals(path, begun || way === 'design');
  const sharedRun = useSharedRun(session, shared);
  const rivals = useMemo(() => [...presets, ...(sharedRun ? [sharedRun] : [])], [presets, sharedRun]);
  return (
    <>
      {withDesign && (
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
      )}
      {way === 'hand' && session && (
        <ByHand
          session={session}
          autoPlay={autoPlay}
          presets={presets}
          rivals={rivals}
          design={best.design?.entrant}
          keep={keep}
          shared={shared}
          nextPath={nextPath}
        >
          {children}
        </ByHand>
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

/** The run that a link brought, once the engine has run its moves; it stays as a rival when the student plays. */
function useSharedRun(session: HandSession | null, shared: SharedRun | null): Entrant | null {
  const [entrant, set] = useState<Entrant | null>(null);
  useEffect(() => {
    if (session === null || shared === null) return undefined;
    const follow = () => {
      const { value } = session.shown;
      if (value?.moves === shared.moves)
        set((known) => known ?? { name: SHARED, label: t('the shared run'), run: value.run });
    };
    follow();
    return session.shown.subscribe(follow);
  }, [session, shared]);
  return entrant;
}

/** Returns true after the first move or start, and then loads the code that the end of the run needs. */
function useBegun(session: HandSession | null): boolean {
  const [begun, begin] = useState(false);
  useEffect(() => {
    if (session === null) return undefined;
    const follow = () => {
      if (session.game.state.value.phase === 'ready') return;
      begin(true);
      void loadReveal();
    };
    follow();
    return session.game.state.subscribe(follow);
  }, [session]);
  return begun;
}

interface ByHandProps {
  session: HandSession;
  autoPlay: boolean;
  presets: readonly Entrant[];
  /** The presets, and the shared run if there is one. */
  rivals: readonly Entrant[];
  design: Entrant | undefined;
  keep: Keep;
  shared: SharedRun | null;
  nextPath: (() => void) | null;
  children: ReactNode;
}

function ByHand(props: ByHandProps) {
  const { session, autoPlay, presets, rivals, design, keep, shared, nextPath, children } = props;
  const { takeovers, moves } = useObservable(session.game.state);
  useObservable(session.shown);
  const outcome = session.outcome();
  const run = outcome?.run ?? null;
  const isShared = shared !== null && moves === shared.moves;
  const sharedRun = isShared ? rivals.find(({ name }) => name === SHARED) : undefined;
  const own = useMemo(
    (): Entrant | null => sharedRun ?? (run && { name: 'hand', label: t('you'), run }),
    [run, sharedRun],
  );
  const others = useMemo(
    () => [...rivals, ...(design ? [design] : [])].filter(({ name }) => name !== own?.name),
    [rivals, design, own],
  );
  const { path, game } = session;
  useEffect(() => {
    if (own === null || outcome === null || isShared) return;
    keep(resultOf(path, 'hand', own, outcome.text, takeovers), own);
  });
  const result = (
    <Outcome path={path} own={own} others={others} takeovers={takeovers}>
      {isShared ? (
        <>
          <button type="button" className="primary" onClick={() => game.play()}>
            {t('Beat it')}
          </button>
          <button type="button" onClick={() => game.replay()}>
            {t('Watch it')}
          </button>
        </>
      ) : (
        <>
          {children}
          {nextPath && (
            <button type="button" onClick={nextPath}>
              {t('Next path')}
            </button>
          )}
        </>
      )}
      <LinkField
        label={t('Share this run')}
        address={absolute(runAddress(path.name, moves))}
        opens={t('this run')}
      />
    </Outcome>
  );
  return (
    <SenderColors colors={GAME_COLORS}>
      {isShared && result}
      <GameView
        session={session}
        autoPlay={autoPlay}
        rivals={isShared ? presets : rivals}
        label={isShared ? t('the shared run') : t('you')}
        result={!isShared && own ? result : null}
      />
      {own && outcome && (
        <Suspense fallback={<Waiting />}>
          <Reveal path={path} own={own} others={others} />
        </Suspense>
      )}
    </SenderColors>
  );
}
