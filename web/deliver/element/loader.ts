/**
 * The only part of the Python widget that a notebook saves with each widget. It gets the bench's module from the kernel, once a page,
 * and a run that Python has made. Until they are there, and where no kernel runs, it shows a picture of the run.
 */
import type { Recording } from './options';
import type { WidgetModel } from './widget';

/** The bench's module. */
interface Bench {
  default: { render(context: { model: WidgetModel; el: HTMLElement }): () => void };
}

/** A recording in a message: its columns are in the buffers, in order. */
type Sent = Omit<Recording, 'columns'> & { type: 'recording'; columns: Record<string, string[]> };

type Message = { type: 'bench' } | Sent;

type Listener = (message: Message, buffers: DataView[]) => void;

/** The traits of `vegaslab.Widget` that only the loader reads, and messages to and from Python. */
export interface KernelModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(message: { type: 'bench' | 'recording' }): void;
  on(event: string, listener: Listener | (() => void)): void;
  off(event: string, listener: Listener | (() => void)): void;
}

/** A bench on its way. */
interface Delivery {
  /** When a widget asked for it last, ms. */
  askedAt: number;
  deliver(code: DataView): void;
  bench: Promise<Bench>;
}

/** If a kernel hasn't answered after this time, the next widget asks its own. */
const PATIENCE_MS = 10_000;

const DELIVERIES = Symbol.for('vegaslab.benches');

/** The bench of this version, which all widgets of the page share. */
function deliveryOf(version: string): Delivery {
  const page = globalThis as { [DELIVERIES]?: Map<string, Delivery> };
  page[DELIVERIES] ??= new Map();
  const known = page[DELIVERIES].get(version);
  if (known) return known;
  let deliver: Delivery['deliver'] = () => undefined;
  const code = new Promise<DataView>((resolve) => {
    deliver = resolve;
  });
  const bench = code.then(async (view) => {
    const bytes = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
    const url = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
    try {
      return (await import(/* @vite-ignore */ url)) as Bench;
    } finally {
      URL.revokeObjectURL(url);
    }
  });
  const delivery = { askedAt: Number.NEGATIVE_INFINITY, deliver, bench };
  page[DELIVERIES].set(version, delivery);
  return delivery;
}

function recordingOf({ type: _, columns, ...rest }: Sent, buffers: DataView[]): Recording {
  let place = 0;
  const filled = Object.entries(columns).map(([table, names]) => [
    table,
    Object.fromEntries(names.map((name) => [name, buffers[place++]])),
  ]);
  return { ...rest, columns: Object.fromEntries(filled) };
}

function render({ model, el }: { model: KernelModel; el: HTMLElement }): () => void {
  const waiting = document.createElement('div');
  const picture = document.createElement('img');
  picture.src = `data:image/svg+xml,${encodeURIComponent(String(model.get('_picture')))}`;
  picture.alt = 'Congestion windows and the fullest queue over time';
  picture.style.maxWidth = '100%';
  const note = document.createElement('p');
  note.textContent = 'Loading the bench from the kernel…';
  if (model.get('_picture')) waiting.append(picture);
  waiting.append(note);
  el.append(waiting);

  const delivery = deliveryOf(String(model.get('_bench')));
  let recording: Recording | Record<string, never> = {};
  let recorded: () => void = () => undefined;
  const hasRecording = new Promise<void>((resolve) => {
    recorded = resolve;
  });
  const listener: Listener = (message, buffers) => {
    if (message.type === 'bench' && buffers[0]) delivery.deliver(buffers[0]);
    if (message.type !== 'recording') return;
    recording = recordingOf(message, buffers);
    recorded();
  };
  model.on('msg:custom', listener);

  let stop: (() => void) | null = null;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const noKernel = () => {
    note.textContent = 'The bench needs a running kernel: run this cell again.';
  };
  const send = (type: 'bench' | 'recording') => {
    try {
      model.send({ type });
    } catch {
      noKernel();
    }
  };
  const ask = () => {
    const wait = delivery.askedAt + PATIENCE_MS - Date.now();
    if (wait > 0) {
      timer = setTimeout(ask, wait);
      return;
    }
    delivery.askedAt = Date.now();
    send('bench');
    timer = setTimeout(noKernel, PATIENCE_MS);
  };
  ask();
  delivery.bench.then(
    () => clearTimeout(timer),
    () => undefined,
  );
  if (model.get('_recorded') === '') recorded();
  else send('recording');

  // The kernel sends a recording ahead of the scenario that it belongs to.
  const whole = {
    get: (name: string) => (name === 'recording' ? recording : model.get(name)),
    set: (name: string, value: unknown) => model.set(name, value),
    save_changes: () => model.save_changes(),
    on: (event: string, changed: () => void) => model.on(event.replace(':recording', ':_recorded'), changed),
    off: (event: string, changed: () => void) =>
      model.off(event.replace(':recording', ':_recorded'), changed),
  } as WidgetModel;
  Promise.all([delivery.bench, hasRecording]).then(
    ([bench]) => {
      waiting.remove();
      if (!ended) stop = bench.default.render({ model: whole, el });
    },
    (error) => {
      clearTimeout(timer);
      note.textContent = `This notebook can't load the bench: ${error}`;
    },
  );
  return () => {
    ended = true;
    clearTimeout(timer);
    model.off('msg:custom', listener);
    waiting.remove();
    stop?.();
  };
}

export default { render };
