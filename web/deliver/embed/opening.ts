/**
 * The frame's sentence until the lab is drawn in it, and instead of it if that fails: what it waits for, or why it can't open. The host page
 * gets the same reason. This is part of the frame's first script, because the files that come later may be what's missing.
 */
import { sayInEnglish, t as translate } from '../../base/words/words';
import type { LocalizedText } from '../hosted/problems';
import { missingFileInWords } from '../offline/missingFile';
import type { HostConnection } from './hostConnection';

/** The frame says what it waits for after this time. `shell.css` has the same time, for a frame whose script doesn't start. */
export const SILENT_MS = 8000;

/** After this time, the host page learns that the embed can't open. If it opens after all, it still becomes ready. */
export const GIVE_UP_MS = 60_000;

/** The address asks for something that can't be shown. The message is the user's, `english` the host's. */
export class AddressError extends Error {
  readonly english: string;

  constructor(message: string, english = message) {
    super(message);
    this.english = english;
  }
}

export class Opening {
  private readonly place: HTMLElement;
  private readonly host: Pick<HostConnection, 'fail'>;
  private readonly missing = new Set<unknown>();
  private timers: ReturnType<typeof setTimeout>[] = [];
  private waitsFor: LocalizedText = (t) => t('the lab’s files');
  private over = false;

  constructor(place: HTMLElement, host: Pick<HostConnection, 'fail'>) {
    this.place = place;
    this.host = host;
    window.addEventListener('vite:preloadError', (event) => this.missing.add(event.payload));
    const late: LocalizedText = (t) =>
      t('Still loading: this part of Vegas Lab waits for {what}.', { what: this.waitsFor(t) });
    this.timers.push(
      setTimeout(() => this.show(late(translate), true), SILENT_MS),
      setTimeout(
        () => host.fail({ reason: 'slow', message: sayInEnglish(() => late(translate)) }),
        GIVE_UP_MS,
      ),
    );
  }

  /** Names what the frame waits for from now on, for the sentence that it shows if that takes long. */
  waitFor(what: LocalizedText): void {
    this.waitsFor = what;
  }

  /** The lab is drawn. */
  done(): void {
    for (const timer of this.timers) clearTimeout(timer);
    delete this.place.dataset.waits;
  }

  /** Shows why the lab can't be drawn, and reports it to the host. */
  fail(error: unknown): void {
    this.done();
    if (this.over) return;
    this.over = true;
    if (this.missing.has(error)) {
      this.show(missingFileInWords(), true);
      this.host.fail({ reason: 'missing_file', message: sayInEnglish(missingFileInWords) });
      return;
    }
    if (error instanceof AddressError) {
      this.show(error.message, false);
      this.host.fail({ reason: 'address', message: error.english });
      return;
    }
    reportError(error);
    const message = error instanceof Error ? error.message : String(error);
    const words: LocalizedText = (t) => t('This embed couldn’t be drawn. {message}', { message });
    this.show(words(translate), true);
    this.host.fail({ reason: 'error', message: sayInEnglish(() => words(translate)) });
  }

  private show(words: string, reloadable: boolean): void {
    const shell = document.createElement('div');
    shell.className = 'shell';
    shell.setAttribute('role', 'alert');
    const sentence = document.createElement('p');
    sentence.textContent = words;
    shell.append(sentence);
    if (reloadable) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = translate('Reload');
      button.addEventListener('click', () => window.location.reload());
      shell.append(button);
    }
    delete this.place.dataset.waits;
    this.place.replaceChildren(shell);
  }
}
