/** Chooses the preset of a sender, and lists the sender's differences from it. */
import { memo } from 'react';
import { t } from '../base/words/words';
import type { Catalogue } from '../engine/schema';
import { Differing } from '../lab/controls/Differing';
import { firstSentence } from '../lab/controls/editing';
import './PresetField.css';
import '../lab/controls/controls.css';

interface Props {
  catalogue: Catalogue;
  preset: string | null;
  differing: string[];
  /** Must keep its identity while the controls are for the same sender. */
  choose(name: string, at: number): void;
}

export function PresetField({ catalogue, preset, differing, choose }: Props) {
  const chosen = catalogue.presets.find(({ name }) => name === preset);
  return (
    <div className="preset">
      <Choices catalogue={catalogue} preset={preset} choose={choose} />
      {chosen ? (
        <p className="part-doc">
          <b>{chosen.title}.</b> {firstSentence(chosen.doc)} <cite>{chosen.source}</cite>
        </p>
      ) : (
        <p className="part-doc">{t('This sender is built from custom parts.')}</p>
      )}
      {chosen && differing.length === 0 && <p className="part-doc">{t('Exactly the preset.')}</p>}
      {chosen && differing.length > 0 && (
        <Differing fields={differing} restore={(at) => choose(chosen.name, at)} />
      )}
    </div>
  );
}

/** Memoized so that dragging the sender's other controls doesn't redraw it: its many radio buttons are slow. */
const Choices = memo(function Choices({ catalogue, preset, choose }: Omit<Props, 'differing'>) {
  return (
    <div className="preset-choices" role="radiogroup" aria-label={t('preset')}>
      {catalogue.presets.map(({ name, title, doc }) => (
        <label key={name} title={`${title}: ${doc}`}>
          <input
            type="radio"
            name="preset"
            value={name}
            checked={name === preset}
            onChange={(event) => choose(name, event.timeStamp)}
          />
          {name}
        </label>
      ))}
    </div>
  );
});
