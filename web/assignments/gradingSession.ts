/**
 * The teacher's collection of codes that is open: adds codes, stores them, and grades them while more arrive. It outlives
 * its page, so that a teacher can open a run and return to the results.
 */
import { Observable } from '../base/observable';
import { onStoredElsewhere } from '../storage/browserStorage';
import { plural, t } from '../words/words';
import { type Assignment, assignmentQuery, idOf } from './assignment';
import {
  type Addition,
  type Collection,
  EMPTY,
  type Source,
  storeCollection,
  storedCollection,
  storedKey,
  withSubmissions,
} from './collection';
import { Grader, type GradingResult } from './grading';
import { BrowserSimulator } from './simulate';
import { MAX_ROW_CODES, parseSubmissions } from './submissions';

/** Minimum time between two redraws of the results. */
const SHOW_EVERY_MS = 200;

/** Pause after a change of the class list before its names are looked up. */
const LOOK_UP_AFTER_MS = 250;

export interface GradingState {
  phase: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** The error message, or ''. */
  failure: string;
  assignment: Assignment | null;
  collection: Collection;
  /** False if the browser doesn't store the collection. */
  stored: boolean;
  graded: GradingResult | null;
}

const CLOSED: GradingState = {
  phase: 'idle',
  failure: '',
  assignment: null,
  collection: EMPTY,
  stored: true,
  graded: null,
};

/** The outcome of adding a text with codes, for the teacher. */
interface Received {
  words: string;
  /** True if the text has no codes, or couldn't be added. */
  problem: boolean;
  added: number;
}

class GradingSession {
  readonly state = new Observable<GradingState>(CLOSED);
  readonly progress = new Observable({ done: 0, total: 0 });
  private grader: Grader | null = null;
  private query = '';
  private simulator: BrowserSimulator | null = null;
  /** True if codes arrived while others were being graded. */
  private again = false;
  private lookUp: ReturnType<typeof setTimeout> | undefined;

  /** Opens the collection of an assignment and grades what was stored. */
  open(assignment: Assignment): void {
    const id = idOf(assignment);
    if (this.grader?.id === id) {
      this.state.set({ ...this.state.value, assignment });
      return;
    }
    this.simulator?.dispose();
    this.simulator = null;
    this.grader = new Grader(assignment);
    this.query = '';
    const collection = storedCollection(id)?.collection ?? EMPTY;
    this.state.set({ ...CLOSED, assignment, collection });
    void assignmentQuery(assignment).then((query) => {
      if (this.grader?.id !== id) return;
      this.query = query.toString();
      if (this.state.value.collection.entries.length > 0) this.store(this.state.value.collection);
    });
    this.show();
    void this.run();
  }

  /** Adds all codes in a text. */
  add(text: string, source: Source): Received {
    const submissions = parseSubmissions(text);
    const problem = (words: string): Received => ({ words, problem: true, added: 0 });
    if ('problem' in submissions) return problem(submissions.problem);
    let addition: Addition;
    try {
      addition = withSubmissions(this.state.value.collection, submissions, source);
    } catch (error) {
      return problem((error as Error).message);
    }
    const { added, known, left, collection } = addition;
    if (added.length > 0) {
      this.change(collection);
      void this.run();
    }
    const words = [
      added.length > 0 && plural(added.length, '{n} code added.', '{n} codes added.'),
      known > 0 && plural(known, '{n} code was here already.', '{n} codes were here already.'),
      left > 0 &&
        plural(
          left,
          '{n} code was left out, because its row has another one.',
          '{n} codes were left out, because their rows have others.',
        ),
      submissions.full.length > 0 &&
        t('Some rows have more than {most} codes. The page took the first ones: line {lines}.', {
          most: MAX_ROW_CODES,
          lines: submissions.full.join(', '),
        }),
    ];
    return { words: words.filter(Boolean).join(' '), problem: false, added: added.length };
  }

  /** Replaces the collection, for example to remove codes or to restore them. */
  change(collection: Collection): void {
    this.state.set({ ...this.state.value, collection });
    this.store(collection);
    this.show();
  }

  /** Makes this code count for its student, or lets the page choose again. */
  choose(number: number, counts: boolean): void {
    const { collection } = this.state.value;
    const others = collection.chosen.filter((one) => one !== number);
    this.change({ ...collection, chosen: counts ? [...others, number] : others });
  }

  /** Replaces the class list. Names are looked up after a pause, because that compares them with every code. */
  changeClassList(classList: string): void {
    const collection = { ...this.state.value.collection, classList };
    this.state.set({ ...this.state.value, collection });
    this.store(collection);
    clearTimeout(this.lookUp);
    this.lookUp = setTimeout(() => this.show(), LOOK_UP_AFTER_MS);
  }

  /** Grades the codes that haven't been graded. */
  async run(): Promise<void> {
    const { grader } = this;
    if (grader === null || this.state.value.collection.entries.length === 0) return;
    if (this.simulator !== null) {
      this.again = true;
      // Runs that take longer than most hold up no code that has just arrived.
      if (grader.onlyLong) this.simulator.pool.cancel();
      return;
    }
    const simulator = new BrowserSimulator();
    this.simulator = simulator;
    const isCurrent = () => this.simulator === simulator;
    this.state.set({ ...this.state.value, phase: 'running', failure: '' });
    this.progress.set({ done: 0, total: 0 });
    const { state: pool } = simulator.pool;
    const unsubscribe = pool.subscribe(() =>
      this.progress.set({ done: pool.value.done, total: pool.value.total }),
    );
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (isCurrent()) this.show();
      }, SHOW_EVERY_MS);
    };
    try {
      const catalogue = await simulator.catalogue;
      do {
        this.again = false;
        await grader.grade(this.state.value.collection.entries, simulator, catalogue, report);
      } while (this.again && isCurrent());
      if (isCurrent()) this.state.set({ ...this.state.value, phase: 'done' });
    } catch (error) {
      if (isCurrent())
        this.state.set({ ...this.state.value, phase: 'failed', failure: (error as Error).message });
    } finally {
      clearTimeout(timer);
      unsubscribe();
      simulator.dispose();
      if (isCurrent()) {
        this.simulator = null;
        this.show();
      }
    }
  }

  cancel(): void {
    const { simulator } = this;
    if (simulator === null) return;
    this.simulator = null;
    simulator.dispose();
    this.grader?.stop();
    this.state.set({ ...this.state.value, phase: 'cancelled' });
    this.show();
  }

  /** Another tab of the browser has changed the collection. */
  onStored(key: string): void {
    const { grader } = this;
    if (grader === null || key !== storedKey(grader.id)) return;
    const collection = storedCollection(grader.id)?.collection ?? EMPTY;
    this.state.set({ ...this.state.value, collection });
    this.show();
    void this.run();
  }

  private show(): void {
    const { collection } = this.state.value;
    const names = collection.classList.split('\n');
    const graded = this.grader?.graded(collection.entries, names, collection.chosen) ?? null;
    this.state.set({ ...this.state.value, graded });
  }

  private store(collection: Collection): void {
    const { grader } = this;
    const { assignment } = this.state.value;
    if (assignment === null || grader === null) return;
    const title = assignment.title || t('Assignment');
    const stored = storeCollection(grader.id, { title, query: this.query, collection });
    if (stored !== this.state.value.stored) this.state.set({ ...this.state.value, stored });
  }
}

export const GRADING = new GradingSession();

onStoredElsewhere((key) => GRADING.onStored(key));
