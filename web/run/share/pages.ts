/** The lab's pages, for the palette and for mistyped addresses. */
import { t } from '../../base/words/words';
import { AUTHOR_ADDRESS } from './author';
import {
  ASSIGN_ADDRESS,
  COMPARING_ADDRESS,
  FIGURE_1_ADDRESS,
  GRADE_ADDRESS,
  SCENARIOS_ADDRESS,
} from './places';
import { EVIDENCE_ADDRESS, PAPERS_ADDRESS, PRIVACY_ADDRESS, PYTHON_ADDRESS, TEACH_ADDRESS } from './route';

export interface Place {
  /** The page's name in its address. */
  name: string;
  title(): string;
  /** Relative to the lab's main page. */
  address: string;
  /** One of the pages that an unknown address offers. */
  main?: boolean;
}

export const PLACES: readonly Place[] = [
  { name: 'home', title: () => t('Home'), address: '#/', main: true },
  { name: 'bench', title: () => t('Lab: the bench'), address: '#/bench', main: true },
  { name: 'scenarios', title: () => t('Scenarios'), address: SCENARIOS_ADDRESS, main: true },
  { name: 'lessons', title: () => t('Learn: the lessons'), address: 'lessons/', main: true },
  { name: 'papers', title: () => t('Papers'), address: PAPERS_ADDRESS, main: true },
  { name: 'teach', title: () => t('Teach'), address: TEACH_ADDRESS, main: true },
  { name: 'figure-1', title: () => t('Figure 1'), address: FIGURE_1_ADDRESS },
  { name: 'sweep', title: () => t('Sweep'), address: '#/sweep' },
  { name: 'evidence', title: () => t('How we know'), address: EVIDENCE_ADDRESS },
  { name: 'comparing', title: () => t('How we compare'), address: COMPARING_ADDRESS },
  { name: 'glossary', title: () => t('Glossary'), address: 'lessons/glossary/' },
  { name: 'report', title: () => t('Your report'), address: 'lessons/report/' },
  { name: 'model', title: () => t('What is simulated, for teachers'), address: 'lessons/model/' },
  { name: 'assign', title: () => t('Set a task'), address: ASSIGN_ADDRESS },
  { name: 'author', title: () => t('Change a lesson'), address: AUTHOR_ADDRESS },
  { name: 'grade', title: () => t('Grade codes'), address: GRADE_ADDRESS },
  { name: 'embed', title: () => t('Embed in your page'), address: '#/embed' },
  { name: 'python', title: () => t('In Python'), address: PYTHON_ADDRESS },
  { name: 'privacy', title: () => t('Privacy'), address: PRIVACY_ADDRESS },
];
