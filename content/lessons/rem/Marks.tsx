/** The share of packets that a price marks, for a price that the reader chooses. */
import { useId, useState } from 'react';
import { formatFixed } from '../../../web/base/words/format';
import { t } from '../../../web/base/words/words';
import './Marks.css';

/** As in the lesson's runs. */
const PHI = 1.1;
/** From no price to one that marks nearly every packet, ms. */
const MOST_MS = 30;
const PACKETS = 50;
const [STEP, ROW] = [13, 25];

export function Marks() {
  const id = useId();
  const [price, setPrice] = useState(1);
  const share = 1 - PHI ** -price;
  const marked = Math.round(share * PACKETS);
  const told = t('A price of {price} ms marks {share} % of the packets', {
    price: formatFixed(price, 1),
    share: formatFixed(100 * share, 0),
  });
  return (
    <div className="marks">
      <label htmlFor={id}>{t('price')}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={MOST_MS}
        step={0.1}
        value={price}
        onChange={(event) => setPrice(event.target.valueAsNumber)}
      />
      <output htmlFor={id}>{told}</output>
      <svg viewBox={`0 0 ${STEP * ROW} ${(STEP * PACKETS) / ROW}`} aria-hidden="true">
        {Array.from({ length: PACKETS }, (_, place) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the packets are alike
            key={place}
            x={(place % ROW) * STEP + 1}
            y={Math.floor(place / ROW) * STEP + 1}
            width={STEP - 3}
            height={STEP - 3}
            fill={place < marked ? 'var(--mark-drop)' : 'none'}
            stroke="currentColor"
          />
        ))}
      </svg>
    </div>
  );
}
