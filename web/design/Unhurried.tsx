import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface Props {
  /** Stands there until then. */
  meanwhile: ReactNode;
  children: ReactNode;
}

/** Comes when there is nothing more urgent to draw, one after the other, so that the page can answer its reader in between. */
export function Unhurried({ meanwhile, children }: Props) {
  const [come, setCome] = useState(false);
  useEffect(() => (come ? undefined : inTurn(() => startTransition(() => setCome(true)))), [come]);
  return come ? children : meanwhile;
}

/** Who has not come yet; it is the turn of the first. */
const line: (() => void)[] = [];

/** Begins when it is its turn. Answers with what says that it has come, or is not wanted any more. */
function inTurn(begin: () => void): () => void {
  line.push(begin);
  if (line[0] === begin) setTimeout(begin);
  return () => {
    const first = line[0] === begin;
    line.splice(line.indexOf(begin), 1);
    const next = line[0];
    if (first && next !== undefined) setTimeout(next);
  };
}
