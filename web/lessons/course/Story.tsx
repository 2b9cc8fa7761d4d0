/** Tells why congestion control was needed, and which claim the course tests. */
import type { ReactNode } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import './course.css';

interface Event {
  year: number;
  name: string;
  happened: ReactNode;
}

/** Sources: Jacobson 1988, "Congestion avoidance and control"; Jacobson 1990; Brakmo, O'Malley and Peterson 1994; Ahn et al. 1995. */
function events(): Event[] {
  return [
    {
      year: 1986,
      name: t('Collapse'),
      happened: t(
        'The Internet jams. Between two labs 400 yards apart, 32 kbit/s become 40 bit/s: routers drop packets, and senders answer by sending even more.',
      ),
    },
    {
      year: 1988,
      name: 'Tahoe',
      happened: t(
        'Senders get a window that grows until a packet is lost, then starts again from one. The Internet recovers.',
      ),
    },
    {
      year: 1990,
      name: 'Reno',
      happened: rich(
        '<b>Reno fills.</b> It only halves its window after a loss, then grows again until the buffer is full.',
        { b: (words) => <b>{words}</b> },
      ),
    },
    {
      year: 1994,
      name: 'Vegas',
      happened: rich(
        '<b>Vegas listens.</b> It slows down when round trips get longer, before anything is lost. Its authors promise 40 to 70 % more throughput.',
        { b: (words) => <b>{words}</b> },
      ),
    },
    {
      year: 1995,
      name: t('The test'),
      happened: t(
        'Four researchers don’t take that for granted. They build a slow network and measure. In this course, you do it again.',
      ),
    },
  ];
}

export function Story() {
  return (
    <section className="course-story" aria-label={t('Why anyone cared')}>
      <h2>{t('Why anyone cared')}</h2>
      <ol>
        {events().map(({ year, name, happened }) => (
          <li key={year}>
            <span className="course-story-year">{year}</span>
            <b>{name}</b>
            <p>{happened}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
