/** Presents a lesson's text step by step, one screen at a time, with a bar below and keys. Loaded when a presentation starts. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useObservable } from '../../base/observable';
import { observeSize } from '../../base/size';
import { t } from '../../base/words/words';
import { type LessonSession, useLessonSession } from '../../lessons/lessonSession';
import { packageKind } from '../../ui/package';
import { singleKeys } from '../../ui/shortcuts';
import { showProjector } from '../../ui/themeStore';
import { Bar } from './Bar';
import { type Command, commandOf, isAvailable, useFullScreen } from './commands';
import { hasAny, NO_HANDS, raise, roomIn, setHands } from './hands';
import { LinkDialog } from './LinkDialog';
import { RoomOutcome } from './RoomOutcome';
import { afterRender } from './restore';
import { enter, pixelsBelow, show, sizeType, updateAddress } from './stage';
import { type Step, stepNumbered, stepOfBlock } from './steps';
import { articleOf, blocksOn, rememberBlock, stepsOn } from './text';

interface Props {
  /** The number of the first step; NaN for the step that the user is reading. */
  from: number;
  end(): void;
}

export function Presenting({ from, end }: Props) {
  const session = useLessonSession();
  const [steps, setSteps] = useState<readonly Step[] | null>(null);
  const [firstStep] = useState(from);
  const [at, setAt] = useState(0);
  const latest = useRef<{ steps: readonly Step[]; at: number }>({ steps: [], at: 0 });
  useLayoutEffect(() => {
    latest.current = { steps: steps ?? [], at };
  }, [steps, at]);
  useLayoutEffect(() => {
    const seen = Number.isNaN(firstStep) ? rememberBlock() : null;
    const leave = enter(session);
    let cancelled = false;
    void afterRender().then(() => {
      if (cancelled) return;
      const all = stepsOn(session);
      const block = seen?.() ?? articleOf();
      const onStage = block.querySelector<HTMLElement>(':scope > .stage-text > [data-current="true"]');
      const reading = stepOfBlock(all, blocksOn().indexOf(block), onStage?.dataset.stageStep);
      setAt(Number.isNaN(firstStep) ? reading : stepNumbered(all, firstStep));
      setSteps(all);
    });
    return () => {
      cancelled = true;
      leave(latest.current.steps, latest.current.at);
    };
  }, [session, firstStep]);
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
  // A layout effect, so that keys act on a step as soon as it is visible.
  useLayoutEffect(() => {
    const act: Record<Command, () => void> = {
      next: () => go(at + 1),
      previous: () => go(at - 1),
      pageDown: () => (pixelsBelow() > 0 ? scroll(1) : go(at + 1)),
      pageUp: () => (window.scrollY > 0 ? scroll(-1) : go(at - 1)),
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
        // Any key first shows the screen again.
        if (command === 'end') finish();
        else setBlank(false);
      } else if (command !== null) act[command]();
      else if (hand === null || step.kind !== 'predict' || !countHand(session, step.id, hand)) return;
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
        all={steps.length}
        link={packageKind() === null ? () => setLinking(true) : null}
        fullScreen={document.fullscreenEnabled ? fullScreen.toggle : null}
      >
        {at > 0 && <h1 className="visually-hidden">{session.opened.about.title}</h1>}
        {at === 0 && <ClearAll lesson={session.opened.about.name} />}
      </Bar>
      {linking && <LinkDialog session={session} step={at} close={() => setLinking(false)} />}
      {blank && (
        <button type="button" className="presenting-blank" onClick={() => setBlank(false)}>
          <span className="visually-hidden">{t('The screen is black. Show it again.')}</span>
        </button>
      )}
    </>
  );
}

/** Clears a lesson's answers, before another room gives theirs. */
function ClearAll({ lesson }: { lesson: string }) {
  const room = roomIn(lesson);
  const any = Object.values(useObservable(room)).some(hasAny);
  return (
    any && (
      <button type="button" onClick={() => room.set({})}>
        {t('Clear all votes')}
      </button>
    )
  );
}

/** Adds or removes a hand for a choice of a prediction. Returns false if the prediction has no such choice. */
function countHand(
  session: LessonSession,
  id: string,
  { choice, by }: { choice: number; by: 1 | -1 },
): boolean {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the step
  useLayoutEffect(() => {
    const look = () => setMore(pixelsBelow() > 0);
    const again = () => {
      if (window.scrollY === 0) sizeType();
      look();
    };
    // The projector's type size depends on the window, and plots scale with it.
    const resized = () => {
      showProjector(true);
      again();
    };
    sizeType();
    look();
    const stopObserving = observeSize(document.body, again);
    window.addEventListener('resize', resized);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      stopObserving();
      window.removeEventListener('resize', resized);
      window.removeEventListener('scroll', look);
    };
  }, [step]);
  return more;
}

/** The choice (from 0) for which a digit adds a hand, or removes one with Shift; null for other keys. */
function handOf(event: KeyboardEvent): { choice: number; by: 1 | -1 } | null {
  // Use the physical key, because Shift changes the character of a digit.
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (digit === undefined || !isAvailable(event) || !singleKeys.value) return null;
  return { choice: Number(digit) - 1, by: event.shiftKey ? -1 : 1 };
}
