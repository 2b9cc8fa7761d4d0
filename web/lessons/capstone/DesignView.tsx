/** Where the student assembles a sender for a path from the catalogue's parts, with the score of its run. */
import { useMemo } from 'react';
import { useObservable } from '../../base/observable';
import { type Editing, EditingProvider } from '../../controls/editing';
import { Group } from '../../controls/Field';
import { PresetField } from '../../controls/PresetField';
import type { Catalogue, FieldInfo } from '../../engine/schema';
import { Failure } from '../../ui/Failure';
import { t } from '../../words/words';
import { type DesignedSender, type DesignSession, SENDER_PATH } from './designSession';
import './Capstone.css';

export function DesignView({ session }: { session: DesignSession }) {
  const { catalogue, problems, crash, phase } = useObservable(session.rerun.runner.state);
  const sender = useObservable(session.sender);
  const editing = useMemo<Editing | null>(
    () => catalogue && { catalogue, problems, edit: (path, value) => session.edit(path, value) },
    [session, catalogue, problems],
  );
  if (phase === 'crashed') {
    return (
      <Failure
        words={t('The engine stopped:')}
        reason={crash}
        label={t('Try again')}
        again={() => session.rerun.again()}
      />
    );
  }
  if (editing === null || sender === null) return <p className="waiting">{t('The engine is loading.')}</p>;
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
    <section className="capstone-design controls" aria-label={t('Put a sender together')}>
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

/** The fields of a sender, as the schema has them. */
function senderFields(catalogue: Catalogue): FieldInfo[] {
  const flows = catalogue.scenario.find(({ name }) => name === 'flows')?.shape;
  const items = flows?.type === 'list' && flows.item.type === 'object' ? flows.item.fields : [];
  const sender = items.find(({ name }) => name === 'sender')?.shape;
  return sender?.type === 'object' ? sender.fields : [];
}
