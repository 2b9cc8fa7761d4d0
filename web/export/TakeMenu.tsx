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

const hidden = (text: string) => <span className="visually-hidden">{text}</span>;

interface Props<F extends Form> {
  /** Title of the exported panel or table. */
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

/** Exports a panel's picture or table. */
export function TakePanel<Marks>({ panel }: { panel: Takeable<Marks> }) {
  const view = useView();
  const take = async (form: Form, about: Provenance) => {
    const { takePanel } = await import('./panel');
    await takePanel(panel, form, view.window, about);
  };
  return <TakeMenu title={panel.title} forms={TITLES} take={take} />;
}

const DRAWING_TITLES = {
  ...TITLES,
  csv: () => t('The table, at the moment shown'),
  json: () => t('The table, at the moment shown'),
};

/** Exports a drawing outside the panels. */
export function TakeDrawing({ title, drawing }: { title: string; drawing(): Pictured }) {
  const take = async (form: Form, about: Provenance) => {
    const { take: exportDrawing } = await import('./panel');
    await exportDrawing(drawing(), form, about);
  };
  return <TakeMenu title={title} forms={DRAWING_TITLES} take={take} />;
}

const TABLE_TITLES = {
  csv: () => t('Every digit, for programs of tables'),
  json: () => t('Every digit, for programs'),
};

/** Exports a table outside the panels. */
export function TakeTable({ title, table }: { title: string; table(): BareTable }) {
  const take = async (form: 'csv' | 'json', about: Provenance) => {
    const [{ saveTable }, { fileName }] = await Promise.all([import('./panel'), import('./provenance')]);
    saveTable(table, form, fileName(about, title, form), about);
  };
  return <TakeMenu title={title} forms={TABLE_TITLES} take={take} />;
}
