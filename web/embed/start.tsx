/** The embed itself, once somebody looks at it: what the address names is loaded, drawn, and put at the end of the host's line. */
import '../ui/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showTheme } from '../ui/themeStore';
import { languageOf, speakAs } from '../words/language';
import { EmbedApp } from './EmbedApp';
import { followHeight, sized } from './height';
import type { HostLine } from './hostLine';
import type { EmbedParameters } from './parameters';
import { Session } from './session';
import { subjectOf } from './subject';
import { submitByHand } from './submit';
import { runUnseen } from './unseen';
import type { Wrong } from './wrong';

export async function start(
  place: HTMLElement,
  parameters: EmbedParameters,
  problems: readonly Wrong[],
  line: HostLine,
): Promise<void> {
  showTheme(parameters.theme);
  await speakAs(languageOf(parameters.lang) ?? 'en');
  const subject = await subjectOf(parameters);
  const session = new Session(subject, parameters, problems, line);
  document.title = `${subject.title} · Vegas Lab`;
  delete place.dataset.waits;
  submitByHand(document);
  createRoot(place).render(
    <StrictMode>
      <EmbedApp session={session} />
    </StrictMode>,
  );
  if (subject.experiment !== null) runUnseen(subject.lessonSession, subject.experiment);
  if (parameters.height === null) followHeight(sized(place), window, line, window.location.hash);
  session.open();
}
