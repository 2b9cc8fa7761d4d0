/** The content of an element: the scenario's title, its controls, the live path, time and plots. */
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Observable, useObservable, usePart, useReading } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { t } from '../../base/words/words';
import { ItemPopover } from '../../bench/builder/ItemPopover';
import type { Catalogue, Scenario } from '../../engine/schema';
import { EditingProvider, useBenchEditing } from '../../lab/controls/editing';
import { Field } from '../../lab/controls/Field';
import { SenderPicker } from '../../lab/controls/SenderPicker';
import { AroundBench } from '../../lab/export/AroundBench';
import { columnsOf } from '../../lab/panels/arrangement';
import { PanelStack, useArrangement } from '../../lab/panels/PanelStack';
import { useNarration } from '../../lab/time/narration';
import { PlayButtons } from '../../lab/time/PlayButtons';
import { ZoomButtons } from '../../lab/time/ZoomButtons';
import type { PathItem } from '../../lab/topology/item';
import { LivePath } from '../../lab/topology/LivePath';
import { ExperimentStatus } from '../../lessons/experiment/ExperimentStatus';
import type { Bench } from '../../run/bench';
import { headingOf } from '../../run/documents';
import { useCursor, useFlows, useTimeWindow } from '../../run/hooks';
import type { Run } from '../../run/trace';
import { withOwnPresets } from '../../scenario/edit';
import { at, fieldAt, flowOfSender, indexedPath, isPreset } from '../../scenario/path';
import { Notes } from '../../ui/Notes';
import type { Look } from './lab';
import './element.css';

interface Props {
  bench: Bench;
  look: Observable<Look>;
  notes: Observable<readonly string[]>;
}

/** Height of the path, pixels. */
const PATH_HEIGHT = 108;

/** Room for the labels of the common time axis, pixels. */
const AXIS_HEIGHT = 24;

/** Exports from other pages name no address of the lab's. */
const noAddress = async () => '';

export function ElementView({ bench, look, notes }: Props) {
  const shown = usePart(bench.runner.state, 'shown');
  return (
    <AroundBench bench={bench} address={noAddress}>
      <Head bench={bench} />
      <Notes notes={useObservable(notes)} />
      <Controls bench={bench} look={look} />
      <ExperimentStatus benches={[bench]} failure={null} />
      {shown !== null && <Results bench={bench} run={shown} look={look} />}
    </AroundBench>
  );
}

function Head({ bench }: { bench: Bench }) {
  const scenario = usePart(bench.state, 'scenario');
  const edited = usePart(bench.state, 'edited');
  const heading = useReading(bench.state, headingOf);
  const failed = useReading(bench.runner.state, ({ phase }) => phase === 'crashed');
  return (
    <header className="element-head">
      <h2>
        {scenario === null && !failed
          ? t('Loading the engine …')
          : heading.title || scenario?.name || t('The scenario')}
      </h2>
      <button
        type="button"
        className="quiet"
        disabled={!edited}
        onClick={(event) => bench.reset(event.timeStamp)}
      >
        {t('Reset')}
      </button>
    </header>
  );
}

function Controls({ bench, look }: { bench: Bench; look: Observable<Look> }) {
  const controls = usePart(look, 'controls');
  const scenario = usePart(bench.state, 'scenario');
  const edit = useCallback((...change: Parameters<Bench['edit']>) => bench.edit(...change), [bench]);
  const editing = useBenchEditing(bench, edit);
  if (scenario === null || editing === null || controls.length === 0) return null;
  const catalogue = withOwnPresets(editing.catalogue, scenario);
  return (
    <EditingProvider value={editing}>
      <form className="element-controls" onSubmit={(event) => event.preventDefault()}>
        {controls.map((path) => (
          <Control key={path} {...{ bench, catalogue, scenario }} path={indexedPath(path, scenario)} />
        ))}
      </form>
    </EditingProvider>
  );
}

interface ControlProps {
  bench: Bench;
  catalogue: Catalogue;
  scenario: Scenario;
  path: string;
}

function Control({ bench, catalogue, scenario, path }: ControlProps): ReactNode {
  if (isPreset(path))
    return <SenderChoice {...{ bench, catalogue, scenario }} flow={flowOfSender(path) ?? 0} />;
  const info = fieldAt(catalogue, scenario, path);
  if (info === null) return null;
  return <Field info={info} path={path} value={at(scenario, path)} preset={undefined} />;
}

function SenderChoice({ bench, catalogue, scenario, flow }: Omit<ControlProps, 'path'> & { flow: number }) {
  const choose = useMemo(
    () => (name: string, asked_at: number) => bench.choosePreset(flow, name, asked_at),
    [bench, flow],
  );
  const { name, sender } = scenario.flows[flow] ?? {};
  const chosen = sender?.preset ?? null;
  const title = catalogue.presets.find((preset) => preset.name === chosen)?.title ?? t('custom parts');
  return (
    <span className="element-sender" data-path={`flows.${flow}.sender.preset`}>
      {t('Sender of {flow}', { flow: name ?? '' })}{' '}
      <SenderPicker presets={catalogue.presets} label={title} chosen={chosen} choose={choose} />
    </span>
  );
}

function Results({ bench, run, look }: { bench: Bench; run: Run; look: Observable<Look> }) {
  const { flows: wanted, panel_height } = useObservable(look);
  const [{ items }] = useArrangement();
  const catalogue = usePart(bench.runner.state, 'catalogue');
  const flows = useFlows(run.scenario, wanted);
  useNarration(bench.view, run, flows);
  const [opened, open] = useState<{ item: PathItem; anchor: Element } | null>(null);
  const rows = Math.max(...columnsOf(items).map((column) => column.length));
  const height = rows * panel_height + AXIS_HEIGHT;
  return (
    <>
      <LivePath
        run={run}
        flows={flows}
        height={PATH_HEIGHT}
        catalogue={catalogue}
        onEdit={(path, value, asked_at) => bench.edit(path, value, asked_at)}
        onOpen={(item, anchor) => open({ item, anchor })}
      />
      {opened && <ItemPopover bench={bench} {...opened} onClose={() => open(null)} />}
      <TimeTools />
      <div className="element-plots" style={{ height }}>
        <PanelStack run={run} flows={flows} />
      </div>
    </>
  );
}

function TimeTools() {
  const cursor = useCursor();
  const { from, to } = useTimeWindow();
  return (
    <div className="element-time" role="toolbar" aria-label={t('Time shown in all panels')}>
      <PlayButtons />
      <span className="buttons">
        <ZoomButtons />
      </span>
      <span className="element-moment">
        {cursor === null ? `${formatTime(from)} – ${formatTime(to)}` : formatTime(cursor)}
      </span>
    </div>
  );
}
