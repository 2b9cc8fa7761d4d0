/** Ways to teach with the lab, each with a link to where it begins. */
import pictures from '../../../content/home.json?thumbnails';
import { t } from '../../base/words/words';
import { ASSIGN_ADDRESS, embedAddress, GRADE_ADDRESS } from '../../run/share/places';
import { EVIDENCE_ADDRESS, PRIVACY_ADDRESS } from '../../run/share/route';
import { Thumbnail } from '../../ui/Thumbnail';
import '../../ui/sections.css';
import './teaching.css';

const WAYS = [
  {
    name: 'assign',
    address: ASSIGN_ADDRESS,
    picture: 'experiment-stall',
    title: () => t('Set a task'),
    text: () => t('Choose a scenario, what students may change, and what they must reach. Share one link.'),
  },
  {
    name: 'grade',
    address: GRADE_ADDRESS,
    picture: 'on-trial',
    title: () => t('Grade result codes'),
    text: () =>
      t(
        'Scan or paste your students’ codes. The simulator runs their work again, and shows what the class predicted.',
      ),
  },
  {
    name: 'present',
    address: 'lessons/reading-a-trace/?present',
    picture: 'two-seconds',
    title: () => t('Present a lesson'),
    text: () => t('Step through a lesson on a projector. The room votes, then you run the experiment.'),
  },
  {
    name: 'embed',
    address: embedAddress({ lesson: 'two-seconds' }),
    picture: 'listening-to-the-queue',
    title: () => t('Embed in your page'),
    text: () =>
      t('Embed a lesson, an experiment or a plot in your own site, with a script that talks to it.'),
  },
  {
    name: 'packages',
    address: 'lessons/two-seconds/',
    picture: 'rem',
    title: () => t('Use it in your LMS'),
    text: () =>
      t(
        'Download any lesson for Moodle and others: SCORM, cmi5, or a ZIP that needs no network. The button is on the chapters’ pages.',
      ),
  },
] as const;

export function TeachingList() {
  return (
    <ul className="teaching">
      {WAYS.map(({ name, address, picture, title, text }) => (
        <li key={name}>
          <a href={address}>
            <Thumbnail of={pictures[picture] as NonNullable<(typeof pictures)[string]>} />
            <span className="picture-title">{title()}</span>
          </a>
          <p>{text()}</p>
        </li>
      ))}
    </ul>
  );
}

/** Links that answer teachers' questions before they rely on the lab. */
export function TeachingFacts() {
  return (
    <ul className="teaching-facts">
      <li>
        <a href={PRIVACY_ADDRESS}>{t('Privacy, and use without a network')}</a>
      </li>
      <li>
        <a href={EVIDENCE_ADDRESS}>{t('How we know that the simulator is right')}</a>
      </li>
      <li>
        <a href="lessons/model/">{t('What the model covers')}</a>
      </li>
      <li>
        <a href="lessons/glossary/">{t('Glossary')}</a>
      </li>
    </ul>
  );
}
