/**
 * The custom element `<vegas-lab>`: the lab's options as attributes and properties, and its reports as events. `package/custom-elements.json`
 * describes it for tools.
 */

import { ELEMENT_OPTIONS, type ElementOption, ofElement, readOption, textOf } from '../hosted/options';
import type { LocalizedProblem } from '../hosted/problems';
import { linkOf, recordingOf, scenarioOf, Unreadable } from './content';
import { speakFirst } from './elementLanguage';
import { Lab } from './lab';
import {
  type Changes,
  DEFAULTS,
  type LabOptions,
  type LabProblem,
  type Plot,
  type Problem,
  type Recording,
  type Result,
  type Scenario,
  type Summary,
  type ThemeName,
} from './options';

export type { Changes, LabProblem, Plot, Problem, Recording, Result, Scenario, Summary, ThemeName };

/** A change by the user: the property's name, and its value. */
export type Change = {
  [K in keyof Changes]: { name: K; value: K extends 'scenario' ? Scenario : Changes[K] };
}[keyof Changes];

/** The element's events. */
export interface VegasLabEvents {
  /** The user has changed the scenario, the plots, the cursor or the time window. Bubbles. */
  change: CustomEvent<Change>;
  /** A run has finished. Bubbles. */
  run: CustomEvent<Result>;
  /** The element can't show what it's asked for, or can't read a value. */
  error: CustomEvent<LabProblem>;
}

/** Node has no elements. There, the module can be imported, but the element can't be made. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** The property of an option, and its attribute. */
const propertyOf = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const attributeOf = (name: string) => name.replaceAll('_', '-');

/** The option of each attribute. Other attributes are the browser's. */
const ATTRIBUTES: ReadonlyMap<string, ElementOption | 'scenario' | 'link'> = new Map(
  (['scenario', 'link', ...ELEMENT_OPTIONS] as const).map((name) => [attributeOf(name), name]),
);

const PROPERTIES = [...ATTRIBUTES.values(), 'recording'].map(propertyOf);

/** The element's options as properties. They take what attributes take, too; null is the value without an attribute. */
export interface VegasLabElement {
  /** The plots, from top to bottom, as the user has arranged them. */
  get panels(): readonly Plot[];
  set panels(value: readonly Plot[] | string | null);
  /** Paths of the fields to show as controls. Values on the path can always be dragged. */
  get controls(): readonly string[];
  set controls(value: readonly string[] | string | null);
  /** Names or numbers of the flows to draw; null for the first six. */
  get flows(): readonly string[] | null;
  set flows(value: readonly string[] | string | null);
  /** Height of a plot, pixels, 60 to 2000. */
  get panelHeight(): number;
  set panelHeight(value: number | null);
  /** `auto` follows the page behind the element. */
  get theme(): ThemeName;
  set theme(value: ThemeName | null);
  /** Position of the cursor, s; null if there is none. */
  get cursor(): number | null;
  set cursor(value: number | string | null);
  /** The time window, s; null for the whole run. */
  get seconds(): readonly [from: number, to: number] | null;
  set seconds(value: readonly [from: number, to: number] | string | null);
}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the class defines the properties of all options in a loop
export class VegasLabElement extends Base {
  static readonly observedAttributes: readonly string[] = [...ATTRIBUTES.keys()];

  static {
    for (const name of ELEMENT_OPTIONS)
      Object.defineProperty(VegasLabElement.prototype, propertyOf(name), {
        configurable: true,
        enumerable: true,
        get(this: VegasLabElement) {
          return this.#options[name];
        },
        set(this: VegasLabElement, value: unknown) {
          if (ofElement(name)?.reflected) this.#reflect(name, value);
          else this.#readOption(name, value);
        },
      });
  }

  /** Resolves with the element when its first run has finished. */
  readonly ready: Promise<this>;

  readonly #shadow: ShadowRoot;
  readonly #internals: ElementInternals;
  readonly #options: LabOptions = { ...DEFAULTS, link: '' };
  /** Problems of values that couldn't be read. */
  readonly #unread = new Map<keyof LabOptions, readonly LocalizedProblem[]>();
  #lab: Lab | null = null;
  #starting = false;
  #result: Result | null = null;
  #accepted: { text: string; scenario: Scenario } | null = null;
  #resolveReady: (element: this) => void = () => undefined;
  /** Properties that were set before the element was defined. They win over attributes. */
  readonly #early = new Map<string, unknown>();

