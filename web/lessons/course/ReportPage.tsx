/** A student's predictions, runs and answers, to print, hand in, or move to another browser. */
import { useEffect, useState } from 'react';
import { asideTexts, removeAside } from '../../base/storage/storedWork';
import { formatBytes } from '../../base/words/format';
import { t, translated } from '../../base/words/words';
import { save } from '../../lab/export/save';
import { documentTitle } from '../../run/share/route';
import { ContentText, Marked } from '../../ui/InEnglish';
import { absolute, useRoot } from '../../ui/root';
import { LESSONS, type OpenedLesson, openLesson } from '../course';
import { OpenProgress } from '../OpenProgress';
import { LessonLink } from '../parts/marks';
import { inWords } from '../parts/Predict';
import { lessonsBegun, progressOn } from '../progress';
import { progressFile } from '../progressFile';
import './course.css';
import '../lesson.css';

export function ReportPage() {
  const [opened, setOpened] = useState<readonly OpenedLesson[] | null>(null);
  const [student, setStudent] = useState('');
  const read = () => {
    const begun = LESSONS.filter((one) => lessonsBegun().includes(one.name));
    void Promise.all(begun.map((one) => openLesson(one.name))).then((all) =>
      setOpened(all.filter((one) => one !== null)),
    );
  };
  useEffect(read, []);
  return (
    <main className="report" id="content">
      <title>{documentTitle(t('Report'))}</title>
      <header className="lesson-head">
        <h1>{t('Report')}</h1>
        <label className="student">
          {t('Name')}{' '}
          <input
            type="text"
            value={student}
            onChange={(event) => setStudent(event.target.value)}
            autoComplete="name"
          />
        </label>
        <p className="ask-actions">
          <button type="button" onClick={() => window.print()}>
            {t('Print')}
          </button>
          <button
            type="button"
            disabled={opened === null || opened.length === 0}
            onClick={() => save('vegas-lab-report.md', 'text/markdown', [asText(opened ?? [], student)])}
          >
            {t('Save as text')}
          </button>
          <button
            type="button"
            onClick={() => save('vegas-lab-progress.json', 'application/json', [progressFile()])}
          >
            {t('Save progress')}
          </button>
          <OpenProgress label={t('Open progress')} onChange={read} />
        </p>
        <p className="about">
          {t(
            'All of this is saved only in this browser, if the browser allows it. The lab sends nothing to anyone.',
          )}
        </p>
        <AsideTexts />
      </header>
      {opened !== null && opened.length === 0 && (
        <p>{t('Nothing yet. Start a lesson, and your predictions and answers appear here.')}</p>
      )}
      {opened?.map((one) => (
        <LessonReport key={one.about.name} opened={one} />
      ))}
    </main>
  );
}

/** Stored work that couldn't be read or shown. */
function AsideTexts() {
  const [texts, setTexts] = useState(asideTexts);
  if (texts.length === 0) return null;
  return (
    <section className="note">
      <p>
        {t('This browser keeps work that this version of Vegas Lab can’t show. Another version may read it.')}
      </p>
      <ul>
        {texts.map((one) => (
          <li key={one.key}>
            <code>{one.of}</code>, {formatBytes(one.text.length)}{' '}
            <button
              type="button"
              className="quiet"
              onClick={() =>
                save(`vegas-lab-${one.of.replaceAll(/\W+/g, '-')}.json`, 'application/json', [one.text])
              }
            >
              {t('Save as a file')}
            </button>{' '}
            <button
              type="button"
              className="quiet"
              onClick={() => {
                removeAside(one);
                setTexts(asideTexts());
              }}
            >
              {t('Delete')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One line of the report. */
interface Line {
  asked: string;
  given: string;
  /** True if the answer is in the interface's words, not the lesson's. */
  translated: boolean;
  verdict: '✓' | '≠' | '–';
  words: string;
  links: readonly string[];
}

function linesOf(opened: OpenedLesson): Line[] {
  const { lesson } = opened;
  const { predictions, checks, made = {} } = progressOn(opened).value;
  const predicted = Object.entries(predictions).flatMap(([id, { answer, passed, words }]): Line[] => {
    const prediction = lesson.predictions[id];
    if (prediction === undefined) return [];
    return [
      {
        asked: prediction.question,
        given: answer === null ? t('no prediction') : inWords(prediction, answer),
        translated: answer === null || prediction.kind === 'draw',
        verdict: passed === null ? '–' : passed ? '✓' : '≠',
        words,
        links: [],
      },
    ];
  });
  const checked = Object.entries(checks).flatMap(([id, { passed, answer, words, links }]): Line[] => {
    const check = lesson.checks[id];
    if (check === undefined) return [];
    const given =
      answer === null ? t('by a run') : check.kind === 'choose' ? (check.options[answer] ?? answer) : answer;
    return [
      { asked: check.task, given, translated: answer === null, verdict: passed ? '✓' : '≠', words, links },
    ];
  });
  const own = Object.values(made).map(
    ({ what, words, links }): Line => ({
      asked: what,
      given: words,
      translated: true,
      verdict: '–',
      words: '',
      links,
    }),
  );
  return [...predicted, ...checked, ...own];
}

function LessonReport({ opened }: { opened: OpenedLesson }) {
  const root = useRoot();
  const { about, language } = opened;
  return (
    <section className="lesson-report">
      <h2>
        <LessonLink name={about.name}>
          {about.number}. <ContentText>{about.title}</ContentText>
        </LessonLink>
      </h2>
      <ol>
        {linesOf(opened).map(({ asked, given, translated, verdict, words, links }) => (
          <li key={asked}>
            <p className="question" {...language}>
              {asked}
            </p>
            <p>
              <b aria-hidden="true">{verdict}</b>{' '}
              <span className="visually-hidden">
                {verdict === '✓' ? t('Right:') : verdict === '≠' ? t('Wrong:') : ''}
              </span>
              {translated ? given : <Marked language={language}>{given}</Marked>}
            </p>
            {words && (
              <p className="words" {...language}>
                {words}
              </p>
            )}
            {links.map((link, place) => (
              <p key={link} className="words">
                <a href={root + link}>
                  {links.length > 1 ? t('The run {number}', { number: place + 1 }) : t('The run')}
                </a>
                <span className="printed-link"> {absolute(link)}</span>
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function asText(opened: readonly OpenedLesson[], student: string): string {
  const lessons = opened.map((one) =>
    [
      `## ${one.about.number}. ${translated(one.about.title)}`,
      ...linesOf(one).map(({ asked, given, verdict, words, links }) =>
        [
          `* ${asked}`,
          `  ${verdict} ${given}`,
          ...(words ? [`  ${words}`] : []),
          ...links.map((link) => `  <${absolute(link)}>`),
        ].join('\n'),
      ),
    ].join('\n\n'),
  );
  return `${[`# ${t('Vegas Lab: report')}`, ...(student ? [student] : []), ...lessons].join('\n\n')}\n`;
}
