/** The form that makes a lesson package in the chosen format. */
import { useEffect, useId, useRef, useState } from 'react';
import { formatBytes } from '../../base/words/format';
import { t } from '../../base/words/words';
import { save } from '../../lab/export/save';
import type { LessonCopy } from '../../lessons/copy/format';
import type { LessonEntry } from '../../lessons/course';
import { KINDS, type PackageKind } from '../../ui/package';
import { absolute } from '../../ui/root';
import { makePackage } from './make';
import './packages.css';

const DESCRIPTIONS: Readonly<Record<PackageKind, () => [title: string, about: string]>> = {
  html: () => [
    t('One file'),
    t('Opens with a double click, without a server. It has no bench and reports nothing.'),
  ],
  zip: () => [t('Web pages'), t('A ZIP to unpack on any web server. It reports nothing.')],
  scorm12: () => [
    'SCORM 1.2',
    t('Works with nearly every learning platform. Reports completion and a score.'),
  ],
  scorm2004: () => [
    'SCORM 2004',
    t('4th edition. Also reports progress, and stores more of students’ work.'),
  ],
  cmi5: () => ['cmi5', t('For platforms with a learning record store. Reports completion and a score.')],
};

interface Progress {
  done: number;
  all: number;
}

interface Props {
  /** The lesson, or the one that a copy was made from. */
  about: LessonEntry;
  copy?: LessonCopy | undefined;
  close(): void;
}

export function PackageForm({ about, copy, close }: Props) {
  const [kind, setKind] = useState<PackageKind>('scorm12');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [message, setMessage] = useState<{ words: string; failed: boolean } | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  const name = useId();
  // Closing the form aborts a package in progress.
  useEffect(() => () => controllerRef.current?.abort(), []);

  const make = async () => {
    const controller = new AbortController();
    controllerRef.current = controller;
    setMessage(null);
    setProgress({ done: 0, all: 0 });
    const { signal } = controller;
    const onProgress = (done: number, all: number) => setProgress({ done, all });
    try {
      const lessonPackage = await makePackage({ kind, about, copy, lab: absolute(''), signal, onProgress });
      save(lessonPackage.name, lessonPackage.type, lessonPackage.parts);
      const size = formatBytes(lessonPackage.bytes);
      setMessage({
        words: t('Your browser is saving {file} ({size}).', { file: lessonPackage.name, size }),
        failed: false,
      });
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      setMessage(
        signal.aborted
          ? { words: t('Canceled. Nothing was saved.'), failed: false }
          : {
              words: t('The package couldn’t be made: {problem} Try again when the lab is reachable.', {
                problem,
              }),
              failed: true,
            },
      );
    }
    setProgress(null);
  };

  return (
    <form
      className="package-form"
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <fieldset disabled={progress !== null}>
        <legend>{t('For your course, as')}</legend>
        {KINDS.map((one) => {
          const [title, words] = DESCRIPTIONS[one]();
          return (
            <label key={one}>
              <input
                type="radio"
                name={name}
                value={one}
                checked={kind === one}
                onChange={() => setKind(one)}
              />
              <span>
                <b>{title}</b> {words}
              </span>
            </label>
          );
        })}
      </fieldset>
      <p className="package-contents">
        {t(
          'A ZIP includes the bench but no other lessons, and the lesson in one file. It works on any server and loads nothing from this one.',
        )}
      </p>
      <div className="ask-actions">
        {/* These need different keys: if React reused the button, the click that cancels would also submit. */}
        {progress === null ? (
          <button key="download" type="submit" className="primary">
            {t('Download')}
          </button>
        ) : (
          <button key="cancel" type="button" onClick={() => controllerRef.current?.abort()}>
            {t('Cancel')}
          </button>
        )}
        <button type="button" className="quiet" onClick={close}>
          {t('Close')}
        </button>
      </div>
      {progress && (
        <p className="package-progress">
          <progress
            aria-label={t('Files loaded')}
            value={progress.done}
            max={progress.all === 0 ? 1 : progress.all}
          />{' '}
          {progress.all > 0 && t('{done} of {all} files', { done: progress.done, all: progress.all })}
        </p>
      )}
      <p role="status" data-failed={message?.failed}>
        {message?.words}
      </p>
    </form>
  );
}
