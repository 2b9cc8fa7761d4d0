/** Something that holds a worker, for as long as a component lives. */
import { useEffect, useState } from 'react';

export function useSession<T extends { dispose(): void }>(create: () => T): T | null {
  const [session, set] = useState<T | null>(null);
  const [make] = useState(() => create);
  useEffect(() => {
    const fresh = make();
    set(fresh);
    return () => fresh.dispose();
  }, [make]);
  return session;
}
