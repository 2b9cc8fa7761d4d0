/** Adds what a class predicted to the lesson, if the address has it, and says so or why not. */
import { useEffect, useState } from 'react';
import { t } from '../base/words/words';
import { useLessonSession } from '../lessons/lessonSession';
import { CLASS } from './assignments/classParameter';
import '../ui/notes.css';

export function ClassNotice() {
  const session = useLessonSession();
  const [notice, setNotice] = useState({ words: '', problem: false });
  useEffect(() => {
    const follow = async () => {
      const { hash } = window.location;
      if (!new URLSearchParams(hash.slice(1)).has(CLASS)) return;
      const [{ readClass }, { ClassPicture }] = await Promise.all([
        import('./assignments/classLink'),
        import('./assignments/ClassPicture'),
      ]);
      try {
        session.others.set({ answers: readClass(hash, session.opened.lesson), Picture: ClassPicture });
        const words = t(
          'Your teacher’s link has what your class predicted. Lock your own prediction to see it.',
        );
        setNotice({ words, problem: false });
      } catch (error) {
        session.others.set(null);
        setNotice({ words: (error as Error).message, problem: true });
      }
    };
    void follow();
    const again = () => void follow();
    window.addEventListener('hashchange', again);
    return () => window.removeEventListener('hashchange', again);
  }, [session]);
  if (notice.words === '') return null;
  return (
    <p className={notice.problem ? 'failure' : 'note'} role={notice.problem ? 'alert' : 'status'}>
      {notice.words}
    </p>
  );
}
