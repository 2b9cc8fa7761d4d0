/** Connects a packaged lesson to the learning platform that launched it. */
import type { OpenedLesson } from '../../../lessons/course';
import { forgetProgress, progressIn } from '../../../lessons/progress';
import type { ReportingKind } from '../../../ui/package';
import { Cmi5 } from './cmi5/cmi5';
import { connection, NEW_CONNECTION } from './connection';
import type { Platform } from './platform';
import { Scorm12, Scorm2004 } from './scorm';
import { type ApiName, findApi, type RawApi } from './scormApi';
import { endWithPage, messageOf, Session } from './session';

const PLATFORMS: Readonly<Record<ReportingKind, () => Platform | Promise<Platform>>> = {
  scorm12: async () => new Scorm12(await apiWithin('API')),
  scorm2004: async () => new Scorm2004(await apiWithin('API_1484_11')),
  cmi5: () => Cmi5.open(new URLSearchParams(window.location.search)),
};

/**
 * Finds the platform and starts a session. Never throws: without a platform, the lesson works but shows the problem.
 */
export async function connect(kind: ReportingKind, { about, lesson }: OpenedLesson): Promise<void> {
  openLinksInNewTabs();
  try {
    const platform = await PLATFORMS[kind]();
    const { name } = about;
    // The browser's own progress may belong to another student.
    const close = endWithPage(new Session(platform, lesson, progressIn(name), () => forgetProgress(name)));
    const { returnTo } = platform;
    if (returnTo !== null && connection.value)
      connection.set({
        ...connection.value,
        leave: () => void close().then(() => window.location.assign(returnTo)),
      });
  } catch (error) {
    connection.set({ ...NEW_CONNECTION, phase: 'failed', problem: messageOf(error) });
  }
}

/** How long a platform may take to provide its API after the lesson, and the pause between looks, ms. */
const API_WITHIN_MS = 8000;
const LOOK_EVERY_MS = 100;

/** The platform's API. Some platforms provide it later than the lesson; a page without a parent or an opener has none to wait for. */
async function apiWithin(name: ApiName): Promise<RawApi | null> {
  const ends = window.parent === window && window.opener === null ? 0 : performance.now() + API_WITHIN_MS;
  for (;;) {
    const found = findApi<RawApi>(name);
    if (found !== null || performance.now() >= ends) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Makes links open in new tabs, because leaving this page would end the session. */
function openLinksInNewTabs(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.pathname + link.search === location.pathname + location.search) return;
    link.target = '_blank';
    link.rel = 'noopener';
  });
}
