/** Thumbnails of the whole grid, one per receiver and company. Choosing one shows it in full size. */
import { memo, useId, useMemo } from 'react';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { GridFile, Verdict } from '../../scenario/content/evidence/data';
import { countVerdicts, pictureOf } from './grid';
import { byFamily, companyInWords, receiverInWords, SIGNS } from './words';
import './GridSection.css';

interface Props {
  grid: GridFile;
  receiver: string;
  company: string;
  choose(next: { receiver: string; company: string }): void;
}

export function GridChooser({ grid, receiver, company, choose }: Props) {
  const name = useId();
  return (
    <fieldset className="grid-chooser">
      <legend>{t('Choose how the receiver acknowledges, and who else is on the path:')}</legend>
      {grid.receivers.map((one) => (
        <fieldset className="receiver" key={one}>
          <legend>
            {receiverInWords(one)} <code>{one}</code>
          </legend>
          <div className="thumbnails">
            {grid.company.map((other) => (
              <label key={other}>
                <input
                  type="radio"
                  name={name}
                  checked={one === receiver && other === company}
                  onChange={() => choose({ receiver: one, company: other })}
                />
                <Thumbnail grid={grid} receiver={one} company={other} />
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}

/** Pixels per cell. */
const SIZE = 3;

type ThumbnailProps = Pick<Props, 'grid' | 'receiver' | 'company'>;

const Thumbnail = memo(function Thumbnail({ grid, receiver, company }: ThumbnailProps) {
  const pixels = useMemo(() => pictureOf(grid, receiver, company), [grid, receiver, company]);
  const counts = countVerdicts(pixels.flat().map(({ verdict }) => verdict));
  const [width, height] = [SIZE * grid.paths.length, SIZE * grid.presets.length];
  const order = byFamily(grid.presets).flatMap(({ presets }) => presets);
  const squaresOf = (shown: Verdict) =>
    order
      .flatMap((preset, y) =>
        (pixels[grid.presets.indexOf(preset)] ?? []).map(({ verdict }, x) =>
          verdict === shown ? `M${SIZE * x},${SIZE * y}h${SIZE}v${SIZE}h${-SIZE}z` : '',
        ),
      )
      .join('');
  return (
    <>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <rect data-verdict="agrees" width={width} height={height} />
        <path data-verdict="explained" d={squaresOf('explained')} />
        <path data-verdict="out" d={squaresOf('out')} />
      </svg>
      <span className="company">{companyInWords(company)}</span>
      <span className="counts">
        <span aria-hidden="true">{SIGNS.explained}</span>
        <span className="visually-hidden">{t('explained:')}</span> {formatCount(counts.explained)}{' '}
        <span aria-hidden="true">{SIGNS.out}</span>
        <span className="visually-hidden">{t('open:')}</span> {formatCount(counts.out)}
      </span>
    </>
  );
});
