/** Lists the parts that a network under construction lacks. */
import { useId } from 'react';
import { t } from '../words/words';
import type { Item, Missing } from './draft';
import './builder.css';

interface Props {
  missing: readonly Missing[];
  /** Opens the form of an item; absent where there is no room for it. */
  open?: ((item: Item) => void) | undefined;
}

export function MissingList({ missing, open }: Props) {
  const title = useId();
  return (
    <section className="missing" aria-labelledby={title}>
      <h2 className="builder-title" id={title}>
        {t('What’s missing')}
      </h2>
      <ul>
        {missing.map(({ item, text }) => (
          <li key={text}>
            {item === null || open === undefined ? (
              text
            ) : (
              <button type="button" onClick={() => open(item)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p>{t('The bench still shows your last complete network.')}</p>
    </section>
  );
}
