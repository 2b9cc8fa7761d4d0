/** Export buttons of a panel or table. The exporting code is loaded on first use. */
import { useContext, useState } from 'react';
import { useView } from '../run/hooks';
import { Floating } from '../ui/Floating';
import { rich } from '../words/rich';
import { t } from '../words/words';
import type { Form, Pictured, Takeable } from './panel';
import { OriginContext, type Provenance } from './provenance';
import { notMade } from './save';
import type { BareTable } from './table';
import './TakeMenu.css';

const TITLES: Record<Form, () => string> = {
  svg: () => t('The picture, as lines that stay sharp'),
  png: () => t('The picture, as pixels'),
  csv: () => t('The table, every row of the time shown'),
  json: () => t('The table, every row of the time shown'),
};

const hidden = (words: string) => <span className="visually-hidden">{words}</span>;

interface Props<F extends Form> {
  /** Of what the files are. */
  title: string;
  forms: Record<F, () => string>;
  take(form: F, about: Provenance): Promise<void>;
}

function TakeMenu<F extends Form>({ title, forms, take }: Props<F>) {
  const origin = useContext(OriginContext);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (form: F) => {
    try {
      await take(form, await origin());
      setFailure(null);
    } catch (error) {
      setFailure(notMade(error));
    }
  };
  return (
    <Floating className="take" label={rich('Take away<more> {title}</more>', { title, more: hidden })}>
      {() => (
        <>
          <span className="buttons">
            {(Object.keys(forms) as F[]).map((form) => (
              <button key={form} type="button" title={forms[form]()} onClick={() => void run(form)}>
                {rich('{form}<more> of {title}</more>', { form: form.toUpperCase(), title, more: hidden })}
              </button>
            ))}
          </span>
          {failure !== null && <p role="alert">{failure}</p>}
        </>
      )}
    </Floating>
  );
}

export function TakePanel<Marks>({ panel }: { panel: Takeable<Marks> }) {
  const view = useView();
  const take = async (form: Form, about: Provenance) => {
    const { takePanel } = await import('./panel');
    await takePanel(panel, form, view.window, about);
  };
  return <TakeMenu title={panel.title} forms={TITLES} take={take} />;
}

const OF_DRAWING = {
  ...TITLES,
  csv: () => t('The table, at the moment shown'),
  json: () => t('The table, at the moment shown'),
};

/** A drawing that is no panel's. */
export function TakeDrawing({ title, drawing }: { title: string; drawing(): Pictured }) {
  const take = async (form: Form, about: Provenance) => {
    const { take: takeAway } = await import('./panel');
    await takeAway(drawing(), form, about);
  };
  return <TakeMenu title={title} forms={OF_DRAWING} take={take} />;
}

const OF_TABLE = {
  csv: () => t('Every digit, for programs of tables'),
  json: () => t('Every digit, for programs'),
};

/** A table that is no panel's. */
export function TakeTable({ title, table }: { title: string; table(): BareTable }) {
  const take = async (form: 'csv' | 'json', about: Provenance) => {
    const [{ saveTable }, { fileName }] = await Promise.all([import('./panel'), import('./provenance')]);
    saveTable(table, form, fileName(about, title, form), about);
  };
  return <TakeMenu title={title} forms={OF_TABLE} take={take} />;
}
