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
      where: t('In the drawn network'),
      keys: [
        ['← → ↑ ↓', t('to the link or host before, to the next')],
        [t('Enter'), t('a link: its controls; a host: its flow, again: its next flow')],
        [t('Home End'), t('the first, the last')],
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
