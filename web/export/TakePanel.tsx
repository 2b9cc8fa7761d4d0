/** The small buttons with which a panel is taken away. What makes the files is loaded when one is asked for. */
import { useContext, useState } from 'react';
import { useView } from '../run/hooks';
import type { Form, Takeable } from './panel';
import { OriginContext } from './provenance';

const FORMS: { form: Form; label: string; title: string }[] = [
  { form: 'svg', label: 'SVG', title: 'The picture, as lines that stay sharp' },
  { form: 'png', label: 'PNG', title: 'The picture, as pixels' },
  { form: 'csv', label: 'CSV', title: 'The table, every row of the time shown' },
  { form: 'json', label: 'JSON', title: 'The table, every row of the time shown' },
];

export function TakePanel<Marks>({ panel }: { panel: Takeable<Marks> }) {
  const view = useView();
  const origin = useContext(OriginContext);
  const [failure, setFailure] = useState<string | null>(null);
  const take = async (form: Form) => {
    try {
      const [{ takePanel }, about] = await Promise.all([import('./panel'), origin()]);
      await takePanel(panel, form, view.window, about);
      setFailure(null);
    } catch (error) {
      setFailure(`No file was made: ${error instanceof Error ? error.message : error}`);
    }
  };
  return (
    <details className="take">
      <summary>
        Take away<span className="visually-hidden"> {panel.title}</span>
      </summary>
      <span className="buttons">
        {FORMS.map(({ form, label, title }) => (
          <button key={form} type="button" title={title} onClick={() => void take(form)}>
            {label}
            <span className="visually-hidden"> of {panel.title}</span>
          </button>
        ))}
      </span>
      {failure !== null && <p role="alert">{failure}</p>}
    </details>
  );
}
