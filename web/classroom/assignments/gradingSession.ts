/**
 * The teacher's collection of codes that is open: adds codes, stores them, and grades them while more arrive. It outlives
 * its page, so that a teacher can open a run and return to the results.
 */
import { Observable } from '../../base/observable';
import type { StoredWork } from '../../base/storage/storedWork';
import { plural, t } from '../../base/words/words';
import { type Assignment, assignmentOf, assignmentQuery, idOf, lacksAnswers } from './assignment';
import { type Addition, type Collection, EMPTY, type Source, withSubmissions } from './collection';
import { Grader, type GradingResult } from './grading';
import { BrowserSimulator } from './simulate';
import { isEmpty, type Stored, storedCollection } from './storedCollection';
import { MAX_ROW_CODES, parseSubmissions, type Submissions } from './submissions';

/** Minimum time between two redraws of the results. */
const SHOW_EVERY_MS = 200;

/** Pause after a change of the class list before its names are looked up. */
const LOOK_UP_AFTER_MS = 250;

/** Lines that a message names. */
const MAX_LINES = 20;

export interface GradingState {
  phase: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** The error message, or ''. */
  failure: string;
  assignment: Assignment | null;
  collection: Collection;
  /** The stored collection; null while none is open. */
  work: StoredWork<Stored> | null;
  graded: GradingResult | null;
}

const CLOSED: GradingState = {
  phase: 'idle',
  failure: '',
  assignment: null,
  collection: EMPTY,
  work: null,
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
  /** Stops following the collection that was open. */
  private leave: () => void = () => {};

  /** Opens the collection of an assignment and grades what was stored. */
  open(assignment: Assignment): void {
    const id = idOf(assignment);
    const { assignment: open } = this.state.value;
    if (this.grader?.id === id && open !== null && (lacksAnswers(assignment) || !lacksAnswers(open))) return;
    this.query = '';
    this.leave();
    const work = storedCollection(id);
    this.state.set({ ...CLOSED, work, collection: work.value.collection });
    this.leave = work.subscribe(() => this.follow(work));
    this.begin(assignment);
    void complete(assignment, work.value.query).then(async (found) => {
      const query = await assignmentQuery(found);
      if (this.grader?.id !== id) return;
      this.query = query.toString();
      if (found !== assignment) this.begin(found);
      if (!isEmpty(work.value.collection)) this.change(work.value.collection);
    });
  }

  private begin(assignment: Assignment): void {
    this.simulator?.dispose();
    this.simulator = null;
    this.grader = new Grader(assignment);
    this.state.set({ ...this.state.value, phase: 'idle', assignment });
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
    if (added.length > 0) this.change(collection);
    const words = [
      added.length > 0 && plural(added.length, '{n} code added.', '{n} codes added.'),
      known > 0 && plural(known, '{n} code was here already.', '{n} codes were here already.'),
      left > 0 &&
        plural(
          left,
          '{n} code was left out, because its row has another one.',
          '{n} codes were left out, because their rows have others.',
        ),
      ...doubtsIn(submissions),
    ];
    return { words: words.filter(Boolean).join(' '), problem: false, added: added.length };
  }

  /** Replaces the collection, for example to remove codes or to restore them. */
  change(collection: Collection): void {
    const { assignment, work } = this.state.value;
    const title = assignment?.title || t('Assignment');
    work?.set({ title, query: this.query, collection });
  }

  /** Makes this code count for its student, or lets the page choose again. */
  choose(number: number, counts: boolean): void {
    const { collection } = this.state.value;
    const others = collection.chosen.filter((one) => one !== number);
    this.change({ ...collection, chosen: counts ? [...others, number] : others });
  }

  changeWord(word: string): void {
    this.change({ ...this.state.value.collection, word });
  }

  /** Replaces the class list. Names are looked up after a pause, because that compares them with every code. */
  changeClassList(classList: string): void {
    this.change({ ...this.state.value.collection, classList });
  }

  /** Grades the codes that haven't been graded. */
  async run(): Promise<void> {
    const { grader } = this;
    if (grader === null || this.state.value.collection.entries.length === 0) return;
    if (this.simulator !== null) {
      this.again = true;
      // Runs that take longer than most hold up no code that has just arrived.
      if (grader.onlyLong) this.simulator.jobs.cancel();
      return;
    }
    const simulator = new BrowserSimulator();
    this.simulator = simulator;
    const isCurrent = () => this.simulator === simulator;
    this.state.set({ ...this.state.value, phase: 'running', failure: '' });
    this.progress.set({ done: 0, total: 0 });
    const { state: jobs } = simulator.jobs;
    const unsubscribe = jobs.subscribe(() =>
      this.progress.set({ done: jobs.value.done, total: jobs.value.total }),
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

  /** The collection has changed, here or in another tab. */
  private follow({ value: { collection } }: StoredWork<Stored>): void {
    const before = this.state.value.collection;
    this.state.set({ ...this.state.value, collection });
    clearTimeout(this.lookUp);
    // Looking up names compares them with every code.
    const isTyping = collection.classList !== before.classList || collection.word !== before.word;
    if (isTyping && collection.entries === before.entries)
      this.lookUp = setTimeout(() => this.show(), LOOK_UP_AFTER_MS);
    else this.show();
    if (collection.entries !== before.entries) void this.run();
  }

  private show(): void {
    const { collection } = this.state.value;
    const names = collection.classList.split('\n');
    const graded = this.grader?.graded(collection.entries, names, collection.chosen, collection.word) ?? null;
    this.state.set({ ...this.state.value, graded });
  }
}

/** The assignment with its answers, if they were opened in this browser before. */
async function complete(assignment: Assignment, storedQuery: string): Promise<Assignment> {
  if (!lacksAnswers(assignment)) return assignment;
  const stored = await assignmentOf(new URLSearchParams(storedQuery)).catch(() => null);
  return stored !== null && idOf(stored) === idOf(assignment) ? stored : assignment;
}

/** What the teacher has to know about how a text was read. */
function doubtsIn({ full, misquoted, joined, heading }: Submissions): string[] {
  const lines = (some: readonly number[]) => ({
    most: MAX_ROW_CODES,
    lines: `${some.slice(0, MAX_LINES).join(', ')}${some.length > MAX_LINES ? ' …' : ''}`,
  });
  return [
    full.length > 0 &&
      t('Some rows have more than {most} codes. The page took the first ones: line {lines}.', lines(full)),
    misquoted.length > 0 &&
      t(
        'A quotation mark has no partner, so the page read it as a letter. Check these rows: line {lines}.',
        lines(misquoted),
      ),
    joined.length > 0 &&
      t(
        'A cell in quotation marks goes on over several lines with codes. Check whose they are: line {lines}.',
        lines(joined),
      ),
    heading !== null && t('Line {line} was read as headings.', { line: heading }),
  ].filter((words) => words !== false);
}

export const GRADING = new GradingSession();
