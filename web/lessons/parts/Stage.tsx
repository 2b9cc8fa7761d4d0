/**
 * The lesson's stage: a picture that follows the reader through the steps of the text. The build draws it for the first step; the live one
 * takes its place when its code and its run are there.
 */
import {
  Children,
  type ComponentProps,
  createContext,
  isValidElement,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Observable, useObservable, usePart } from '../../base/observable';
import { t } from '../../base/words/words';
import type { Run } from '../../run/trace';
import { Boundary } from '../../ui/Boundary';
import { useHydrated } from '../../ui/hooks';
import { inInterfaceLanguage } from '../../ui/InEnglish';
import { hasStrip } from '../controls';
import { useLessonSession } from '../lessonSession';
import { useNarrowStage } from '../stage/narrow';
import { isFirst } from '../stage/sizes';
import { useStill } from '../stage/stills';
import { BeforeChanges, claimsIn } from './AfterRuns';
import { Check } from './Check';
import { Reasons } from './Reasons';
import './Stage.css';

const StageView = lazy(async () => ({ default: (await import('../stage/StageView')).StageView }));

/** A phrase that marks its moment. */
export interface Marked {
  point: string;
  /** True if it was pressed; then the mark stays. */
  pressed: boolean;
}

interface StepRun {
  step: string;
  run: Run | null;
}

interface StageState {
  /** Moves the reader to the next step. */
  next(): void;
  /** Shows a step until the reader scrolls by hand. */
  choose(id: string): void;
  /** The step after which no other follows. */
  last: string;
  /** The tasks that stand before each step. */
  tasks: ReadonlyMap<string, readonly string[]>;
  /** The tasks that the reader has passed over: the steps after them are shown. */
  passedOver: Observable<ReadonlySet<string>>;
  /** Shows a step, although the tasks before it aren't done. */
  passOver(id: string): void;
  /** The step that the picture shows. */
  current: Observable<string>;
  marked: Observable<Marked | null>;
  /** True while the picture shows a run that the reader has changed. */
  changed: Observable<boolean>;
  /** The run in the picture, and the step that it belongs to; null until there is one. */
  run: Observable<StepRun | null>;
  /** A sentence about what the picture shows in place of the text's moment; empty if it shows that. */
  note: Observable<string>;
}

const StageContext = createContext<StageState | null>(null);

export function Stage({ children }: { children: ReactNode }) {
  const tasks = useMemo(() => tasksBeforeSteps(children), [children]);
  const ids = useMemo(() => [...tasks.keys()], [tasks]);
  const [passedOver] = useState(() => new Observable<ReadonlySet<string>>(new Set()));
  const [current] = useState(() => new Observable(ids[0] ?? ''));
  const [marked] = useState(() => new Observable<Marked | null>(null));
  const [changed] = useState(() => new Observable(false));
  const [note] = useState(() => new Observable(''));
  const [run] = useState(() => new Observable<StepRun | null>(null));
  const at = useObservable(current);
  const place = useRef<HTMLElement>(null);
  const choose = useFollowing(place, current);
  const hydrated = useHydrated();
  const still = useStill(ids[0] ?? '');
  const [live, setLive] = useState(false);
  const [failed, setFailed] = useState(false);
  const setChanged = useCallback((now: boolean) => changed.set(now), [changed]);
  const setRun = useCallback((step: string, shown: Run | null) => run.set({ step, run: shown }), [run]);
  const setNote = useCallback((words: string) => note.set(words), [note]);
  const words = useAnnouncement(ids, at, place);
  const { steps } = useLessonSession().opened.lesson;
  const strip = hasStrip(steps[ids[0] ?? '']);
  const firstWithControls = ids.find((id) => steps[id]?.controls !== undefined);
  const state = useMemo<StageState>(() => {
    const passOver = (id: string) => passedOver.set(new Set([...passedOver.value, ...(tasks.get(id) ?? [])]));
    return {
      current,
      marked,
      changed,
      run,
      note,
      choose,
      last: ids.at(-1) ?? '',
      tasks,
      passedOver,
      passOver,
      next: () => {
        const id = ids[ids.indexOf(current.value) + 1];
        if (id !== undefined) passOver(id);
        const step = place.current?.querySelector<HTMLElement>(`[data-stage-step="${id}"]`);
        if (id === undefined || !step) return;
        choose(id);
        step.scrollIntoView({ block: 'start' });
        step.focus({ preventScroll: true });
      },
    };
  }, [current, marked, changed, run, note, ids, choose, tasks, passedOver]);
  return (
    <StageContext value={state}>
      <section className="lesson-stage" ref={place} data-steps={ids.length} data-failed={failed && !live}>
        <figure
          className="stage-figure"
          aria-label={t('Live picture')}
          data-live={live}
          data-first={isFirst(at, steps)}
          data-strip={strip}
          data-drops={ids.some((id) => steps[id]?.drops !== undefined)}
          data-controls={firstWithControls && (firstWithControls === ids[0] ? 'first' : 'later')}
          {...inInterfaceLanguage()}
        >
          <div className="stage-picture">
            <div
              className="stage-still"
              inert
              data-still={ids[0]}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own drawing
              dangerouslySetInnerHTML={{ __html: still }}
            />
            <Suspense>
              {hydrated && (
                <Boundary name={t('This picture')}>
                  <StageView
                    id={at}
                    marked={marked}
                    ready={setLive}
                    failing={setFailed}
                    changing={setChanged}
                    showing={setRun}
                    noting={setNote}
                    strip={strip}
                  />
                </Boundary>
              )}
            </Suspense>
          </div>
          <p role="status" className="visually-hidden">
            {words}
          </p>
        </figure>
        <div className="stage-text">{children}</div>
      </section>
    </StageContext>
  );
}

