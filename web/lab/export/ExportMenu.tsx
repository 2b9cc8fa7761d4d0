/** Export buttons of a panel or table. The exporting code is loaded on first use. */
import { useContext, useState } from 'react';
import { rich } from '../../base/words/rich';
import { t } from '../../base/words/words';
import type { Watch } from '../../engine/runFile';
import { useView } from '../../run/hooks';
import { Floating } from '../../ui/Floating';
import { useTheme } from '../../ui/theme';
import { Making } from './Making';
import { OriginContext, type Provenance } from './origin';
import type { ExportableDrawing, ExportablePanel, Format } from './panel';
import { failureMessage } from './save';
import type { BareTable } from './table';
import './ExportMenu.css';

const TITLES: Record<Format, () => string> = {
  svg: () => t('The plot, sharp at any size'),
  png: () => t('The plot, as pixels'),
  csv: () => t('The table, with every row of the shown time'),
  json: () => t('The table, with every row of the shown time'),
};

const hidden = (text: string) => <span className="visually-hidden">{text}</span>;

interface Props<F extends Format> {
  /** Title of the exported panel or table. */
  title: string;
  formats: Record<F, () => string>;
  exportAs(format: F, about: Provenance, watch: Watch): Promise<void>;
}

function ExportMenu<F extends Format>({ title, formats, exportAs }: Props<F>) {
  const origin = useContext(OriginContext);
  const [failure, setFailure] = useState<string | null>(null);
  const [making, setMaking] = useState<{ share: number; cancel(): void } | null>(null);
  const run = async (format: F) => {
    const controller = new AbortController();
    const cancel = () => controller.abort();
    const progress = (share: number) => setMaking({ share, cancel });
    setFailure(null);
    try {
      await exportAs(format, await origin(), { signal: controller.signal, progress });
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureMessage(error));
    } finally {
      setMaking(null);
    }
  };
  return (
    <Floating className="export-menu" label={rich('Export<more> {title}</more>', { title, more: hidden })}>
      {() => (
        <>
          <span className="buttons">
            {(Object.keys(formats) as F[]).map((format) => (
              <button key={format} type="button" title={formats[format]()} onClick={() => void run(format)}>
                {rich('{form}<more> of {title}</more>', { form: format.toUpperCase(), title, more: hidden })}
              </button>
            ))}
          </span>
          {making !== null && <Making {...making} />}
          {failure !== null && <p role="alert">{failure}</p>}
        </>
      )}
    </Floating>
  );
}

/** Exports a panel's picture or table. */
export function ExportPanel<Marks>({ panel }: { panel: ExportablePanel<Marks> }) {
  const view = useView();
  const theme = useTheme();
  const exportAs = async (format: Format, about: Provenance, watch: Watch) => {
    const { exportPanel } = await import('./panel');
    await exportPanel(panel, format, view.window, about, theme, watch);
  };
  return <ExportMenu title={panel.title} formats={TITLES} exportAs={exportAs} />;
}

const DRAWING_TITLES = {
  ...TITLES,
  csv: () => t('The table at the shown moment'),
  json: () => t('The table at the shown moment'),
};

/** Exports a drawing outside the panels. */
export function ExportDrawing({ title, drawing }: { title: string; drawing(): ExportableDrawing }) {
  const theme = useTheme();
  const exportAs = async (format: Format, about: Provenance) => {
    const { exportDrawing } = await import('./panel');
    await exportDrawing(drawing(), format, about, theme);
  };
  return <ExportMenu title={title} formats={DRAWING_TITLES} exportAs={exportAs} />;
}

const TABLE_TITLES = {
  csv: () => t('All digits, for spreadsheets'),
  json: () => t('All digits, for programs'),
};

/** Exports a table outside the panels. */
export function ExportTable({ title, table }: { title: string; table(): BareTable }) {
  const exportAs = async (format: 'csv' | 'json', about: Provenance) => {
    const [{ saveTable }, { fileName }] = await Promise.all([import('./panel'), import('./provenance')]);
    saveTable(table, format, fileName(about, title, format), about);
  };
  return <ExportMenu title={title} formats={TABLE_TITLES} exportAs={exportAs} />;
}
