/** Presents a lesson step by step: the page's text, one screen at a time, with a bar below. Loaded on start. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { type LessonSession, useLessonSession } from '../lessons/lessonSession';
import { packageKind } from '../ui/package';
import { showProjector } from '../ui/themeStore';
import { t } from '../words/words';
import { Bar } from './Bar';
import { NO_HANDS, raise, roomIn, setHands } from './hands';
import { type Command, commandOf, handOf } from './keys';
import { LinkDialog } from './LinkDialog';
import { RoomOutcome } from './RoomOutcome';
import { afterRender } from './restore';
import { enter, pixelsBelow, show, sizeType, updateAddress } from './stage';
import { type Step, stepNumbered, stepOfBlock } from './steps';
import { articleOf, rememberBlock, stepsOn } from './text';

interface Props {
  /** The number of the first step; NaN: the step that is being read. */
  from: number;
  end(): void;
}

export function Presenting({ from, end }: Props) {
  const session = useLessonSession();
  const [steps, setSteps] = useState<readonly Step[] | null>(null);
  const [begun] = useState(from);
  const [at, setAt] = useState(0);
  const stands = useRef<{ steps: readonly Step[]; at: number }>({ steps: [], at: 0 });
  useLayoutEffect(() => {
    stands.current = { steps: steps ?? [], at };
  }, [steps, at]);
  useLayoutEffect(() => {
    const seen = Number.isNaN(begun) ? rememberBlock() : null;
    const leave = enter(session);
    let cancelled = false;
    void afterRender().then(() => {
      if (cancelled) return;
      const all = stepsOn(session);
      const block = [...articleOf().children].indexOf(seen?.() ?? articleOf());
      setAt(Number.isNaN(begun) ? stepOfBlock(all, block) : stepNumbered(all, begun));
      setSteps(all);
    });
    return () => {
      cancelled = true;
      leave(stands.current.steps, stands.current.at);
    };
  }, [session, begun]);
  const finish = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    end();
  }, [end]);
  if (steps === null) return null;
  return createPortal(<Stage {...{ session, steps, at, setAt, finish }} />, document.body);
}

interface StageProps {
  session: LessonSession;
  steps: readonly Step[];
  at: number;
  setAt(step: number): void;
  finish(): void;
}

function Stage({ session, steps, at, setAt, finish }: StageProps) {
  const step = steps[at] ?? { kind: 'title' };
  const [blank, setBlank] = useState(false);
  const [linking, setLinking] = useState(false);
  const fullScreen = useFullScreen(finish);
  const go = useCallback((to: number) => setAt(Math.min(Math.max(to, 0), steps.length - 1)), [steps, setAt]);
  useLayoutEffect(() => show(step), [step]);
  useEffect(() => updateAddress(at), [at]);
  const more = useFit(step);
  // Before the step is painted: what the room sees, the clicker reaches.
  useLayoutEffect(() => {
    const act: Record<Command, () => void> = {
      next: () => go(at + 1),
      before: () => go(at - 1),
      on: () => (pixelsBelow() > 0 ? scroll(1) : go(at + 1)),
      back: () => (window.scrollY > 0 ? scroll(-1) : go(at - 1)),
      first: () => go(0),
      last: () => go(steps.length - 1),
      blank: () => setBlank(true),
      full: fullScreen.toggle,
      end: finish,
    };
    const onKey = (event: KeyboardEvent) => {
      const hand = handOf(event);
      const command = commandOf(event);
      if (hand === null && command === null) return;
      if (blank) {
        // Whatever it is, first the room sees again.
        if (command === 'end') finish();
        else setBlank(false);
      } else if (command !== null) act[command]();
      else if (hand === null || step.kind !== 'predict' || !count(session, step.id, hand)) return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [session, steps, step, at, go, blank, fullScreen, finish]);
  return (
    <>
      {step.kind === 'outcome' && <RoomOutcome key={step.id} session={session} id={step.id} />}
      <Bar
        {...{ at, go, more, finish }}
        lesson={session.opened.about}
        all={steps.length}
        link={packageKind() === null ? () => setLinking(true) : null}
        fullScreen={document.fullscreenEnabled ? fullScreen.toggle : null}
      />
      {linking && <LinkDialog session={session} step={at} close={() => setLinking(false)} />}
      {blank && (
        <button type="button" className="presenting-blank" onClick={() => setBlank(false)}>
          <span className="visually-hidden">{t('The screen is black. Show it again.')}</span>
        </button>
      )}
    </>
  );
}

/** A hand more or less for a choice of a prediction, if it has so many. */
function count(session: LessonSession, id: string, { choice, by }: { choice: number; by: 1 | -1 }): boolean {
  const prediction = session.opened.lesson.predictions[id];
  const name = prediction?.kind === 'choice' ? Object.keys(prediction.options)[choice] : undefined;
  if (name === undefined) return false;
  const lesson = session.opened.about.name;
  setHands(lesson, id, raise(roomIn(lesson).value[id] ?? NO_HANDS, name, by));
  return true;
}

/** Scroll distance per key press, in screens. */
const SCREEN = 0.8;

function scroll(by: 1 | -1): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollBy({ top: by * SCREEN * window.innerHeight, behavior: calm ? 'instant' : 'smooth' });
}

/** Keeps the text as large as the screen allows. Returns true if the step continues below. */
function useFit(step: Step): boolean {
  const [more, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another height
  useLayoutEffect(() => {
    let asked = 0;
    const look = () => setMore(pixelsBelow() > 0);
    // Plots are as large as the window has type.
    const resized = () => {
      showProjector(true);
      again();
    };
    const again = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => {
        if (window.scrollY === 0) sizeType();
        look();
      });
    };
    sizeType();
    look();
    const growing = new ResizeObserver(again);
    growing.observe(document.body);
    window.addEventListener('resize', resized);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(asked);
      growing.disconnect();
      window.removeEventListener('resize', resized);
      window.removeEventListener('scroll', look);
    };
  }, [step]);
  return more;
}

/** Ends the presentation when the user leaves full screen with Escape, which sends no key event; switching by button doesn't end it. */
function useFullScreen(finish: () => void): { toggle(): void } {
  const asked = useRef(false);
  useEffect(() => {
    const changed = () => {
      if (document.fullscreenElement === null && !asked.current) finish();
      asked.current = false;
    };
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [finish]);
  const toggle = useCallback(() => {
    if (document.fullscreenElement === null) {
      document.documentElement.requestFullscreen?.().catch(() => {});
    } else {
      asked.current = true;
      void document.exitFullscreen();
    }
  }, []);
  // One object for as long as it does the same.
  const [same] = useState({ toggle });
  return same;
}
