/** The drawing of the path: sender, router with its queue, receiver, and the packets between them. */
import type { Ref } from 'react';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Setting } from './path';
import { SENDERS } from './path';
import { type Geometry, queueEdge, type Scene, slotsOf } from './scene';
import './stage.css';

interface Props {
  place: Geometry;
  scene: Scene;
  setting: Setting;
  /** The group of the moving parts, which playing redraws. */
  moving: Ref<SVGGElement>;
  wide: boolean;
}

/** Room around the lanes. */
const RIM = 6;

export function Stage({ place, scene, setting, moving, wide }: Props) {
  const { width, height, sender, router, far, receiver, data, acks, queued } = place;
  const edge = queueEdge(place, setting.limit_bytes);
  const top = data - queued / 2 - RIM;
  const bottom = acks + 16;
  const below = data + queued / 2 + RIM + 14;
  return (
    <svg
      className={wide ? 'stage stage-wide' : 'stage stage-narrow'}
      viewBox={`0 0 ${width} ${height}`}
      data-sender={setting.sender}
      aria-hidden="true"
    >
      <path className="stage-line" d={`M${sender} ${data}H${receiver}M${sender} ${acks}H${receiver}`} />
      <path
        className="stage-queue"
        d={`M${edge - RIM} ${top}H${router}V${data + queued / 2 + RIM}H${edge - RIM}`}
      />
      <g ref={moving} className="stage-moving">
        <path className="stage-data" d={scene.data} />
        <path className="stage-again" d={scene.again} />
        <path className="stage-acks" d={scene.acks} />
        <path className="stage-drops" d={scene.drops} />
      </g>
      <g className="stage-node">
        <rect x={1} y={top} width={sender - 1} height={bottom - top} rx={8} />
        <rect x={router} y={top} width={wide ? 18 : 8} height={bottom - top} rx={wide ? 5 : 3} />
        <rect x={receiver} y={top} width={width - receiver - 1} height={bottom - top} rx={8} />
      </g>
      <g className="stage-words">
        {wide ? (
          <>
            <text x={sender / 2} y={(top + bottom) / 2 - 4}>
              {SENDERS[setting.sender]}
            </text>
            <text className="stage-small" x={sender / 2} y={(top + bottom) / 2 + 14}>
              {t('sender')}
            </text>
            <text x={(receiver + width) / 2} y={(top + bottom) / 2 + 5}>
              {t('receiver')}
            </text>
            <text className="stage-small" x={(router + 18 + far) / 2} y={below}>
              {t('800 kbit/s, 50 ms')}
            </text>
          </>
        ) : (
          <>
            <text x={0} y={top - 8} className="stage-start">
              {SENDERS[setting.sender]}
            </text>
            <text x={width} y={top - 8} className="stage-end">
              {t('receiver')}
            </text>
          </>
        )}
        <text className="stage-small stage-over" x={router} y={top - 8}>
          {wide
            ? t("router's buffer: {count} packets", { count: formatCount(slotsOf(setting.limit_bytes)) })
            : t('buffer: {count} packets', { count: formatCount(slotsOf(setting.limit_bytes)) })}
        </text>
      </g>
    </svg>
  );
}

/** Puts another moment into the group of moving parts. */
export function redraw(moving: SVGGElement, scene: Scene): void {
  const paths = [scene.data, scene.again, scene.acks, scene.drops];
  paths.forEach((path, at) => {
    moving.children[at]?.setAttribute('d', path);
  });
}
