/** Lists the parts that a network under construction lacks. */
import { useId } from 'react';
import { formatCount } from '../../base/words/format';
import { t } from '../../base/words/words';
import type { Item, Missing } from './draft';
import './builder.css';

interface Props {
  missing: readonly Missing[];
  /** Opens the form of an item; absent where there is no room for it. */
  open?: ((item: Item) => void) | undefined;
}

/** Most things listed. */
const MOST = 4;

export function MissingList({ missing, open }: Props) {
  const title = useId();
  return (
    <section className="missing" aria-labelledby={title}>
      <h2 className="builder-title" id={title}>
        {t('What’s missing')}
      </h2>
      <ul>
        {missing.slice(0, MOST).map(({ item, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two flows may miss the same
          <li key={place}>
            {item === null || open === undefined ? (
              text
            ) : (
              <button type="button" onClick={() => open(item)}>
                {text}
              </button>
            )}
          </li>
        ))}
        {missing.length > MOST && (
          <li>{t('and {count} more', { count: formatCount(missing.length - MOST) })}</li>
        )}
      </ul>
      <p>{t('The bench still shows your last complete network.')}</p>
    </section>
  );
}
