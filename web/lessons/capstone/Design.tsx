/** The student's own sender: its parts, its score, and a comparison with the presets and with steering by hand. */
import { useEffect, useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { plural, t } from '../../words/words';
import { DesignView } from './DesignView';
import { type DesignedSender, DesignSession } from './designSession';
import type { CapstonePath } from './paths';
import { Reveal } from './Reveal';
import type { Entrant } from './ranking';
import { type Keep, resultOf } from './results';
import { useSession } from './useSession';
import { Verdict } from './Verdict';

interface Props {
  path: CapstonePath;
  /** The student's sender as they left it; null: there is none yet. */
  begun: DesignedSender | null;
  leave(sender: DesignedSender): void;
  rivals: readonly Entrant[];
  hand: Entrant | undefined;
  keep: Keep;
}

export function Design({ path, begun, leave, ...rest }: Props) {
  const session = useSession(() => {
    const fresh = new DesignSession(path, begun ?? 'vegas');
    fresh.sender.subscribe(() => fresh.sender.value && leave(fresh.sender.value));
    return fresh;
  });
  return session && <Designed session={session} {...rest} />;
}

function Designed(props: Pick<Props, 'rivals' | 'hand' | 'keep'> & { session: DesignSession }) {
  const { session, rivals, hand, keep } = props;
  const { path } = session;
  const shown = useObservable(session.shown);
  const own = useMemo((): Entrant | null => {
    if (shown === null) return null;
    const changed = session.differing(shown.sender).length;
    const preset = shown.sender.preset ?? t('parts');
    const label =
      changed === 0
        ? t('{preset}, unchanged', { preset })
        : plural(changed, 'yours: {preset}, {n} change', 'yours: {preset}, {n} changes', { preset });
    return { name: 'design', label, run: shown.run };
  }, [session, shown]);
  const others = useMemo(() => [...rivals, ...(hand ? [hand] : [])], [rivals, hand]);
  useEffect(() => {
    // An unchanged preset isn't the student's own.
    if (own === null || shown === null || session.differing(shown.sender).length === 0) return;
    keep(resultOf(path, 'design', own, shown.text, 0), own);
  });
  return (
    <>
      <div className="capstone-bench">
        {own && <Verdict path={path} own={own} takeovers={0} />}
        <DesignView session={session} />
      </div>
      {own && <Reveal path={path} own={own} others={others} />}
    </>
  );
}
