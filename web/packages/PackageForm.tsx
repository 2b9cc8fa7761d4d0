/** The choice of a package, its making, and what came of it. */
import { useEffect, useId, useRef, useState } from 'react';
import { save } from '../export/save';
import type { Listed } from '../lessons/course';
import { absolute } from '../pages/root';
import { formatBytes } from '../plot/format';
import { KINDS, type PackageKind } from './kinds';
import { makePackage } from './make';

const WORDS: Readonly<Record<PackageKind, [title: string, about: string]>> = {
  zip: ['Web pages', 'A zip to unpack on any web server. Nothing is reported to anyone.'],
  scorm12: ['SCORM 1.2', 'What nearly every learning platform takes. Reports completion and a score.'],
  scorm2004: [
    'SCORM 2004',
    '4th edition. Also reports how far students are, and has more room for what they did.',
  ],
  cmi5: ['cmi5', 'For platforms with a learning record store. Reports completion and a score.'],
};

interface Progress {
  done: number;
  all: number;
}

export function PackageForm({ about, close }: { about: Listed; close(): void }) {
  const [kind, choose] = useState<PackageKind>('scorm12');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [said, say] = useState<{ words: string; failed: boolean } | null>(null);
  const making = useRef<AbortController | null>(null);
  const name = useId();
  // Who closes it wants no more of it.
  useEffect(() => () => making.current?.abort(), []);

  const make = async () => {
    const controller = new AbortController();
    making.current = controller;
    say(null);
    setProgress({ done: 0, all: 0 });
    const { signal } = controller;
    const tell = (done: number, all: number) => setProgress({ done, all });
    try {
      const made = await makePackage({ kind, about, lab: absolute(''), signal, tell });
      save(made.name, 'application/zip', made.parts);
      say({ words: `${made.name} (${formatBytes(made.bytes)}) was handed to your browser.`, failed: false });
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      say(
        signal.aborted
          ? { words: 'Cancelled; nothing was saved.', failed: false }
          : { words: `No package was made: ${words} Try again when the lab can be reached.`, failed: true },
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
        <legend>For your course, as</legend>
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name={name} value={one} checked={kind === one} onChange={() => choose(one)} />
            <span>
              <b>{WORDS[one][0]}</b> {WORDS[one][1]}
            </span>
          </label>
        ))}
      </fieldset>
      <p className="package-contents">
        With the bench, and without the other lessons. It works wherever it lies, and loads nothing from here.
      </p>
      <div className="ask-actions">
        {/* Two buttons: one that became the other would submit with the click that cancels. */}
        {progress === null ? (
          <button key="download" type="submit" className="primary">
            Download
          </button>
        ) : (
          <button key="cancel" type="button" onClick={() => making.current?.abort()}>
            Cancel
          </button>
        )}
        <button type="button" className="quiet" onClick={close}>
          Close
        </button>
      </div>
      {progress && (
        <p className="package-progress">
          <progress
            aria-label="Files fetched"
            value={progress.done}
            max={progress.all === 0 ? 1 : progress.all}
          />{' '}
          {progress.all > 0 && `${progress.done} of ${progress.all} files`}
        </p>
      )}
      <p role="status" data-failed={said?.failed}>
        {said?.words}
      </p>
    </form>
  );
}
