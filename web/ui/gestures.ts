/**
 * Pointer and wheel on a plot: point to move the cursor, drag to select a time window or, in lessons, to move the time, shift-drag to pan, pinch to
 * zoom.
 * A plain wheel scrolls the page until the user has clicked into the plot; with Ctrl it always zooms.
 */

import { t } from '../base/words/words';
import type { TraceEvent } from '../run/event';
import { FOLLOWED } from '../run/selection';
import type { View, ViewState } from '../run/view';
import { panned, type TimeWindow, zoomed } from '../run/window';

/** Handles the keys that step from event to event; null while there is no run. */
export const STEPPING: ViewState<((key: string) => boolean) | null> = { usual: null, until: 'never' };

/** Lets clicks on marks, and keys, choose something in a plot. Each returns false if it leaves the event to the cursor. */
export interface Picker {
  click(event: TraceEvent): boolean;
  key(key: string): boolean;
}

/** Takes clicks and keys before the cursor does; null in plots where there is nothing to choose. */
export const PICKER: ViewState<Picker | null> = { usual: null, until: 'never' };

/** What a drag without Shift does: it selects the time to show, or moves the cursor and leaves it there, as in lessons. */
export const DRAGS: ViewState<'select' | 'time'> = { usual: 'select', until: 'never' };

/** Most pointer movement, in pixels, that still counts as a click. */
const CLICK_SLACK = 4;

/** @param eventAt finds the event whose mark is near a position, given as shares of the element's width and height */
export function attachPointer(
  element: HTMLElement,
  view: View,
  eventAt: (x: number, y: number) => TraceEvent | null = () => null,
): () => void {
  const touches = new Map<number, number>();
  let drag: {
    kind: 'select' | 'time' | 'pan';
    x: number;
    from: number;
    window: TimeWindow;
    moved: boolean;
  } | null = null;
  let pinch: { center: number; spread: number; window: TimeWindow } | null = null;

  const whole = () => view.looking.value.whole;
  const select = (window: TimeWindow | null) => view.selecting.set(window);
  const share = (clientX: number, box = element.getBoundingClientRect()) =>
    Math.min(1, Math.max(0, (clientX - box.left) / box.width));
  const momentIn = (window: TimeWindow, clientX: number) =>
    window.from + share(clientX) * (window.to - window.from);
  const moment = (clientX: number) => momentIn(view.window, clientX);

  const eventNear = ({ clientX, clientY }: PointerEvent) => {
    const box = element.getBoundingClientRect();
    return eventAt((clientX - box.left) / box.width, (clientY - box.top) / box.height);
  };

  const twoFingers = () => {
    const [a = 0, b = 0] = touches.values();
    return { center: (a + b) / 2, spread: Math.max(20, Math.abs(a - b)) };
  };

  const down = (event: PointerEvent) => {
    if (event.pointerType === 'touch') touches.set(event.pointerId, event.clientX);
    else if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    if (touches.size === 2) {
      drag = null;
      pinch = { ...twoFingers(), window: view.window };
      return;
    }
    const { value: drags } = view.of(DRAGS);
    const pans = event.shiftKey || (drags === 'select' && event.pointerType === 'touch');
    const from = moment(event.clientX);
    drag = { kind: pans ? 'pan' : drags, x: event.clientX, from, window: view.window, moved: false };
    view.grab(from, eventNear(event));
  };

  const move = (event: PointerEvent) => {
    if (touches.has(event.pointerId)) touches.set(event.pointerId, event.clientX);
    if (pinch !== null && touches.size === 2) {
      const now = twoFingers();
      const about = momentIn(pinch.window, pinch.center);
      view.show(zoomed(pinch.window, whole(), now.spread / pinch.spread, about));
      return;
    }
    if (drag === null) {
      if (!view.held.value) view.hover(moment(event.clientX), eventNear(event));
      return;
    }
    const dx = event.clientX - drag.x;
    drag.moved ||= Math.abs(dx) > CLICK_SLACK;
    if (!drag.moved) return;
    if (drag.kind === 'time') {
      view.playing.set(false);
      view.hold(moment(event.clientX));
    } else if (drag.kind === 'select') {
      const to = moment(event.clientX);
      view.cursor.set(to);
      select({ from: Math.min(drag.from, to), to: Math.max(drag.from, to) });
    } else if (view.looking.value.zoom === null) {
      // The whole run is visible, so the finger moves the cursor.
      view.cursor.set(moment(event.clientX));
    } else {
      const { window } = drag;
      const by = -(dx / element.getBoundingClientRect().width) * (window.to - window.from);
      view.show(panned(window, whole(), by));
    }
  };

  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    if (touches.size < 2) pinch = null;
    if (drag?.kind === 'select' && drag.moved && event.type === 'pointerup') {
      const to = moment(event.clientX);
      view.show({ from: Math.min(drag.from, to), to: Math.max(drag.from, to) });
    }
    const { value: found } = view.event;
    const clicked = event.type === 'pointerup' && drag?.moved === false && found !== null;
    // A click on a mark keeps its event at the cursor, unless it chooses something.
    if (clicked && !view.of(PICKER).value?.click(found)) view.hold(found.time_s, found);
    drag = null;
    select(null);
  };

  const wheel = (event: WheelEvent) => {
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const zooms = event.ctrlKey || event.metaKey || element.matches(':focus-within');
    if (sideways) {
      event.preventDefault();
      view.pan((event.deltaX || event.deltaY) / element.getBoundingClientRect().width);
    } else if (zooms) {
      event.preventDefault();
      view.zoom(Math.exp(-event.deltaY * 0.0025), moment(event.clientX));
    }
  };

  const showAll = () => view.showAll();
  const listeners: [string, (event: never) => void, AddEventListenerOptions?][] = [
    ['pointerdown', down],
    ['pointermove', move],
    ['pointerup', up],
    ['pointercancel', up],
    ['dblclick', showAll],
    // Not passive, because it calls `preventDefault` to keep the page from scrolling.
    ['wheel', wheel, { passive: false }],
  ];
  for (const [type, listener, options] of listeners) {
    element.addEventListener(type, listener as EventListener, options);
  }
  return () => {
    for (const [type, listener] of listeners) element.removeEventListener(type, listener as EventListener);
  };
}

