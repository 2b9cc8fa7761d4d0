/** The bench's keys. They work wherever the focus is, except in fields, dialogs and widgets with the same keys of their own. */
import { useMemo } from 'react';
import { t } from '../base/words/words';
import type { View } from '../run/view';
import { type Action, useActions } from '../ui/actions';
import { STEPPING } from '../ui/gestures';

/** Shares of the window that an arrow key moves the cursor by, alone and with Shift. */
const STRIDE = { short: 0.005, long: 0.05 };

const ZOOM = 1.5;

/** Registers the keys for playing, stepping and zooming in this view while the component is mounted. */
export function useBenchKeys(view: View): void {
  useActions(useMemo(() => benchKeys(view), [view]));
}

/** The actions behind the bench's keys, in the order of the list of keys. */
export function benchKeys(view: View): Action[] {
  /** An action that the view's stepping handles by its own key. */
  const step = (key: string, id: string, title: () => string): Action => ({
    id: `time.${id}`,
    title,
    keys: [key],
    repeats: true,
    run: () => void view.of(STEPPING).value?.(key),
    enabled: () => view.of(STEPPING).value !== null,
  });
  const move = (key: string, id: string, share: number, title: () => string): Action => ({
    id: `time.${id}`,
    title,
    keys: [key],
    repeats: true,
    run: () => view.step(share),
  });
  return [
    {
      id: 'time.play',
      title: () => (view.playing.value ? t('Pause') : t('Play')),
      words: () => t('start stop animate'),
      keys: ['Space'],
      run: () => view.togglePlaying(),
    },
    {
      id: 'time.slower',
      title: () => t('Play more slowly'),
      keys: ['<'],
      run: () => view.changeSpeed(-1),
    },
    {
      id: 'time.faster',
      title: () => t('Play faster'),
      keys: ['>'],
      run: () => view.changeSpeed(1),
    },
    step('.', 'next', () => t('Go to the next event')),
    step(',', 'previous', () => t('Go to the previous event')),
    step('l', 'next-loss', () => t('Go to the next loss')),
    step('L', 'previous-loss', () => t('Go to the previous loss')),
    step('r', 'next-retransmission', () => t('Go to the next retransmission')),
    step('R', 'previous-retransmission', () => t('Go to the previous retransmission')),
    step('t', 'next-timeout', () => t('Go to the next timeout')),
    step('T', 'previous-timeout', () => t('Go to the previous timeout')),
    step('d', 'next-decision', () => t('Go to the next window decision')),
    step('D', 'previous-decision', () => t('Go to the previous window decision')),
    step('f', 'follow', () => t('Follow the packet at the cursor')),
    move('ArrowRight', 'later', STRIDE.short, () => t('Move the cursor later')),
    move('ArrowLeft', 'earlier', -STRIDE.short, () => t('Move the cursor earlier')),
    move('Shift+ArrowRight', 'much-later', STRIDE.long, () => t('Move the cursor much later')),
    move('Shift+ArrowLeft', 'much-earlier', -STRIDE.long, () => t('Move the cursor much earlier')),
    { id: 'time.zoom-in', title: () => t('Zoom in'), keys: ['+', '='], run: () => view.zoom(ZOOM) },
    { id: 'time.zoom-out', title: () => t('Zoom out'), keys: ['-', '_'], run: () => view.zoom(1 / ZOOM) },
    { id: 'time.whole-run', title: () => t('Show the whole run'), keys: ['0'], run: () => view.showAll() },
  ];
}
