/** The live picture of a stage: the path and the panels of the step in view, with its controls. */
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Observable, useObservable } from '../../base/observable';
import { formatFixed } from '../../base/words/format';
import { t } from '../../base/words/words';
import { PanelOwnerProvider } from '../../lab/panels/Panel';
import { THEORY_SHOWN } from '../../lab/panels/theory';
import { useNarration } from '../../lab/time/narration';
import { SCREEN } from '../../lab/time/playback';
import { colorsIn } from '../../plot/hues';
import { MARGIN } from '../../plot/layout';
import { useSight } from '../../plot/onScreen';
import { SenderColors } from '../../plot/SenderColors';
import { useView, ViewContext } from '../../run/hooks';
import { HIGHLIGHTED } from '../../run/selection';
import type { Run } from '../../run/trace';
import { Boundary } from '../../ui/Boundary';
import { useTheme } from '../../ui/theme';
import { controlsOfStep } from '../controls';
import type { BenchGroup } from '../experiment/benchGroup';
import { ExperimentStatus } from '../experiment/ExperimentStatus';
import { LessonControls } from '../experiment/LessonControls';
import { notYetIntroduced } from '../introduced';
import type { StageStep } from '../lesson';
import { useLessonSession } from '../lessonSession';
import type { Marked } from '../parts/Stage';
import { Bar } from './Bar';
import { type Instead, momentIn, ownMoment, runsFor, settleStep, showStep, speedOf } from './moment';
import { useAddedHeight, useNarrowStage } from './narrow';
import { StackedPanels } from './StackedPanels';
import { isFirst, NARROW, SPARE, type StageSize, WIDE, WITH_STRIP } from './sizes';
import { keyOf, StageBenches } from './stageBenches';
import { ThinnedLine } from './ThinnedLine';
import { TraceDrops } from './TraceDrops';
import '../parts/Stage.css';

/** Not by `LivePath`, which the bench would then load as a file of its own. */
const PathStrip = lazy(() => import('../../lab/topology/PathStrip'));

interface Props {
  /** The step in view. */
  id: string;
  marked: Observable<Marked | null>;
  /** Called when the live picture is drawn. */
  ready(live: boolean): void;
  /** Called when there's no picture, because the engine can't start, and when there is one again. */
  failing?(failed: boolean): void;
  /** Called when the picture shows a run that the reader has changed, and when it shows the original one again. */
  changing?(changed: boolean): void;
  /** Called with the run in the picture, and the step that it belongs to. */
  showing?(step: string, run: Run | null): void;
  /** Called with a sentence about what the picture shows in place of the text's moment; empty if it shows that. */
  noting?(words: string): void;
  /** False if steps wait for the reader to press Play. */
  plays?: boolean;
  /** True on a stage that begins with the strip of parts. */
  strip?: boolean;
  /** The size on a wide screen, if the page sets it. */
  wide?: StageSize | undefined;
}

interface Scene {
  id: string;
  step: StageStep;
  group: BenchGroup;
}

export function StageView({ id, ...rest }: Props) {
  const scene = useScene(id);
  return scene && <SceneView key={keyOf(scene.step)} scene={scene} {...rest} />;
}

/** The scene of the step in view, once it has a run; until then, the one before. */
function useScene(id: string): Scene | null {
  const session = useLessonSession();
  const [benches, setBenches] = useState<StageBenches | null>(null);
  const [scene, setScene] = useState<Scene | null>(null);
  useEffect(() => {
    const own = new StageBenches(session);
    setBenches(own);
    return () => {
      setScene(null);
      own.dispose();
    };
  }, [session]);
  useEffect(() => {
    const step = session.opened.lesson.steps[id];
    if (benches === null || step === undefined) return undefined;
    const group = benches.of(step);
    // Predictions about the whole run are judged by it. An experiment in the text makes its own.
    const experiment = session.opened.lesson.experiments[step.experiment];
    const isStaged = experiment?.kind === 'runs' && experiment.staged === true;
    if (step.changes !== undefined && isStaged) benches.of({ ...step, changes: undefined });
    const show = () => {
      const { shown, failure, begun, changed, crashed } = group.state.value;
      const failed = failure !== null || crashed;
      if ((!begun || shown[0] == null) && !failed) return;
      // The text speaks about the original run, unless this step has controls itself.
      if (changed && controlsOfStep(step).length === 0) group.reset(performance.now());
      setScene({ id, step, group });
      stop();
    };
    const stop = group.state.subscribe(show);
    show();
    return stop;
  }, [benches, session, id]);
  return scene;
}

