/** The lab in notebooks, by the convention of anywidget: the model's traits are the lab's options, and the user's changes go back to it. */
import { same } from '../../base/same';
import { ELEMENT_OPTIONS } from '../hosted/options';
import { Lab } from './lab';
import { DEFAULTS, type LabOptions, type Recording, type Result } from './options';

/** The traits of `vegaslab.Widget`. */
interface Traits extends Omit<LabOptions, 'recording' | 'link'> {
  /** The run that Python has made, if it has made one of the scenario. */
  recording: Recording | Record<string, never>;
  /** The last finished run; null until there is one. */
  result: Result | null;
}

/** The subset of anywidget's model that we use; tests supply a small one. */
export interface WidgetModel {
  get<T extends keyof Traits>(name: T): Traits[T];
  set<T extends keyof Traits>(name: T, value: Traits[T]): void;
  save_changes(): void;
  on(event: `change:${keyof Traits}`, listener: () => void): void;
  off(event: `change:${keyof Traits}`, listener: () => void): void;
}

export const OPTIONS = ['recording', 'scenario', ...ELEMENT_OPTIONS] as const;

/** A change is sent once no other follows within this time, so that a drag doesn't flood the connection. */
const IDLE_MS = 120;

function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const place = document.createElement('div');
  // JupyterLab captures keys for its shortcuts before the lab sees them.
  place.dataset.lmSuppressShortcuts = 'true';
  el.append(place);

  const changed = new Map<keyof Traits, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = <T extends keyof Traits>(name: T, value: Traits[T]) => {
    if (!changed.has(name) && same(model.get(name), value)) return;
    changed.set(name, value);
    clearTimeout(timer);
    timer = setTimeout(flush, IDLE_MS);
  };
  const flush = () => {
    for (const [name, value] of changed) model.set(name, value as never);
    changed.clear();
    model.save_changes();
  };

  const host = { change: send, finished: (result: Result) => send('result', result) };
  const lab = new Lab(optionsOf(model), host).draw(place.attachShadow({ mode: 'open' }));
  const listeners = OPTIONS.map((name) => {
    const listener = () => {
      // A value set by Python replaces the user's change of the same trait in the meantime.
      changed.delete(name);
      // Set both: the notebook may announce the scenario or its recording first.
      lab.set({ ...option(model, 'recording'), ...option(model, name) });
    };
    model.on(`change:${name}`, listener);
    return () => model.off(`change:${name}`, listener);
  });
  return () => {
    clearTimeout(timer);
    if (changed.size > 0) flush();
    for (const stop of listeners) stop();
    lab.dispose();
    place.remove();
  };
}

function optionsOf(model: WidgetModel): LabOptions {
  return Object.assign({}, DEFAULTS, ...OPTIONS.map((name) => option(model, name))) as LabOptions;
}

function option(model: WidgetModel, name: (typeof OPTIONS)[number]): Partial<LabOptions> {
  if (name !== 'recording') return { [name]: model.get(name) };
  const recording = model.get('recording');
  return { recording: 'columns' in recording ? (recording as Recording) : null };
}

export default { render };
