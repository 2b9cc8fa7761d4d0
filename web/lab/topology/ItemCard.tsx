/** The current state of the link or host under the pointer. */

import { plural, t } from '../../base/words/words';
import { flowToken } from '../../ui/theme';
import type { Item } from './drawnItems';
import type { Layout } from './layout';
import { flowLines, linkLines, type Scene } from './moment';
import { fullest, type LinkContents } from './paint';
import './network.css';

interface Props {
  id: string;
  item: Item | null;
  scene: Scene;
  layout: Layout;
  /** Screen CSS pixels per unit of the layout. */
  scale: number;
  contents: readonly LinkContents[];
  /** Flows and sources at each box. */
  flows: readonly number[][];
  moment: number;
}

const WIDTH = 300;
/** Most flows listed for a host; the rest are only counted. */
const FLOWS = 4;

export function ItemCard({ id, item, scene, layout, scale, contents, flows, moment }: Props) {
  if (item === null) return <div id={id} hidden />;
  const place = placeOf(item, layout, scale);
  return (
    <div
      id={id}
      className="network-readout"
      style={{ left: place.x, top: place.y, maxWidth: `min(${WIDTH}px, 100%)` }}
    >
      {item.kind === 'edge' ? (
        <EdgeCard at={item.at} scene={scene} layout={layout} contents={contents} moment={moment} />
      ) : (
        <BoxCard at={item.at} scene={scene} layout={layout} flows={flows[item.at] ?? []} moment={moment} />
      )}
    </div>
  );
}

function placeOf({ kind, at }: Item, layout: Layout, scale: number): { x: number; y: number } {
  const box = kind === 'box' ? layout.boxes[at] : undefined;
  const edge = kind === 'edge' ? layout.edges[at] : undefined;
  const x = box ? box.x + box.width / 2 : (edge?.middle.x ?? 0);
  const y = box ? box.y + Math.min(box.height, 60) + 8 : (edge?.middle.y ?? 0) + 34;
  return { x: Math.max(0, Math.min(x * scale - WIDTH / 2, layout.width * scale - WIDTH)), y: y * scale };
}

type CardProps = Pick<Props, 'scene' | 'layout' | 'moment'> & { at: number };

function EdgeCard({ at, scene, layout, contents, moment }: CardProps & Pick<Props, 'contents'>) {
  const lanes = (layout.edges[at]?.lanes ?? []).map((lane) => layout.lanes[lane]);
  const shown = lanes.map((lane) => (lane ? fullest(lane, contents, moment) : 0));
  const columns = shown.map((link) => linkLines(scene, link, moment));
  const many = lanes[0]?.links.length ?? 1;
  return (
    <table>
      <thead>
        <tr>
          {many > 1 ? <th scope="col">{t('fullest of {count}', { count: many })}</th> : <td />}
          {shown.map((link) => (
            <th key={link} scope="col">
              {(scene.run.trace.links[link] ?? '').replace('>', ' → ')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(columns[0] ?? []).map(([label], row) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map((lines, column) => (
              <td key={shown[column]}>{lines[row]?.[1]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BoxCard({ at, scene, layout, flows, moment }: CardProps & { flows: readonly number[] }) {
  const { scenario } = scene.run;
  const box = layout.boxes[at];
  const named = (flow: number) =>
    scenario.flows[flow]?.name ?? scenario.datagrams[flow - scenario.flows.length]?.name ?? '';
  return (
    <>
      <b>{box?.name}</b>
      {(box?.nodes.length ?? 1) > 1 && <span>{someOf(box?.nodes ?? [])}</span>}
      {flows.length === 0 && <span>{t('No flow begins or ends here.')}</span>}
      {flows.slice(0, FLOWS).map((flow) => (
        <span key={flow}>
          <i style={{ background: `var(--${flowToken(flow)})` }} /> {named(flow)}:{' '}
          {flow < scenario.flows.length
            ? flowLines(scene, flow, moment)
                .map(([label, value]) => `${label} ${value}`)
                .join(', ')
            : t('datagrams')}
        </span>
      ))}
      {flows.length > FLOWS && (
        <span>{plural(flows.length - FLOWS, 'and {n} more flow', 'and {n} more flows')}</span>
      )}
    </>
  );
}

function someOf(nodes: readonly string[]): string {
  const shown = nodes.slice(0, 3).join(', ');
  return nodes.length > 3 ? `${shown} … ${nodes.at(-1)}` : shown;
}
