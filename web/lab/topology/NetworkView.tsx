/** The drawing with its packets on a canvas, the card of the item under the pointer, description, table and legend. */
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useObservable } from '../../base/observable';
import { formatTime } from '../../base/words/format';
import { rich } from '../../base/words/rich';
import { capital, plural, t } from '../../base/words/words';
import { Legend } from '../../plot/Legend';
import { useView } from '../../run/hooks';
import { FOCUS } from '../../run/selection';
import type { Run } from '../../run/trace';
import { TableView } from '../../ui/TableView';
import { flowToken, useTheme } from '../../ui/theme';
import { ExportDrawing } from '../export/ExportMenu';
import type { ExportableDrawing } from '../export/panel';
import { nameOf as nameOfFlow } from '../panels/Panel';
import type { Closeup } from './closeup';
import { legendOf } from './Drawing';
import type { Item } from './drawnItems';
import type { Drops } from './drops';
import { FollowedStatus } from './FollowedStatus';
import { ItemCard } from './ItemCard';
import type { PathItem } from './item';
import { labelsOf } from './labels';
import { flowsAt, flowsOn, type Layout } from './layout';
import { describe, type Scene, tableAt } from './moment';
import type { Network } from './network';
import { momentOf, type PacketCanvas } from './packetCanvas';
import { RunDrawing } from './RunDrawing';
import { usePackets, useSame, useScene } from './tools';

interface Props {
  run: Run;
  graph: Network;
  layout: Layout;
  /** Null if not counted yet. */
  drops: readonly Drops[] | null;
  /** True while any part of it is visible. */
  seen: boolean;
  packetCanvas: PacketCanvas;
  closeup: Closeup;
  /** Opens the fields of a link or a node; without it, pressing one picks it for controls and panels. */
  onOpen?: ((item: PathItem, anchor: Element) => void) | undefined;
}

