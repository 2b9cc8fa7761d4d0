/** Keyboard shortcuts, grouped by the place where they work. */
import { type Key, keysOfPlots, keysOfSteps } from '../plot/gestures';
import { t } from '../words/words';

export interface KeyGroup {
  where: string;
  keys: readonly Key[];
}

export function keyGroups(): KeyGroup[] {
  return [
    {
      where: t('Anywhere but in a field'),
      keys: [
        ['?', t('this list')],
        ['p', t('large type and strong contrast, for a projector; again: as before')],
        [t('Ctrl+Z'), t('undo')],
        [t('Ctrl+Shift+Z, Ctrl+Y'), t('redo')],
      ],
    },
    { where: t('In a panel'), keys: keysOfPlots() },
    { where: t('In a panel of the bench, and in the bar above them'), keys: keysOfSteps() },
    {
      where: t('On the path'),
      keys: [
        ['← → ↑ ↓', t('go to the previous or next node or link; on a value: change it by one step')],
        [t('Enter'), t('edit the node or link')],
        [t('Home End'), t('go to the first or last; on a value: its minimum or maximum')],
        [t('Page Up, Page Down'), t('double or halve a value')],
        ['Esc', t('stop following a packet')],
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
        [t('Shift+P'), t('present the lesson, from where it is being read')],
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
