/** The comparison with ns-2 packet by packet: a row per sender with its runs, and the rules by which some differ. */

import { formatCount } from '../../base/words/format';
import { plural, t } from '../../base/words/words';
import { evidenceRunAddress } from '../../run/share/places';
import type { PacketsFile, PacketsRow } from '../../scenario/content/evidence/data';
import { inEnglish } from '../../ui/InEnglish';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { bySender, rulesInUse } from './packets';
import { SIGNS } from './words';
import './Battery.css';
import './evidence.css';

export function PacketsSection({ packets }: { packets: PacketsFile }) {
  const rules = rulesInUse(packets);
  return (
    <section className="packets" aria-labelledby="packets-heading">
      <h2 id="packets-heading">{t('Packet by packet with ns-2')}</h2>
      <p className="words">
        {t(
          'Each scenario loses chosen packets or overflows a small buffer, in both simulators. Identical means: the sender sends the same segments and gets the same ACKs in the same order, at times at most 1 ms apart. Every run opens on the bench.',
        )}
      </p>
      <ScrollRegion label={t('Senders packet by packet')} className="panel battery-scroll">
        <table className="battery-rows">
          <thead>
            <tr>
              <th scope="col">{t('Sender')}</th>
              <th scope="col">{t('Identical')}</th>
              <th scope="col">{t('By a rule')}</th>
              <th scope="col">{t('Runs')}</th>
            </tr>
          </thead>
          <tbody>
            {bySender(packets).map(({ title, rows, identical }) => (
              <tr key={title}>
                <th scope="row" {...inEnglish()}>
                  {title}
                </th>
                <td>{formatCount(identical)}</td>
                <td>{formatCount(rows.length - identical)}</td>
                <td>
                  <details>
                    <summary>{plural(rows.length, '{n} run', '{n} runs')}</summary>
                    <Runs rows={rows} />
                  </details>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <h3>{t('Rules by which runs differ')}</h3>
      <ul>
        {rules.map(({ name, sentence, rows }) => (
          <li key={name}>
            <span {...inEnglish()}>{sentence}</span>
            <details>
              <summary>{plural(rows.length, '{n} run', '{n} runs')}</summary>
              <Runs rows={rows} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Runs({ rows }: { rows: readonly PacketsRow[] }) {
  return (
    <ul {...inEnglish()}>
      {rows.map(({ id, losses, variant, verdict, first_difference }) => (
        <li key={id}>
          <span aria-hidden="true">{verdict === 'identical' ? SIGNS.agrees : SIGNS.explained} </span>
          <a href={evidenceRunAddress({ kind: 'packets', id })}>
            {losses}, {variant}
          </a>
          {first_difference !== undefined && <small> {first_difference}</small>}
        </li>
      ))}
    </ul>
  );
}