/** One or more keys, and a description of what they do. */
export type Key = readonly [keys: string, does: string];

/** The keys of a plot, for display. */
export function keysOfPlots(): Key[] {
  return [
    ['← →', t('move the cursor (with Shift: ten times as far)')],
    [t('Home End'), t('move the cursor to the start or end of the shown time')],
    ['+ −', t('zoom in or out around the cursor')],
    [t('Page Up, Page Down'), t('move the shown time')],
    ['0', t('show the whole run')],
    ['Esc', t('stop following a packet, then remove the cursor')],
    [t('Space'), t('play and pause')],
    ['< >', t('play more slowly or faster')],
  ];
}

/** Handles a key press; returns false if the key has no meaning in a plot. */
export function handleKey(key: string, shift: boolean, view: View): boolean {
  if (view.of(PICKER).value?.key(key)) return true;
  const stride = shift ? 0.05 : 0.005;
  switch (key) {
    case 'ArrowLeft':
      view.step(-stride);
      return true;
    case 'ArrowRight':
      view.step(stride);
      return true;
    case 'Home':
      view.point(view.window.from);
      return true;
    case 'End':
      view.point(view.window.to);
      return true;
    case '+':
    case '=':
      view.zoom(1.5);
      return true;
    case '-':
    case '_':
      view.zoom(1 / 1.5);
      return true;
    case 'PageUp':
      view.pan(-0.5);
      return true;
    case 'PageDown':
      view.pan(0.5);
      return true;
    case '0':
      view.showAll();
      return true;
    case 'Escape':
      if (view.of(FOLLOWED).value === null) view.release();
      else view.of(FOLLOWED).set(null);
      return true;
    default:
      return handlePlaybackKey(key, view);
  }
}

/** Handles the keys for playing and stepping. */
function handlePlaybackKey(key: string, view: View): boolean {
  switch (key) {
    case ' ':
      view.togglePlaying();
      return true;
    case '<':
      view.changeSpeed(-1);
      return true;
    case '>':
      view.changeSpeed(1);
      return true;
    default:
      return view.of(STEPPING).value?.(key) ?? false;
  }
}