function SceneView({
  scene,
  marked,
  ready,
  failing,
  changing,
  showing,
  noting,
  plays = true,
  strip = false,
  wide,
}: { scene: Scene } & Omit<Props, 'id'>) {
  const { group, step } = scene;
  const { shown, failure, crashed, changed } = useObservable(group.state);
  const [run = null] = shown;
  const failed = run === null && (crashed || failure !== null);
  useEffect(() => failing?.(failed), [failing, failed]);
  useEffect(() => changing?.(changed), [changing, changed]);
  useEffect(() => showing?.(scene.id, run), [showing, scene.id, run]);
  const narrow = useNarrowStage();
  const session = useLessonSession();
  const presented = useObservable(session.room) !== null;
  const under = isFirst(scene.id, session.opened.lesson.steps) ? SPARE.title : SPARE.usual;
  const added = useAddedHeight(presented ? SPARE.slide : under);
  const usual = strip ? WITH_STRIP : WIDE;
  const size = narrow ? NARROW : (wide ?? { ...usual, panels: usual.panels + added });
  return (
    <ViewContext value={group.first.view}>
      {run && (
        <SenderColors colors={colorsIn([run], [])}>
          <Picture {...{ scene, run, size, marked, plays, ready, noting }} />
        </SenderColors>
      )}
      <ExperimentStatus benches={group.benches} failure={failure} />
      {failed && (
        <p className="words">
          {t(
            'Until then, nothing here plays or changes. The picture shows the first step, as it was drawn when this page was made.',
          )}
        </p>
      )}
      {controlsOfStep(step).length > 0 && !failed && (
        <LessonControls group={group} controls={step.controls ?? []}>
          {step.drops && run && (
            <TraceDrops {...{ group, run }} drops={step.drops} flow={step.flows?.[0] ?? 0} />
          )}
        </LessonControls>
      )}
    </ViewContext>
  );
}

interface PictureProps {
  scene: Scene;
  run: Run;
  size: StageSize;
  marked: Observable<Marked | null>;
  plays: boolean;
  ready: Props['ready'];
  noting: Props['noting'];
}

function Picture({ scene, run, size, marked, plays, ready, noting }: PictureProps) {
  const { id, step, group } = scene;
  const view = useView();
  const flows = useFlows(step);
  const names = step.panels.filter((name) => name !== undefined);
  const [place, seen] = useSight();
  const owner = useId();
  // For a projector, plots and path are drawn larger by this factor.
  const { scale } = useTheme();
  const { about, lesson } = useLessonSession().opened;
  const without = useMemo(() => notYetIntroduced(about.name, step.without), [about, step]);
  const number = 1 + Object.keys(lesson.steps).indexOf(id);
  useStep(scene, run, plays, seen);
  useMarks(scene, run, marked);
  useNoteOfMoment(scene, run, noting);
  useNarration(view, run, flows);
  return (
    <>
      <div className="stage-live" data-shows={id} ref={place}>
        <span id={owner} hidden>
          {t('Step {number}', { number })}
        </span>
        <section
          className="live-path"
          data-panel="path"
          style={{ height: size.path * scale }}
          aria-label={t('The path, step {number}', { number })}
        >
          <Boundary name={t('The path')}>
            <Suspense>
              <PathStrip run={run} flows={flows} height={size.path * scale} />
              <Drawn ready={ready} />
            </Suspense>
          </Boundary>
        </section>
        <div className="stage-panels" style={{ height: size.panels * scale }}>
          <PanelOwnerProvider value={owner}>
            <StackedPanels names={names} run={run} flows={flows} height={size.panels} without={without} />
          </PanelOwnerProvider>
          <Future scale={scale} />
        </div>
      </div>
      <ThinnedLine runs={[run]} />
      <Bar group={group} runs={[run]} />
    </>
  );
}

/** Reports that the path, whose code comes last, is drawn: a frame after its width is known. */
function Drawn({ ready }: Pick<Props, 'ready'>) {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => ready(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [ready]);
  return null;
}

function useFlows({ flows = FIRST }: StageStep): number[] {
  const [kept, setKept] = useState<number[]>([...flows]);
  const next = flows.join();
  useEffect(() => setKept(next.split(',').map(Number)), [next]);
  return kept;
}

const FIRST = [0];

/** Pause before playing, so that the reader sees where it begins, ms. */
const BEFORE_PLAYING_MS = 600;

const played = new WeakMap<BenchGroup, Set<string>>();

