/** The game on its own page: it opens the run that the address carries, and stores results as the capstone's lesson does. */
import { type ReactNode, useState } from 'react';
import { Capstone } from './Capstone';
import { keepResult } from './keepResult';
import { PATHS } from './paths';
import { readRunCode } from './runCode';

interface Props {
  autoPlay: boolean;
  /** Shown after a run on the first path. */
  children: ReactNode;
}

export function PlayGame({ autoPlay, children }: Props) {
  const [read] = useState(() => {
    const code = new URLSearchParams(window.location.search).get('run');
    return code === null ? null : readRunCode(code, PATHS);
  });
  const shared = read !== null && 'path' in read ? read : null;
  return (
    <>
      {read !== null && 'problem' in read && (
        <p className="failure" role="alert">
          {read.problem}
        </p>
      )}
      <Capstone
        shared={shared}
        autoPlay={autoPlay}
        withDesign={false}
        onResult={(result) => void keepResult(result)}
      >
        {children}
      </Capstone>
    </>
  );
}
