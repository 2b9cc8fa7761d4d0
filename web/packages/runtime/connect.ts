/** Finds the learning platform that launched this page and reports to it until the page closes. */
import type { OpenedLesson } from '../../lessons/course';
import { forgetProgress, progressIn } from '../../lessons/progress';
import type { ReportingKind } from '../../ui/package';
import { Cmi5 } from './cmi5/cmi5';
import { connection } from './connection';
import type { Platform } from './platform';
import { Scorm12 } from './scorm12';
import { Scorm2004 } from './scorm2004';
import { Session, wordsOf } from './session';

const PLATFORMS: Readonly<Record<ReportingKind, () => Platform | Promise<Platform>>> = {
  scorm12: () => new Scorm12(),
  scorm2004: () => new Scorm2004(),
  cmi5: () => Cmi5.open(new URLSearchParams(window.location.search)),
};

/** Never throws: without a platform the lesson works and shows that nothing is reported. */
export async function connect(kind: ReportingKind, { about, lesson }: OpenedLesson): Promise<void> {
  keepOpen();
  try {
    const platform = await PLATFORMS[kind]();
    const { name } = about;
    const session = new Session(platform, lesson, progressIn(name), () => forgetProgress(name));
    const { returnTo } = platform;
    let closing: Promise<void> | null = null;
    const close = () => {
      closing ??= session.close();
      return closing;
    };
    window.addEventListener('pagehide', close);
    // Report when the page is hidden. It is the last reliable moment: browsers don't wait for requests of closing pages.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && closing === null) session.tell();
    });
    if (returnTo !== null && connection.value)
      connection.set({
        ...connection.value,
        leave: () => void close().then(() => window.location.assign(returnTo)),
      });
  } catch (error) {
    connection.set({ phase: 'failed', problem: wordsOf(error), left: null, leave: null });
  }
}

/** Makes links open in new tabs, because the session ends when this page closes. */
function keepOpen(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.pathname + link.search === location.pathname + location.search) return;
    link.target = '_blank';
    link.rel = 'noopener';
  });
}
