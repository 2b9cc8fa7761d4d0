/** Lets the student design a sender: its parts, its score, and a comparison with the presets and the run by hand. */
import { useEffect, useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { plural, t } from '../../base/words/words';
import type { Catalogue, FieldInfo } from '../../engine/schema';
import { type Editing, EditingProvider } from '../../lab/controls/editing';
import { Group } from '../../lab/controls/Field';
import { SenderColors } from '../../plot/SenderColors';
import { EngineFailure } from '../../ui/Boundary';
import { PresetField } from '../PresetField';
import type { CapstonePath } from './paths';
import { Reveal } from './Reveal';
import { type Entrant, GAME_COLORS, type Keep, resultOf, Verdict } from './ranking';
import { type DesignedSender, DesignSession, SENDER_PATH, useSession } from './sessions';
import './Capstone.css';

interface Props {
  path: CapstonePath;
  /** The student's sender from another path; null if there is none yet. */
  begun: DesignedSender | null;
  saveDesign(sender: DesignedSender): void;
  rivals: readonly Entrant[];
  hand: Entrant | undefined;
  keep: Keep;
}

export function Design({ path, begun, saveDesign, ...rest }: Props) {
  const session = useSession(() => {
    const fresh = new DesignSession(path, begun ?? 'vegas');
    fresh.sender.subscribe(() => fresh.sender.value && saveDesign(fresh.sender.value));
    return fresh;
  });
  return session && <DesignAndResults session={session} {...rest} />;
}

function DesignAndResults(props: Pick<Props, 'rivals' | 'hand' | 'keep'> & { session: DesignSession }) {
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
    // An unchanged preset isn't the student's own design.
    if (own === null || shown === null || session.differing(shown.sender).length === 0) return;
    keep(resultOf(path, 'design', own, shown.text, 0), own);
  });
  return (
    <SenderColors colors={GAME_COLORS}>
      <div className="capstone-bench">
        {own && <Verdict path={path} own={own} takeovers={0} />}
        <DesignView session={session} />
      </div>
      {own && <Reveal path={path} own={own} others={others} />}
    </SenderColors>
  );
}

/** The controls for the sender's preset and parts. */
export function DesignView({ session }: { session: DesignSession }) {
  const { catalogue, problems, failure } = useObservable(session.rerun.state);
  const sender = useObservable(session.sender);
  const editing = useMemo<Editing | null>(
    () => catalogue && { catalogue, problems, edit: (path, value) => session.edit(path, value) },
    [session, catalogue, problems],
  );
  if (failure !== null && problems.length === 0) {
    return (
      <EngineFailure
        started={catalogue !== null}
        reason={failure}
        label={t('Try again')}
        again={() => void session.rerun.again()}
      />
    );
  }
  if (editing === null || sender === null) return <p className="waiting">{t('Loading the engine …')}</p>;
  return (
    <EditingProvider value={editing}>
      <Parts session={session} sender={sender} catalogue={editing.catalogue} />
    </EditingProvider>
  );
}

interface PartsProps {
  session: DesignSession;
  sender: DesignedSender;
  catalogue: Catalogue;
}

function Parts({ session, sender, catalogue }: PartsProps) {
  const name = sender.preset ?? null;
  const preset = catalogue.presets.find((one) => one.name === name);
  const fields = senderFields(catalogue);
  const group = (chosen: FieldInfo[]) => (
    <Group fields={chosen} path={SENDER_PATH} value={sender} preset={preset?.sender} />
  );
  return (
    <section className="capstone-design controls" aria-label={t('Build a sender')}>
      <PresetField
        catalogue={catalogue}
        preset={name}
        differing={session.differing(sender)}
        choose={(next) => session.choose(next)}
      />
      <div className="capstone-parts">{group(fields.filter(({ shape }) => shape.type === 'part'))}</div>
      <details className="capstone-more">
        <summary>{t('How it starts and how it measures')}</summary>
        <div className="capstone-parts">{group(fields.filter(({ shape }) => shape.type !== 'part'))}</div>
      </details>
    </section>
  );
}

/** The schema's fields of a sender. */
function senderFields(catalogue: Catalogue): FieldInfo[] {
  const flows = catalogue.scenario.find(({ name }) => name === 'flows')?.shape;
  const items = flows?.type === 'list' && flows.item.type === 'object' ? flows.item.fields : [];
  const sender = items.find(({ name }) => name === 'sender')?.shape;
  return sender?.type === 'object' ? sender.fields : [];
}