/** The ids of the steps directly inside, with the tasks before each. A task is in the step it follows. */
function tasksBeforeSteps(children: ReactNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const tasks: string[] = [];
  for (const step of Children.toArray(children)) {
    if (!isValidElement<ComponentProps<typeof Step>>(step) || step.type !== Step) continue;
    found.set(step.props.id, [...tasks]);
    for (const part of Children.toArray(step.props.children)) {
      if (isValidElement<{ id: string }>(part) && part.type === Check) tasks.push(part.props.id);
    }
  }
  return found;
}

/** The steps that begin above this line are read already, or being read. On a narrow screen the picture covers the upper half. */
const LINE = { wide: '-50%', narrow: '-28%' };

/** Taller than any lesson, px. */
const ABOVE_PX = 1_000_000;

/**
 * Follows the reader: the current step is the last one that begins above a line, however the page got there. Returns a function that
 * chooses a step until the reader scrolls by hand, or it leaves the screen.
 */
function useFollowing(place: React.RefObject<HTMLElement | null>, current: Observable<string>) {
  const narrow = useNarrowStage();
  const chosen = useRef<string | null>(null);
  useEffect(() => {
    const root = place.current;
    if (root === null) return undefined;
    const steps = [...root.querySelectorAll<HTMLElement>('[data-stage-step]')];
    const begun = new Set<Element>();
    const follow = () => {
      const step = steps.findLast((one) => begun.has(one)) ?? steps[0];
      if (chosen.current === null) current.set(step?.dataset.stageStep ?? '');
    };
    const line = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) begun[isIntersecting ? 'add' : 'delete'](target);
        follow();
      },
      { rootMargin: `${ABOVE_PX}px 0px ${narrow ? LINE.narrow : LINE.wide} 0px` },
    );
    // A chosen step may be too short to get to the line, but ends with a jump by find in page or the scroll bar, which isn't by hand.
    const inSight = new Set<Element>();
    const screen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) inSight.add(target);
        else if (inSight.delete(target) && chosen.current === (target as HTMLElement).dataset.stageStep) {
          chosen.current = null;
          follow();
        }
      }
    });
    for (const step of steps) {
      line.observe(step);
      screen.observe(step);
    }
    const byHand = () => {
      chosen.current = null;
    };
    const options = { passive: true } as const;
    window.addEventListener('wheel', byHand, options);
    window.addEventListener('touchmove', byHand, options);
    window.addEventListener('keydown', byHand, options);
    return () => {
      line.disconnect();
      screen.disconnect();
      window.removeEventListener('wheel', byHand);
      window.removeEventListener('touchmove', byHand);
      window.removeEventListener('keydown', byHand);
    };
  }, [place, current, narrow]);
  return useCallback(
    (id: string) => {
      chosen.current = id;
      current.set(id);
    },
    [current],
  );
}

/** What a screen reader says when the step has changed: its number and its text. Nothing while the page opens. */
function useAnnouncement(
  ids: readonly string[],
  at: string,
  place: React.RefObject<HTMLElement | null>,
): string {
  const [words, setWords] = useState('');
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    const step = place.current?.querySelector(`[data-stage-step="${CSS.escape(at)}"]`);
    const text = step?.textContent ?? '';
    setWords(t('Step {number} of {count}. {text}', { number: ids.indexOf(at) + 1, count: ids.length, text }));
  }, [at, ids, place]);
  return words;
}