export function NetworkView(props: Props) {
  const { run, graph, layout, drops, seen, packetCanvas, closeup, onOpen } = props;
  const view = useView();
  const theme = useTheme();
  const card = useId();
  // Larger on a projector.
  const size = { width: layout.width * theme.scale, height: layout.height * theme.scale };
  const [highlight, setHighlight] = useState<number | null>(null);
  const [pointed, setPointed] = useState<Item | null>(null);
  const known = useObservable(packetCanvas.known);
  const flows = useSame(useMemo(() => flowsAt(layout, run), [layout, run]));
  const flowCount = run.scenario.flows.length;
  const chosen =
    highlight !== null && highlight < flowCount + run.scenario.datagrams.length ? highlight : null;
  const {
    canvas,
    sizes,
    contents,
    press: open,
    follow,
  } = usePackets({
    ...{ run, network: graph, layout, drops, seen, packetCanvas },
    highlight: chosen,
    onPress: (item, element) => {
      if (onOpen) onOpen(item, element);
      else if (item.kind === 'link') view.of(FOCUS).set({ link: item.link });
    },
  });
  const { scene, moment } = useScene({ run, network: graph, drops }, sizes, packetCanvas);

  useEffect(() => {
    if (!seen) closeup.cancel();
  }, [closeup, seen]);

  const labels = useSame(layout.edges.map((edge) => labelsOf(layout, edge, graph, moment)));
  const tints = useMemo(
    () =>
      flowsOn(
        layout,
        graph.paths.filter(({ flow }) => flow === chosen),
      ),
    [layout, graph, chosen],
  );
  const accessibleNames = useSame([
    layout.edges.map((edge, at) =>
      t('Link {ends}: {figures}', {
        ends: namesOf(layout, edge.ends),
        figures: (labels[at] ?? []).map(({ text }) => text).join(', '),
      }),
    ),
    layout.boxes.map(({ name }, at) => `${name}, ${namedFlows(run, flows[at] ?? [])}`),
  ]);
  const nameOf = useCallback(
    ({ kind, at }: Item) => accessibleNames[kind === 'edge' ? 0 : 1]?.[at] ?? '',
    [accessibleNames],
  );

  const press = useCallback<typeof open>(
    (item, lane, point, element) => {
      if (item.kind === 'box') {
        // Pressing a host again highlights its next flow.
        const own = flows[item.at] ?? [];
        const next = own[(own.indexOf(chosen ?? -1) + 1) % own.length] ?? null;
        setHighlight(next);
        if (!onOpen && next !== null && next < flowCount) view.of(FOCUS).set({ flow: next });
      }
      open(item, lane, point, element);
    },
    [view, flows, flowCount, chosen, onOpen, open],
  );

  const drawing = (): ExportableDrawing => {
    const now = momentOf(view, run);
    return {
      name: 'network',
      picture: async (paper, stamp) => {
        const { pictureOfNetwork } = await import('./picture');
        return pictureOfNetwork(
          { run, network: graph, contents, sizes, highlight: chosen },
          now,
          paper,
          stamp,
        );
      },
      table: () => tableAt(scene, now),
    };
  };

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape works from anything inside */}
      <div
        className="network-frame"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || pointed === null) return;
          // Hides the card first.
          setPointed(null);
          event.preventDefault();
        }}
      >
        <div className="network-stage">
          <div className="network-layers" style={size}>
            <RunDrawing
              layout={layout}
              scale={theme.scale}
              labels={labels}
              flows={flows}
              tints={tints}
              nameOf={nameOf}
              point={setPointed}
              press={press}
              follow={follow}
              card={card}
            />
            <canvas ref={canvas} style={size} />
          </div>
        </div>
        <ItemCard
          id={card}
          item={pointed}
          scene={scene}
          layout={layout}
          scale={theme.scale}
          contents={contents}
          flows={flows}
          moment={moment}
        />
      </div>
      <div className="network-foot">
        <Legend entries={legendOf(run)} />
        <p className="network-hint">
          {rich('Click a packet to follow it, or press <kbd>f</kbd> on a link.', {
            kbd: (key) => <kbd>{key}</kbd>,
          })}
        </p>
        <FollowedStatus run={run} passages={scene.passages} moment={moment} />
        {chosen !== null && (
          <p>
            <i style={{ background: `var(--${flowToken(chosen)})` }} />{' '}
            {t('{flow} is highlighted.', { flow: capital(namedFlows(run, [chosen])) })}{' '}
            <button type="button" onClick={() => setHighlight(null)}>
              {t('Remove the highlight')}
            </button>
          </p>
        )}
        {layout.omitted > 0 && (
          <p>
            {plural(
              layout.omitted,
              '{n} more part of the network isn’t drawn.',
              '{n} more parts of the network aren’t drawn.',
            )}
          </p>
        )}
      </div>
      <p className="words">
        {describe(scene, moment)}{' '}
        {known === null && <FetchProgress closeup={closeup} over={run.summary !== null} />}
      </p>
      <div className="panel-foot">
        <DataTable scene={scene} moment={moment} />
        <ExportDrawing title={t('the network')} drawing={drawing} />
      </div>
    </>
  );
}

/** Progress of fetching the missing packets. */
function FetchProgress({ closeup, over }: { closeup: Closeup; over: boolean }) {
  const { progress, failure } = useObservable(closeup.state);
  if (!over) return t('The packets on the links appear when the run has finished.');
  if (failure !== null) return t('The packets at this moment couldn’t be found: {failure}', { failure });
  if (progress === null || progress < 0.02) return t('Finding the packets on the links …');
  return t('Finding the packets on the links … {share} %', {
    share: Math.round(100 * progress),
  });
}

function DataTable({ scene, moment }: { scene: Scene; moment: number }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {rich('Table<hidden> of the links</hidden>', {
          hidden: (words) => <span className="visually-hidden">{words}</span>,
        })}
      </summary>
      {open && (
        <TableView
          table={tableAt(scene, moment)}
          caption={t('The links at {time}', { time: formatTime(moment) })}
        />
      )}
    </details>
  );
}

function namesOf({ boxes }: Layout, [left, right]: [number, number]): string {
  return t('{left} to {right}', { left: boxes[left]?.name ?? '', right: boxes[right]?.name ?? '' });
}

/** Most flows listed by name; the rest are counted. */
const NAMED = 3;

function namedFlows({ scenario }: Run, flows: readonly number[]): string {
  const { flows: all, datagrams } = scenario;
  const names = flows
    .slice(0, NAMED)
    .map((flow) =>
      flow < all.length
        ? t('flow {name}', { name: nameOfFlow(scenario, flow) })
        : t('datagrams {name}', { name: datagrams[flow - all.length]?.name ?? '' }),
    );
  const listed = names.join(', ');
  const more = flows.length - NAMED;
  return more > 0 ? t('{names} and {count} more', { names: listed, count: more }) : listed;
}
