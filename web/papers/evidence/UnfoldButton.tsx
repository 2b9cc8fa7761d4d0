/** The button at the beginning of a row that unfolds its details. */
import { t } from '../../base/words/words';
import './Battery.css';

interface Props {
  /** Name of the row. */
  title: string;
  open: boolean;
  setOpen(open: boolean): void;
  /** Id of the details. */
  details: string;
  describedBy?: string;
}

export function UnfoldButton({ title, open, setOpen, details, describedBy }: Props) {
  return (
    <button
      type="button"
      className="unfold"
      aria-expanded={open}
      aria-controls={details}
      aria-label={t('Details of {title}', { title })}
      aria-describedby={describedBy}
      onClick={() => setOpen(!open)}
    >
      <span aria-hidden="true">{open ? '▾' : '▸'}</span>
    </button>
  );
}