  constructor() {
    super();
    // They are the object's own, and would hide the class's.
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      this.#early.set(name, Reflect.get(this, name));
      Reflect.deleteProperty(this, name);
    }
    this.#shadow = this.attachShadow({ mode: 'open' });
    this.#internals = this.attachInternals();
    this.ready = new Promise((resolve) => {
      this.#resolveReady = resolve;
    });
  }

  /**
   * The scenario shown, as the user has changed it, with every default filled in; null until the engine has accepted one. Takes an object,
   * JSON, or the name of one of the lab's scenarios.
   */
  get scenario(): Scenario | null {
    return this.#accepted?.scenario ?? null;
  }

  set scenario(value: Scenario | Readonly<Record<string, unknown>> | string | null) {
    this.#read('scenario', () => scenarioOf(value));
  }

  /** A link to the bench, or the parameters after its `?`; empty if there is none. Replaces the scenario. */
  get link(): string {
    return this.getAttribute('link') ?? '';
  }

  set link(value: string | null) {
    this.#reflect('link', value);
  }

  /** A run that was made elsewhere: drawn from its columns, if the scenario is set to its text. */
  get recording(): Recording | null {
    return this.#options.recording;
  }

  set recording(value: Recording | null) {
    this.#read('recording', () => ({ recording: recordingOf(value) }));
  }

  /** The last finished run: its scenario's text and its summary; null until there is one. */
  get result(): Result | null {
    return this.#result;
  }

  /** The results of the scenario shown; null until its run has finished. */
  get summary(): Summary | null {
    return this.#result !== null && this.#result.text === this.#accepted?.text ? this.#result.summary : null;
  }

  connectedCallback(): void {
    // Not in the constructor, where attributes may not be set yet.
    for (const [name, value] of this.#early) {
      this.#early.delete(name);
      Reflect.set(this, name, value);
    }
    void this.#start();
  }

  disconnectedCallback(): void {
    // An element that's moved is connected again at once, and keeps its run.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#lab?.dispose();
      this.#lab = null;
      this.#state('running', false);
    });
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    const option = ATTRIBUTES.get(name);
    if (option === undefined || this.#early.has(propertyOf(option))) return;
    if (option === 'scenario') this.scenario = value;
    else if (option !== 'link') this.#readOption(option, value);
    // Without the attribute, the scenario stays.
    else if (value !== null) this.#read('link', () => linkOf(value));
  }

  override addEventListener<K extends keyof VegasLabEvents>(
    type: K,
    listener: (this: this, event: VegasLabEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  override addEventListener(
    type: string,
    listener: never,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
  }

  async #start(): Promise<void> {
    if (this.#lab !== null || this.#starting) return;
    this.#starting = true;
    await speakFirst(this.closest<HTMLElement>('[lang]')?.lang ?? document.documentElement.lang);
    this.#starting = false;
    if (!this.isConnected) return;
    this.#lab = new Lab(this.#options, {
      change: (name, value) => this.#change(name, value),
      accepted: (text, scenario) => this.#accept(text, scenario),
      started: () => this.#state('running', true),
      finished: (result) => this.#finish(result),
      failed: (problem) => this.#fail(problem),
    }).draw(this.#shadow);
    for (const [name, problems] of this.#unread) this.#lab.complain(name, problems);
  }

  #readOption(name: ElementOption, value: unknown): void {
    this.#read(name, (problems) => {
      const { usual, empty = usual } = ofElement(name) ?? {};
      if (value === null || value === undefined) return { [name]: usual };
      if (value === '' || (Array.isArray(value) && value.length === 0)) return { [name]: empty };
      const found = readOption(name, value, problems, attributeOf(name));
      return found === null ? {} : { [name]: found };
    });
  }

  /** Reads a value into options. What can't be read changes nothing, and is reported. */
  #read(name: keyof LabOptions, read: (problems: LocalizedProblem[]) => Partial<LabOptions>): void {
    this.#early.delete(propertyOf(name));
    const problems: LocalizedProblem[] = [];
    let changed: Partial<LabOptions> = {};
    try {
      changed = read(problems);
    } catch (error) {
      // Reading calls the page's own code: getters, iterators and `toJSON`.
      const why = textOf((error as Error)?.message);
      const problem: LocalizedProblem = {
        path: attributeOf(name),
        problem: (t) => t('can’t be read: {why}', { why }),
        allowed: (t) => t('plain values'),
      };
      problems.push(error instanceof Unreadable ? error.problem : problem);
    }
    if (this.#unread.delete(name)) this.#lab?.complain(name, []);
    this.#set(changed);
    if (problems.length === 0) return;
    this.#unread.set(name, problems);
    this.#lab?.complain(name, problems);
  }

  #set(changed: Partial<LabOptions>): void {
    Object.assign(this.#options, changed);
    this.#lab?.set(changed);
  }

  /** Sets the attribute of a property that always has its value. */
  #reflect(name: ElementOption | 'link', value: unknown): void {
    this.#early.delete(propertyOf(name));
    const attribute = attributeOf(name);
    if (value === null || value === undefined) this.removeAttribute(attribute);
    else this.setAttribute(attribute, typeof value === 'string' ? value : textOf(value));
  }

  #accept(text: string, scenario: Scenario): void {
    this.#options.scenario = text;
    this.#accepted = { text, scenario };
    this.#state('error', false);
  }

  #change<K extends keyof Changes>(name: K, value: Changes[K]): void {
    Object.assign(this.#options, { [name]: value });
    const detail = { name, value: name === 'scenario' ? this.scenario : value } as Change;
    this.dispatchEvent(new CustomEvent('change', { detail, bubbles: true }));
  }

  #finish(result: Result): void {
    this.#result = result;
    this.#state('running', false);
    this.#resolveReady(this);
    this.dispatchEvent(new CustomEvent('run', { detail: result, bubbles: true }));
  }

  /** Doesn't bubble: handlers of the page's own errors expect those of scripts. */
  #fail(detail: LabProblem): void {
    this.#state('running', false);
    this.#state('error', true);
    this.dispatchEvent(new CustomEvent('error', { detail }));
  }

  /** Sets what `:state()` selects, in browsers that have it. */
  #state(name: 'running' | 'error', on: boolean): void {
    if (!CSS.supports('selector(:state(running))')) return;
    if (on) this.#internals.states.add(name);
    else this.#internals.states.delete(name);
  }
}

/** Defines the element, unless the page has it already, for example from another copy of this module. */
export function define(): void {
  if (typeof customElements === 'undefined' || customElements.get('vegas-lab') !== undefined) return;
  customElements.define('vegas-lab', VegasLabElement);
}

declare global {
  interface HTMLElementTagNameMap {
    'vegas-lab': VegasLabElement;
  }
}
