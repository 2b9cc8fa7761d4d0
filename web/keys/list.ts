/** Every key that the lab knows, as the reader is told of it. */
import { KEYS as IN_A_PANEL, STEPPING_KEYS } from '../plot/gestures';

export interface KeyGroup {
  where: string;
  keys: readonly (readonly [keys: string, does: string])[];
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    where: 'Anywhere but in a field',
    keys: [
      ['?', 'this list'],
      ['p', 'large type and strong contrast, for a projector; again: as before'],
      ['Ctrl+Z', 'undo'],
      ['Ctrl+Shift+Z, Ctrl+Y', 'redo'],
    ],
  },
  { where: 'In a panel', keys: IN_A_PANEL },
  { where: 'In a panel of the bench, and in the bar above them', keys: STEPPING_KEYS },
  {
    where: 'In the drawn network',
    keys: [
      ['← → ↑ ↓', 'to the link or host before, to the next'],
      ['Enter', 'a link: its controls; a host: its flow, again: its next flow'],
      ['Home End', 'the first, the last'],
    ],
  },
  {
    where: 'On a control',
    keys: [
      ['Tab', 'to the next control'],
      ['← → ↑ ↓', 'a slider: one step; presets: the one before, the next'],
      ['Page Up, Page Down', 'a slider: further'],
      ['Home End', 'a slider: the least, the most'],
    ],
  },
];