/** For figures in a step: the last run of its picture that got to its end; null where there is no picture, or no run yet. */
export function useRunInPicture(): Run | null {
  const id = useContext(StepContext);
  const shown = useObservable(useContext(StageContext)?.run ?? NO_RUN);
  const [finished, setFinished] = useState<Run | null>(null);
  const run = shown?.step === id ? shown.run : null;
  if (run !== null && run.summary !== null && run !== finished) setFinished(run);
  return finished;
}

/** The id of the step around a figure. */
const StepContext = createContext('');

const NO_RUN = new Observable<StepRun | null>(null);

export function useStage(): StageState {
  const state = useContext(StageContext);
  if (state === null) throw new Error('Steps and points must be inside a Stage.');
  return state;
}

export function Step({ id, children }: { id: string; children: ReactNode }) {
  const { opened, reasons } = useLessonSession();
  if (opened.lesson.steps[id] === undefined) throw new Error(`The lesson has no step ${id}.`);
  const { current, changed, last, next, choose, tasks, passOver } = useStage();
  const givesAway = useGivesAway(tasks.get(id) ?? []);
  const at = useObservable(current);
  const isChanged = useObservable(changed) && at === id;
  const hasResults = reasons.has(`Step ${id}`) || claimsIn(children).length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it's no form
    <div
      className="stage-step"
      data-stage-step={id}
      data-current={at === id}
      tabIndex={-1}
      role="group"
      onFocus={() => choose(id)}
    >
      {givesAway ? (
        <p className="covered" {...inInterfaceLanguage()}>
          {t('This comes once the task is done.')}{' '}
          <button type="button" className="quiet read-on" onClick={() => passOver(last)}>
            {t('Read on without it')}
          </button>
        </p>
      ) : (
        <>
          {isChanged && hasResults && <BeforeChanges />}
          <StepContext value={id}>{children}</StepContext>
          <NoteOfMoment at={at === id} />
          <Reasons below={`Step ${id}`} />
        </>
      )}
      {id !== last && (
        <button
          type="button"
          className="stage-next quiet"
          onClick={() => {
            current.set(id);
            next();
          }}
          {...inInterfaceLanguage()}
        >
          {t('Next')} <span aria-hidden="true">↓</span>
        </button>
      )}
    </div>
  );
}

/** Below the text whose moment the picture doesn't show. */
function NoteOfMoment({ at }: { at: boolean }) {
  const words = useObservable(useStage().note);
  return (
    <p role="status" className="stage-note" {...inInterfaceLanguage()}>
      {at && words}
    </p>
  );
}

/** True while one of these tasks is neither done nor passed over: what follows would answer it. A presentation shows everything. */
function useGivesAway(tasks: readonly string[]): boolean {
  const { progress, room } = useLessonSession();
  const checked = usePart(progress, 'checks');
  const over = useObservable(useStage().passedOver);
  const presented = useObservable(room) !== null;
  const isOpen = (id: string) => !checked[id]?.passed && !checked[id]?.shown && !over.has(id);
  return !presented && tasks.some(isOpen);
}

/** An instruction that needs the live picture, such as to press Play. It's hidden while the engine can't start. */
export function Live({ children }: { children: ReactNode }) {
  return <span className="stage-instruction">{children}</span>;
}

export function Point({ to, children }: { to: string; children: ReactNode }) {
  const { lesson, language } = useLessonSession().opened;
  const { points = {} } = lesson;
  if (points[to] === undefined) throw new Error(`The lesson has no point ${to}.`);
  const { marked } = useStage();
  const mark = () => marked.set({ point: to, pressed: false });
  const press = () => marked.set({ point: to, pressed: true });
  const unmark = () => {
    if (marked.value?.point === to && !marked.value.pressed) marked.set(null);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button's text doesn't wrap with the line around it
    <span
      role="button"
      tabIndex={0}
      className="stage-point"
      data-point={to}
      onPointerEnter={mark}
      onFocus={mark}
      onPointerLeave={unmark}
      onBlur={() => {
        if (marked.value?.point === to) marked.set(null);
      }}
      onClick={press}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        press();
      }}
      {...language}
    >
      {children}
    </span>
  );
}
