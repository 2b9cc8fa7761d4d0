/** The small buttons with which a panel or a table is taken away. What makes the files is loaded when one is asked for. */
import { useContext, useState } from 'react';
import { Floating } from '../design/Floating';
import { useView } from '../run/hooks';
import type { Form, Pictured, Takeable } from './panel';
import { OriginContext, type Provenance } from './provenance';
import type { BareTable } from './table';

const TITLES: Record<Form, string> = {
  svg: 'The picture, as lines that stay sharp',
  png: 'The picture, as pixels',
  csv: 'The table, every row of the time shown',
  json: 'The table, every row of the time shown',
};

interface Props<F extends Form> {
  /** Of what the files are. */
  title: string;
  forms: Record<F, string>;
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
      setFailure(`No file was made: ${error instanceof Error ? error.message : error}`);
    }
  };
  return (
    <Floating
      className="take"
      label={
        <>
          Take away<span className="visually-hidden"> {title}</span>
        </>
      }
    >
      {() => (
        <>
          <span className="buttons">
            {(Object.keys(forms) as F[]).map((form) => (
              <button key={form} type="button" title={forms[form]} onClick={() => void run(form)}>
                {form.toUpperCase()}
                <span className="visually-hidden"> of {title}</span>
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
  csv: 'The table, at the moment shown',
  json: 'The table, at the moment shown',
};

/** A drawing that is no panel's. */
export function TakeDrawing({ title, drawing }: { title: string; drawing(): Pictured }) {
  const take = async (form: Form, about: Provenance) => {
    const { take: takeAway } = await import('./panel');
    await takeAway(drawing(), form, about);
  };
  return <TakeMenu title={title} forms={OF_DRAWING} take={take} />;
}

const OF_TABLE = { csv: 'Every digit, for programs of tables', json: 'Every digit, for programs' };

/** A table that is no panel's. */
export function TakeTable({ title, table }: { title: string; table(): BareTable }) {
  const take = async (form: 'csv' | 'json', about: Provenance) => {
    const [{ saveTable }, { fileName }] = await Promise.all([import('./panel'), import('./provenance')]);
    saveTable(table(), form, fileName(about, title, form), about);
  };
  return <TakeMenu title={title} forms={OF_TABLE} take={take} />;
}
