/** Starts the embed: loads its content, renders it, and answers the host's requests. */
import '../../ui/styles';
import { fnv1a } from '../../base/bytes';
import { languageOf, speakAs } from '../../base/words/language';
import { start } from '../../ui/start';
import { showTheme } from '../../ui/themeStore';
import { watchMissingFiles } from '../offline/notice';
import { EmbedApp } from './EmbedApp';
import { followHeight, measured } from './height';
import { startHiddenRuns } from './hiddenRuns';
import type { HostConnection } from './hostConnection';
import { AddressError, type Opening } from './opening';
import { type EmbedParameters, frameQuery, readParameters } from './parameters';
import { Session } from './session';
import { Splice } from './splice';
import { subjectOf } from './subject';

/**
 * The height of a frame with a whole lesson, in pixels. The lesson scrolls in it: only there does its picture stay beside the text. Steps
 * are as high as a part of the frame, so a frame of the lesson's own height would grow without an end.
 */
const LESSON_HEIGHT = 720;

export async function startFrame(place: HTMLElement, host: HostConnection, opening: Opening): Promise<void> {
  const query = frameQuery(window.location.search, window.location.hash);
  const { parameters, problems } = readParameters(query);
  showTheme(parameters.theme === 'auto' ? 'system' : parameters.theme);
  // Asked before anything is loaded, so that the lesson rarely has to wait for the answer.
  const splice = new Splice(window, host, contentOf(parameters));
  const language = languageOf(parameters.lang) ?? 'en';
  const open = async () => {
    opening.waitFor((t) => t('the lesson’s files'));
    const subject = await subjectOf(parameters).catch(async (error: unknown) => {
      throw error instanceof AddressError ? await inBothLanguages(error, parameters, language) : error;
    });
    const session = new Session(subject, parameters, problems, host);
    opening.waitFor((t) => t('the page around it'));
    await splice.restore(subject.lessonSession, subject.shows === 'lesson');
    document.title = `${subject.title} · Vegas Lab`;
    opening.done();
    watchMissingFiles();
    submitByHand(document);
    if (subject.experiment !== null) startHiddenRuns(subject.lessonSession, subject.experiment);
    const most = subject.shows === 'lesson' ? LESSON_HEIGHT : undefined;
    if (parameters.height === null) followHeight(measured(place, most), window, host, window.location.hash);
    session.open();
    return <EmbedApp session={session} />;
  };
  // Without its content, React leaves the place empty.
  await start(open, { language, failed: (error) => queueMicrotask(() => opening.fail(error)) });
}

/** An address's error with its English message, which the host gets: the address is read again in English. */
async function inBothLanguages(
  error: AddressError,
  parameters: EmbedParameters,
  language: Parameters<typeof speakAs>[0],
): Promise<unknown> {
  await speakAs('en');
  const english = await subjectOf(parameters).catch((again: unknown) => again);
  await speakAs(language);
  return english instanceof AddressError ? new AddressError(error.message, english.message) : error;
}

/** Identifies the frame's content for hosts that store states. It stays the same when the address's theme or size changes. */
function contentOf({ shows, questions }: EmbedParameters): string {
  if (shows.kind === 'bench') return `bench?${shows.link}`;
  if (shows.kind === 'copy') return `copies/${fnv1a(shows.link).toString(36)}`;
  const experiment =
    shows.kind === 'experiment' ? `/${shows.experiment}${questions ? '' : '?questions=off'}` : '';
  return `lessons/${shows.lesson}${experiment}`;
}

/**
 * Dispatches the submit event of forms. In a sandbox without `allow-forms`, the browser blocks forms before the page
 * gets the event. The lab handles all forms itself and sends none, so dispatching the event is safe.
 */
export function submitByHand(page: Document): void {
  page.addEventListener('click', (event) => {
    const button = (event.target as Element | null)?.closest?.('button[type="submit"]');
    if (!(button instanceof HTMLButtonElement) || button.form === null || event.defaultPrevented) return;
    event.preventDefault();
    if (!button.form.reportValidity()) return;
    button.form.dispatchEvent(
      new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }),
    );
  });
}
