/** The parameters of an embed as the builder offers them: with what each is for. What they may be is said in parameters.ts. */
import { PANEL_NAMES } from '../panels/names';
import { SPEEDS } from '../time/speeds';
import { LANGUAGES } from '../words/language';
import { type Shown, THEMES } from './parameters';

type Kind = Shown['kind'];

export interface Offered {
  name: string;
  label: string;
  explanation: string;
  /** What is shown with it. */
  goes_with: readonly Kind[];
  input:
    | { kind: 'text'; example: string }
    /** Any of these, with commas between them. */
    | { kind: 'several'; of: readonly string[] }
    /** One of these; the first of them is so if nothing is said. */
    | { kind: 'one'; of: readonly { value: string; words: string }[] };
}

const RUNS: readonly Kind[] = ['experiment', 'bench'];
const ALL: readonly Kind[] = ['lesson', 'experiment', 'bench'];

const words = (values: readonly (string | number)[]) =>
  values.map((value) => ({ value: String(value), words: String(value) }));

export const OFFERED: readonly Offered[] = [
  {
    name: 'panels',
    label: 'Panels',
    explanation:
      'The pictures of the run, from top to bottom. None chosen: those of the experiment, or window and queue.',
    goes_with: RUNS,
    input: { kind: 'several', of: PANEL_NAMES },
  },
  {
    name: 'controls',
    label: 'Controls',
    explanation:
      'Fields that readers may change, by path, with commas between them; “none” for no control. Empty: those of the experiment.',
    goes_with: RUNS,
    input: { kind: 'text', example: 'flows.0.sender.preset, seed' },
  },
  {
    name: 'locked',
    label: 'Locked fields',
    explanation: 'Fields that are shown and that nobody may change, neither readers nor your page.',
    goes_with: RUNS,
    input: { kind: 'text', example: 'flows.0.sender.preset' },
  },
  {
    name: 'figures',
    label: 'Figures',
    explanation: 'Numbers in a table below the panels, with commas between them.',
    goes_with: RUNS,
    input: { kind: 'text', example: 'flows.0.completed_at_s, all.fairness' },
  },
  {
    name: 'seconds',
    label: 'Seconds',
    explanation: 'The part of the run that is shown at first. Empty: all of it.',
    goes_with: RUNS,
    input: { kind: 'text', example: '0,4' },
  },
  {
    name: 'flows',
    label: 'Flows',
    explanation: 'The flows that are drawn, counted from 0. Empty: the first six.',
    goes_with: RUNS,
    input: { kind: 'text', example: '0,1' },
  },
  {
    name: 'autoplay',
    label: 'Play',
    explanation:
      'Lets the time cursor run as soon as there is a run, so many simulated seconds in a second. Not for readers who want no motion.',
    goes_with: RUNS,
    input: { kind: 'one', of: [{ value: '', words: 'no' }, ...words(SPEEDS)] },
  },
  {
    name: 'questions',
    label: 'Questions',
    explanation: 'Whether the predictions and tasks of the lesson come with the experiment.',
    goes_with: ['experiment'],
    input: { kind: 'one', of: words(['on', 'off']) },
  },
  {
    name: 'theme',
    label: 'Colours',
    explanation: 'Light or dark, or as the reader’s system is.',
    goes_with: ALL,
    input: { kind: 'one', of: words(THEMES) },
  },
  {
    name: 'lang',
    label: 'Language',
    explanation: 'A language that the lab does not speak becomes English.',
    goes_with: ALL,
    input: { kind: 'one', of: words(Object.keys(LANGUAGES)) },
  },
  {
    name: 'height',
    label: 'Height',
    explanation:
      'Pixels, if the frame shall keep one height and scroll. Empty: the frame tells your page how high it would be.',
    goes_with: ALL,
    input: { kind: 'text', example: '480' },
  },
  {
    name: 'origin',
    label: 'Your page’s origin',
    explanation: 'Only a page of this origin may steer the embed. Empty: the page that holds it.',
    goes_with: ALL,
    input: { kind: 'text', example: 'https://course.example' },
  },
];
