/** The builder's form fields for embed parameters. `hosted/options.ts` defines which values are allowed, and for which content. */

import { formatPlain } from '../../base/words/format';
import { LANGUAGES } from '../../base/words/language';
import { t } from '../../base/words/words';
import { PANEL_NAMES } from '../../lab/panels/registry';
import { SPEEDS } from '../../run/view';
import type { ThemeChoice } from '../../ui/themeStore';
import { THEMES } from '../hosted/early';
import type { FrameOption } from '../hosted/options';

export interface FieldDefinition {
  name: FrameOption;
  label(): string;
  explanation(): string;
  input:
    | { kind: 'text'; example: string }
    /** Any of these values, separated by commas. */
    | { kind: 'several'; of: readonly string[] }
    /** One of these values; the first is the default. */
    | { kind: 'one'; of: readonly { value: string; words(): string }[] };
}

const THEME_WORDS: Readonly<Record<ThemeChoice, () => string>> = {
  system: () => t('system'),
  light: () => t('light'),
  dark: () => t('dark'),
};

export const BUILDER_FIELDS: readonly FieldDefinition[] = [
  {
    name: 'panels',
    label: () => t('Panels'),
    explanation: () =>
      t('The plots, from top to bottom. If you choose none: those of the experiment, or window and queue.'),
    input: { kind: 'several', of: PANEL_NAMES },
  },
  {
    name: 'controls',
    label: () => t('Controls'),
    explanation: () =>
      t(
        'The paths of fields that readers can change, separated by commas; “none” for no controls. Empty: those of the experiment.',
      ),
    input: { kind: 'text', example: 'flows.0.sender.preset, seed' },
  },
  {
    name: 'locked',
    label: () => t('Locked fields'),
    explanation: () => t('Fields that are shown but that neither readers nor your page can change.'),
    input: { kind: 'text', example: 'flows.0.sender.preset' },
  },
  {
    name: 'figures',
    label: () => t('Metrics'),
    explanation: () => t('Metrics for a table below the plots, separated by commas.'),
    input: { kind: 'text', example: 'flows.0.completed_at_s, all.fairness' },
  },
  {
    name: 'seconds',
    label: () => t('Seconds'),
    explanation: () => t('The part of the run to show at first. Empty: the whole run.'),
    input: { kind: 'text', example: '0,4' },
  },
  {
    name: 'flows',
    label: () => t('Flows'),
    explanation: () => t('The flows to draw, counted from 0. Empty: the first six.'),
    input: { kind: 'text', example: '0,1' },
  },
  {
    name: 'autoplay',
    label: () => t('Play'),
    explanation: () =>
      t(
        'Plays the run as soon as it’s there, at this many simulated seconds per second. It doesn’t play for readers who prefer reduced motion.',
      ),
    input: {
      kind: 'one',
      of: [
        { value: '', words: () => t('no') },
        ...SPEEDS.map((speed) => ({ value: String(speed), words: () => formatPlain(speed) })),
      ],
    },
  },
  {
    name: 'questions',
    label: () => t('Questions'),
    explanation: () => t('Show the lesson’s predictions and tasks with the experiment.'),
    input: {
      kind: 'one',
      of: [
        { value: 'on', words: () => t('on') },
        { value: 'off', words: () => t('off') },
      ],
    },
  },
  {
    name: 'theme',
    label: () => t('Colors'),
    explanation: () => t('Light, dark, or the setting of the reader’s system.'),
    input: { kind: 'one', of: THEMES.map((value) => ({ value, words: THEME_WORDS[value] })) },
  },
  {
    name: 'lang',
    label: () => t('Language'),
    explanation: () => t('If the lab doesn’t have the language, it uses English.'),
    input: { kind: 'one', of: Object.keys(LANGUAGES).map((value) => ({ value, words: () => value })) },
  },
  {
    name: 'height',
    label: () => t('Height'),
    explanation: () =>
      t(
        'In pixels, for a frame of fixed height that scrolls. Empty: the frame reports the height of its content to your page.',
      ),
    input: { kind: 'text', example: '480' },
  },
  {
    name: 'origin',
    label: () => t('Your page’s origin'),
    explanation: () =>
      t('Only a page from this origin can control the embed. Empty: the page that contains it.'),
    input: { kind: 'text', example: 'https://course.example' },
  },
];
