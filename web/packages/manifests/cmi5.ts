/** Writes `cmi5.xml`: a course with one lesson, passed when everything in it is done. */
import type { Subject } from './subject';
import { documentOf, element, text } from './xml';

export function cmi5Structure({ title, question, files, address }: Subject): string {
  const langstring = (name: string, words: string) =>
    element(name, {}, element('langstring', { lang: 'en' }, text(words)));
  const about = [langstring('title', title), langstring('description', question)];
  return documentOf(
    element(
      'courseStructure',
      { xmlns: 'https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd' },
      element('course', { id: `${address}#course` }, ...about),
      element(
        'au',
        {
          id: `${address}#lesson`,
          launchMethod: 'AnyWindow',
          moveOn: 'CompletedOrPassed',
          masteryScore: '1.0',
          activityType: 'http://adlnet.gov/expapi/activities/lesson',
        },
        ...about,
        element('url', {}, text(files[0])),
      ),
    ),
  );
}
