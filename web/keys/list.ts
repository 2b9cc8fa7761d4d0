/** Keyboard shortcuts, grouped by the place where they work. */
import { type Key, keysOfPlots } from '../plot/gestures';
import { actions, printedKeys } from '../ui/actions';
import { t } from '../words/words';

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
    { where: t('Anywhere on this page but in a field'), keys: keysOfActions() },
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
        ['← → ↑ ↓', t('a slider: one step; presets: the one before, the next')],
        [t('Page Up, Page Down'), t('a slider: further')],
        [t('Home End'), t('a slider: the least, the most')],
      ],
    },
    {
      where: t('In a lesson, and while it is presented'),
      keys: [
        ['→ ←', t('the next step, the one before')],
        [
          t('Page Down, Page Up, Space, Shift+Space'),
          t('the same, after what is below or above on the screen'),
        ],
        [t('Home End'), t('the first step, the last')],
        [t('1 to 9'), t('one hand more for a choice; with Shift: one less')],
        [t('b or .'), t('a black screen; again: as before')],
        ['f', t('full screen')],
        ['Esc', t('end, at the same place of the lesson')],
        [t('Page Down, Page Up'), t('on the bench in large type: to the next event, to the one before')],
      ],
    },
  ];
}
