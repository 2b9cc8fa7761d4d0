/** Keyboard shortcuts, grouped by the place where they work. */

import { t } from '../../base/words/words';
import { actions, printedKeys } from '../actions';
import { type Key, keysOfPlots } from '../gestures';

export interface KeyGroup {
  where: string;
  keys: readonly Key[];
}

/** The keys of the open page's actions. */
function keysOfActions(): Key[] {
  return actions.value.flatMap(({ keys, title }) =>
    keys === undefined ? [] : [[keys.map((one) => printedKeys(one)).join(', '), title()] as const],
  );
}

export function keyGroups(): KeyGroup[] {
  return [
    { where: t('Anywhere on this page except in a field'), keys: keysOfActions() },
    { where: t('In a panel'), keys: keysOfPlots() },
    {
      where: t('On the path'),
      keys: [
        ['← → ↑ ↓', t('go to the previous or next node or link; on a value: change it by one step')],
        [t('Enter'), t('edit the node or link')],
        [t('Home End'), t('go to the first or last; on a value: its minimum or maximum')],
        [t('Page Up, Page Down'), t('double or halve a value')],
        ['f', t('on a link: follow its next packet (with Shift: the one ahead)')],
        ['Esc', t('stop following a packet')],
      ],
    },
    {
      where: t('In the network builder'),
      keys: [
        ['← → ↑ ↓', t('to the next node or link')],
        [t('Enter'), t('edit it')],
        ['c', t('connect a node to another one')],
        [t('Delete'), t('remove it')],
        [t('Shift and arrows'), t('move a node')],
        ['Esc', t('back to the drawing')],
      ],
    },
    {
      where: t('On a control'),
      keys: [
        [t('Tab'), t('to the next control')],
        ['← → ↑ ↓', t('a slider: one step; presets: previous or next')],
        [t('Page Up, Page Down'), t('a slider: a larger step')],
        [t('Home End'), t('a slider: its minimum or maximum')],
      ],
    },
    {
      where: t('In a lesson or presentation'),
      keys: [
        ['→ ←', t('next or previous step')],
        [t('Page Down, Page Up, Space, Shift+Space'), t('scroll the step, then next or previous step')],
        [t('Home End'), t('first or last step')],
        [t('1 to 9'), t('add a vote for a choice; with Shift: remove one')],
        [t('b or .'), t('black screen; press again to return')],
        ['f', t('full screen')],
        ['Esc', t('stop presenting, at this place in the lesson')],
        [t('Page Down, Page Up'), t('on the bench in large type: next or previous event')],
      ],
    },
  ];
}