/** Sets time, cursor and highlight when the step or its scenario changes, and plays the step once if `plays`. */
function useStep({ id, step, group }: Scene, run: Run, plays: boolean, seen: boolean): void {
  const view = useView();
  const others = useLessonSession().runs;
  const begin = useEffectEvent(() => {
    view.playing.set(false);
    view.of(THEORY_SHOWN).set(false);
    light(view, step, step.highlight);
    // Without motion, the picture doesn't get from where playing begins to the moment of the text.
    showStep(view, step, run, others, !plays || SCREEN.reducedMotion());
    view.speed.set(speedOf(step));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins once
  useLayoutEffect(() => {
    begin();
    return () => view.playing.set(false);
  }, [view, id, step]);
  useEffect(() => {
    const before = played.get(group) ?? new Set();
    played.set(group, before);
    if (!seen || !plays || !step.play || before.has(id) || SCREEN.reducedMotion()) return undefined;
    const begun = view.cursor.value;
    const timer = setTimeout(() => {
      before.add(id);
      // Whoever moved the cursor meanwhile wants to look at that.
      if (view.cursor.value !== begun) return;
      view.playing.set(true);
    }, BEFORE_PLAYING_MS);
    return () => clearTimeout(timer);
  }, [view, group, id, step, plays, seen]);
  // After a change, the plots show all of the new run, and the path the step's moment of it.
  const last = useRef(run.id);
  useEffect(() => {
    settleStep(view, step, run, others);
    if (run.id !== last.current) view.release();
    last.current = run.id;
  }, [view, run, step, others]);
}

/** Says what the picture shows after a change with which the moment of the text never comes, or isn't in the picture. */
function useNoteOfMoment({ step }: Scene, run: Run, noting: Props['noting']): void {
  const { cursor } = useView();
  const { runs } = useLessonSession();
  useEffect(() => {
    const { time_s, instead } = ownMoment(step, run, runs);
    const note = () => noting?.(instead && cursor.value === time_s ? insteadInWords(instead) : '');
    note();
    const stop = cursor.subscribe(note);
    return () => {
      stop();
      noting?.('');
    };
  }, [step, run, runs, cursor, noting]);
}

function insteadInWords(instead: Instead): string {
  if (instead.reason === 'never') return t('In your run this doesn’t happen. The picture shows its end.');
  const seconds = formatFixed(instead.at_s, 1);
  return instead.reason === 'ended'
    ? t('Your run ends at {seconds} s. The picture shows its end.', { seconds })
    : t('In your run this happens at {seconds} s, outside the picture.', { seconds });
}

function light(view: ReturnType<typeof useView>, { panels }: StageStep, kind: string | undefined): void {
  view.of(HIGHLIGHTED).set(kind === undefined ? null : { panel: panels[0], kind });
}

/** Shows the moment of a phrase while it's marked, and goes back afterwards unless it was pressed. */
function useMarks({ step }: Scene, run: Run, marked: Observable<Marked | null>): void {
  const view = useView();
  const session = useLessonSession();
  const before = useRef<number | null>(null);
  const follow = useEffectEvent((mark: Marked | null, last: Marked | null) => {
    const point = mark && session.opened.lesson.points?.[mark.point];
    if (!point) {
      if (last === null) return;
      light(view, step, step.highlight);
      if (last.pressed) return;
      if (before.current === null) view.release();
      else view.hold(before.current);
      return;
    }
    view.playing.set(false);
    if (last === null) before.current = view.held.value ? view.cursor.value : null;
    const moment = momentIn(point.time, runsFor(step, run, session.runs));
    if (moment !== null) view.hold(moment);
    light(view, step, point.highlight);
  });
  useEffect(() => {
    let last = marked.value;
    return marked.subscribe(() => {
      follow(marked.value, last);
      last = marked.value;
    });
  }, [marked]);
}

/** Height of the titles above and of the axis below the panels, unscaled pixels. */
const FUTURE_EDGE = 22;

/** Dims what comes after the cursor, while a step or a phrase holds it or the run plays. */
function Future({ scale }: { scale: number }) {
  const view = useView();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      const { current } = element;
      const { value: cursor } = view.cursor;
      if (current === null) return;
      current.hidden = cursor === null || !view.held.value;
      if (cursor === null) return;
      const { from, to } = view.window;
      const share = Math.min(1, Math.max(0, (cursor - from) / (to - from)));
      const [left, right, edge] = [MARGIN.left, MARGIN.right, FUTURE_EDGE].map(
        (length) => length * scale,
      ) as [number, number, number];
      current.style.inset = `${edge}px ${right}px ${edge}px ${left}px`;
      // A moved edge would count as a layout shift in each frame of a run that plays.
      current.style.transform = `scaleX(${1 - share})`;
    };
    const stops = [view.cursor, view.held, view.looking].map((one) => one.subscribe(place));
    place();
    return () => {
      for (const stop of stops) stop();
    };
  }, [view, scale]);
  return <div className="stage-future" ref={element} hidden />;
}
