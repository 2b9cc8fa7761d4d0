/** The builder's form fields for embed parameters. `parameters.ts` defines which values are allowed. */
import { PANEL_NAMES } from '../panels/registry';
import { SPEEDS } from '../time/speeds';
import type { ThemeChoice } from '../ui/themeStore';
import { formatPlain } from '../words/format';
import { LANGUAGES } from '../words/language';
import { t } from '../words/words';
import { THEMES } from './frameParameters';
import type { EmbedContent } from './parameters';

type Kind = EmbedContent['kind'];

export interface FieldDefinition {
  name: string;
  label(): string;
  explanation(): string;
  /** Kinds of content that have this parameter. */
  appliesTo: readonly Kind[];
  input:
    | { kind: 'text'; example: string }
    /** Any of these values, separated by commas. */
    | { kind: 'several'; of: readonly string[] }
    /** One of these values; the first is the default. */
    | { kind: 'one'; of: readonly { value: string; words(): string }[] };
}

const RUNS: readonly Kind[] = ['experiment', 'bench'];
const ALL: readonly Kind[] = ['lesson', 'experiment', 'bench'];

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
      t(
        'The pictures of the run, from top to bottom. None chosen: those of the experiment, or window and queue.',
      ),
    appliesTo: RUNS,
    input: { kind: 'several', of: PANEL_NAMES },
  },
  {
    name: 'controls',
    label: () => t('Controls'),
    explanation: () =>
      t(
        'Fields that readers may change, by path, with commas between them; “none” for no control. Empty: those of the experiment.',
      ),
    appliesTo: RUNS,
    input: { kind: 'text', example: 'flows.0.sender.preset, seed' },
  },
  {
    name: 'locked',
    label: () => t('Locked fields'),
    explanation: () => t('Fields that are shown and that nobody may change, neither readers nor your page.'),
    appliesTo: RUNS,
    input: { kind: 'text', example: 'flows.0.sender.preset' },
  },
  {
    name: 'figures',
    label: () => t('Figures'),
    explanation: () => t('Numbers in a table below the panels, with commas between them.'),
    appliesTo: RUNS,
    input: { kind: 'text', example: 'flows.0.completed_at_s, all.fairness' },
  },
  {
    name: 'seconds',
    label: () => t('Seconds'),
    explanation: () => t('The part of the run that is shown at first. Empty: all of it.'),
    appliesTo: RUNS,
    input: { kind: 'text', example: '0,4' },
  },
  {
    name: 'flows',
    label: () => t('Flows'),
    explanation: () => t('The flows that are drawn, counted from 0. Empty: the first six.'),
    appliesTo: RUNS,
    input: { kind: 'text', example: '0,1' },
  },
  {
    name: 'autoplay',
    label: () => t('Play'),
    explanation: () =>
      t(
        'Lets the time cursor run as soon as there is a run, so many simulated seconds in a second. Not for readers who want no motion.',
      ),
    appliesTo: RUNS,
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
    explanation: () => t('Whether the predictions and tasks of the lesson come with the experiment.'),
    appliesTo: ['experiment'],
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
    label: () => t('Colours'),
    explanation: () => t('Light or dark, or as the reader’s system is.'),
    appliesTo: ALL,
    input: { kind: 'one', of: THEMES.map((value) => ({ value, words: THEME_WORDS[value] })) },
  },
  {
    name: 'lang',
    label: () => t('Language'),
    explanation: () => t('A language that the lab does not speak becomes English.'),
    appliesTo: ALL,
    input: { kind: 'one', of: Object.keys(LANGUAGES).map((value) => ({ value, words: () => value })) },
  },
  {
    name: 'height',
    label: () => t('Height'),
    explanation: () =>
      t(
        'Pixels, if the frame shall keep one height and scroll. Empty: the frame tells your page how high it would be.',
      ),
    appliesTo: ALL,
    input: { kind: 'text', example: '480' },
  },
  {
    name: 'origin',
    label: () => t('Your page’s origin'),
    explanation: () => t('Only a page of this origin may steer the embed. Empty: the page that holds it.'),
    appliesTo: ALL,
    input: { kind: 'text', example: 'https://course.example' },
  },
];
