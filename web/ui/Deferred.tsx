import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface Props {
  /** Shown until the children are mounted. */
  meanwhile: ReactNode;
  children: ReactNode;
}

/** Mounts its children at low priority, one `Deferred` after the other, so that the page stays responsive in between. */
export function Deferred({ meanwhile, children }: Props) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => (mounted ? undefined : enqueue(() => startTransition(() => setMounted(true)))), [mounted]);
  return mounted ? children : meanwhile;
}

/** Components waiting to mount; the first is next. */
const waiting: (() => void)[] = [];

/** Calls `mount` once it is first in the queue. Returns a function that leaves the queue; call it after mounting too, to let the next one mount. */
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
