/** The map of the course for teachers: every lesson with its minutes, and the routes that stop at it. */
import { useId } from 'react';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import { lessonsByChapter } from '../../lessons/chapters';
import type { LessonEntry } from '../../lessons/course';
import { formatMinutes } from '../../lessons/map/minutes';
import { assignAddress, chapterAddress } from '../../run/share/places';
import { ContentText, EnglishOnly } from '../../ui/InEnglish';
import { useRoot } from '../../ui/root';
import { minutesOf, ROUTES } from './routes';
import './RouteMap.css';

export function RouteMap() {
  const heading = useId();
  return (
    <>
      <h2 id={heading}>{t('Three routes through the course')}</h2>
      <p className="words">{t('Each chapter has a page with a plan, answers and worksheets.')}</p>
      <EnglishOnly>{t('The chapters’ pages, and most lessons, are in English only.')}</EnglishOnly>
      <table className="route-map" aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">{t('Chapters and lessons')}</th>
            {ROUTES.map(({ title, lessons }) => (
              <th key={title()} scope="col" className="route">
                {title()}
                <span className="route-count">
                  {t('{count} lessons', { count: formatCount(lessons.length) })}
                </span>
                <span>{t('{count} min', { count: formatCount(minutesOf(lessons)) })}</span>
              </th>
            ))}
            <td />
          </tr>
        </thead>
        {lessonsByChapter().map(({ chapter, lessons }) => (
          <tbody key={chapter.name}>
            <tr className="route-chapter">
              <th scope="rowgroup">
                <a href={chapterAddress(chapter.name)}>{chapter.title()}</a>
              </th>
              {ROUTES.map((route) => {
                const minutes = minutesOf(lessons.filter((one) => route.lessons.includes(one)));
                return (
                  <td key={route.title()} className="route">
                    {minutes > 0 && formatMinutes(minutes)}
                  </td>
                );
              })}
              <td />
            </tr>
            {lessons.map((about) => (
              <LessonRow key={about.name} about={about} />
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}

function LessonRow({ about }: { about: LessonEntry }) {
  const root = useRoot();
  return (
    <tr>
      <th scope="row">
        <a href={`${root}lessons/${about.name}/`}>
          <ContentText>{about.title}</ContentText>
        </a>{' '}
        <span className="route-minutes">{formatMinutes(about.minutes)}</span>
      </th>
      {ROUTES.map((route) => {
        const stops = route.lessons.includes(about);
        return (
          <td key={route.title()} className="route" data-stops={stops}>
            <span className="visually-hidden">{stops ? t('yes') : t('no')}</span>
          </td>
        );
      })}
      <td>
        <a href={assignAddress(about.name)}>
          {t('Assign')}
          <span className="visually-hidden">
            {' '}
            <ContentText>{about.title}</ContentText>
          </span>
        </a>
      </td>
    </tr>
  );
}
