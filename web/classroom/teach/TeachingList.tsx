/** Ways to teach with the lab, each with a link to where it begins. What's done with one lesson asks which. */
import { type ReactNode, useState } from 'react';
import { t } from '../../base/words/words';
import { DownloadLesson } from '../../deliver/packages/DownloadLesson';
import { COURSE, type LessonEntry } from '../../lessons/course';
import { ASSIGN_ADDRESS, embedAddress, GRADE_ADDRESS } from '../../run/share/places';
import { EVIDENCE_ADDRESS, PRIVACY_ADDRESS } from '../../run/share/route';
import { contentText } from '../../ui/InEnglish';
import '../../ui/sections.css';
import './teaching.css';

interface Way {
  name: string;
  title(): string;
  text(): string;
}

const PAGES: readonly (Way & { address: string })[] = [
  {
    name: 'assign',
    address: ASSIGN_ADDRESS,
    title: () => t('Set a task'),
    text: () => t('Choose a scenario, what students may change, and what they must reach. Share one link.'),
  },
  {
    name: 'grade',
    address: GRADE_ADDRESS,
    title: () => t('Grade result codes'),
    text: () =>
      t(
        'Scan or paste your students’ codes. The simulator runs their work again, and shows what the class predicted.',
      ),
  },
  {
    name: 'embed',
    address: embedAddress({ lesson: 'two-seconds' }),
    title: () => t('Embed in your page'),
    text: () =>
      t('Embed a lesson, an experiment or a plot in your own site, with a script that talks to it.'),
  },
];

const OF_A_LESSON: readonly (Way & { first: string; act(lesson: LessonEntry): ReactNode })[] = [
  {
    name: 'present',
    first: 'reading-a-trace',
    title: () => t('Present a lesson'),
    text: () => t('Step through a lesson on a projector. The room votes, then you run the experiment.'),
    act: ({ name }) => (
      <a className="button" href={`lessons/${name}/?present`}>
        {t('Present')}
      </a>
    ),
  },
  {
    name: 'packages',
    first: 'two-seconds',
    title: () => t('Use it in your LMS'),
    text: () => t('Download a lesson for Moodle and others: SCORM, cmi5, or a ZIP that needs no network.'),
    act: (lesson) => <DownloadLesson about={lesson} />,
  },
];

export function TeachingList() {
  return (
    <ul className="teaching">
      {PAGES.map(({ name, address, title, text }) => (
        <li key={name}>
          <a href={address} className="picture-title">
            {title()}
          </a>
          <p>{text()}</p>
        </li>
      ))}
      {OF_A_LESSON.map((way) => (
        <WithLesson key={way.name} {...way} />
      ))}
    </ul>
  );
}

function WithLesson({ name, first, title, text, act }: (typeof OF_A_LESSON)[number]) {
  const [chosen, choose] = useState(first);
  const lesson = COURSE.find((one) => one.name === chosen);
  return (
    <li data-way={name}>
      <span className="picture-title">{title()}</span>
      <p>{text()}</p>
      <div className="teaching-lesson">
        <select
          value={chosen}
          aria-label={t('{way}: which lesson', { way: title() })}
          onChange={(event) => choose(event.target.value)}
        >
          {COURSE.map((one) => (
            <option key={one.name} value={one.name} {...contentText(one.title)} />
          ))}
        </select>
        {lesson && act(lesson)}
      </div>
    </li>
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
