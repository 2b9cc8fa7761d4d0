import { useEffect, useState } from 'react';
import { t } from '../../base/words/words';
import './import.css';

interface Props {
  name: string;
  /** From 0 to 1. */
  share: number;
  cancel(): void;
}

/** Most choices are read sooner. */
const LATE_MS = 200;

/** Like `ReadingProgress`, but only if reading takes a while. */
export function LateProgress(props: Props) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timeout = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timeout);
  }, []);
  return late && <ReadingProgress {...props} />;
}

/** Progress of a capture that's being read, and a button to stop. */
export function ReadingProgress({ name, share, cancel }: Props) {
  return (
    <div className="reading-progress">
      <span>{t('Reading {name} … {percent} %', { name, percent: Math.floor(100 * share) })}</span>
      <progress value={share} max={1} aria-label={t('Progress of reading {name}', { name })} />
      <button type="button" onClick={cancel}>
        {t('Cancel')}
      </button>
    </div>
  );
}
