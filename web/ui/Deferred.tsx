import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface Props {
  /** Shown until the children are mounted. */
  meanwhile: ReactNode;
  children: ReactNode;
}

/** Mounts its children when nothing more urgent is to be drawn, one `Deferred` after the other, so that the page can answer in between. */
export function Deferred({ meanwhile, children }: Props) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => (mounted ? undefined : enqueue(() => startTransition(() => setMounted(true)))), [mounted]);
  return mounted ? children : meanwhile;
}

/** Components waiting to mount; the first is next. */
const waiting: (() => void)[] = [];

/** Calls `mount` once it is first in the queue. Returns how to leave the queue, also for a component that has mounted. */
function enqueue(mount: () => void): () => void {
  waiting.push(mount);
  if (waiting[0] === mount) setTimeout(mount);
  return () => {
    const wasFirst = waiting[0] === mount;
    waiting.splice(waiting.indexOf(mount), 1);
    const next = waiting[0];
    if (wasFirst && next !== undefined) setTimeout(next);
  };
}
