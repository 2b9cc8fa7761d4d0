/** The lower part of the home page: the game, lessons, scenarios, papers and teaching. */
import type { ReactNode } from 'react';
import verdicts from '../../../content/findings.json?verdicts';
import pictures from '../../../content/home.json?thumbnails';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { TeachingList } from '../../classroom/teach/TeachingList';
import { lessonsByChapter } from '../../lessons/chapters';
import { COURSE } from '../../lessons/course';
import { ChapterMap } from '../../lessons/map/ChapterMap';
import { FIGURE_1_ADDRESS, paperAddress } from '../../run/share/places';
import { PAPERS_ADDRESS } from '../../run/share/route';
import { packageKind } from '../../ui/package';
import { Thumbnail } from '../../ui/Thumbnail';
import { addressOf, STARTS } from './starts';
import { VerdictDots } from './VerdictDots';
import '../../ui/sections.css';

export function Sections() {
  return (
    <>
      {packageKind() === null && <Game />}
      <Learn />
      <Experiment />
      <Papers />
      <Teach />
    </>
  );
}

interface SectionProps {
  id: string;
  title: string;
  /** One sentence. */
  lead: string;
  children: ReactNode;
}

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section className="home-section" aria-labelledby={id}>
      <header className="section-head">
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
      </header>
      {children}
    </section>
  );
}

/** The thing to send to a friend; a package is without it. Its picture is what the player is up against. */
function Game() {
  const picture = pictures['you-are-the-window'];
  return (
    <Section
      id="play"
      title={t('You’re the window')}
      lead={t(
        'Thirty seconds with TCP’s window in your hand. Beat Reno by doing almost nothing, and share your run.',
      )}
    >
      <ul className="starts">
        <li>
          <a href="lessons/play/">
            {picture && <Thumbnail of={picture} />}
            <span className="picture-title">{t('Play')}</span>
            <span className="picture-note">{t('Reno’s window and queue on the same path')}</span>
          </a>
        </li>
      </ul>
    </Section>
  );
}

function Learn() {
  const minutes = COURSE.reduce((sum, lesson) => sum + lesson.minutes, 0);
  return (
    <Section
      id="learn"
      title={t('Learn')}
      lead={t(
        '{lessons} lessons, about {hours} hours. Each asks what you expect, then lets the simulator answer.',
        {
          lessons: formatCount(COURSE.length),
          hours: formatCount(Math.round(minutes / 60)),
        },
      )}
    >
      <ChapterMap chapters={lessonsByChapter()} heading="h3" pictured={false} />
      <p className="section-more">
        <a href="lessons/">{t('All lessons with their questions')}</a>
      </p>
    </Section>
  );
}

function Experiment() {
  return (
    <Section
      id="experiment"
      title={t('Experiment')}
      lead={t('Start from a picture. Each one opens on the bench, where you can change every part of it.')}
    >
      <ul className="starts">
        {STARTS.map(({ name, question, shows }) => {
          const picture = pictures[name];
          return (
            <li key={name}>
              <a href={addressOf(name)}>
                {picture && <Thumbnail of={picture} />}
                <span className="picture-title">{question()}</span>
                <span className="picture-note">{shows()}</span>
              </a>
            </li>
          );
        })}
      </ul>
      <p className="section-more">
        <a href="#/bench">{t('Go to the bench')}</a>{' '}
        <a href={FIGURE_1_ADDRESS}>{t('See all four runs of Figure 1')}</a>
      </p>
    </Section>
  );
}

/** Authors and years, for the names of files. */
const PAPERS: Readonly<Record<string, string>> = {
  'ahn-1995': 'Ahn et al. 1995',
  'cardwell-1999': 'Cardwell & Bak 1999',
  'fu-2003': 'Fu & Liew 2003',
  'low-2000': 'Low, Peterson & Wang 2000',
  'martin-1999': 'Martin 1999',
};

/** Counts first letters of verdicts: agrees, deviates, holds, fails. */
function countLetters(letters: string) {
  const [a, d, h, f] = ['a', 'd', 'h', 'f'].map((letter) => letters.split(letter).length - 1) as [
    number,
    number,
    number,
    number,
  ];
  return {
    agreeing: formatCount(a),
    numbers: formatCount(a + d),
    holding: formatCount(h),
    directions: formatCount(h + f),
  };
}

function Papers() {
  const count = countLetters(Object.values(verdicts).join(''));
  return (
    <Section
      id="check"
      title={t('Check the papers')}
      lead={t(
        '{agreeing} of {numbers} printed numbers agree with ours, and {holding} of {directions} directions hold. Each of the others shows its cause and opens its run.',
        count,
      )}
    >
      <ul className="verdict-rows">
        {Object.entries(verdicts).map(([paper, letters]) => (
          <li key={paper}>
            <a href={paperAddress(paper)} translate="no">
              {PAPERS[paper] ?? paper}
            </a>
            <VerdictDots letters={letters} />
            <span className="picture-note">
              {t(
                '{agreeing} of {numbers} numbers, {holding} of {directions} directions',
                countLetters(letters),
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="section-more">
        <a href={PAPERS_ADDRESS}>{t('Compare every number')}</a>
      </p>
    </Section>
  );
}

function Teach() {
  return (
    <Section
      id="teach"
      title={t('Teach')}
      lead={t("Use it in your course. There are no accounts, and no data leaves a student's browser.")}
    >
      <TeachingList />
    </Section>
  );
}
