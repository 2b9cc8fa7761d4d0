/**
 * For tests: finds runs that an earlier lesson of the course shows, although a later one asks its students to predict what they show; numbers
 * that a text prints although one of its tasks asks for them; and texts and reasons that answer a question below them.
 */
import type { PanelName } from '../lab/panels/registry';
import type { Run } from '../run/trace';
import type { Atom } from '../scenario/changes';
import { prints } from './claims';
import { COURSE, type OpenedLesson, openLesson } from './course';
import { printsWithUnit } from './gate';
import type { Arm, Experiment, Lesson, Mine, Prediction } from './lesson';
import { FORMER } from './order';
import { reasonsIn } from './reasons';
import type { Runs } from './runs';
import { runsReadBy, scenarioOf } from './simulatedLesson';
import type { ParsedText } from './text';

/** The tables of the trace and fields of the summary that students can read off each panel. */
const READ_OFF: Readonly<Record<PanelName, readonly string[]>> = {
  'sender-sequence': ['segments', 'states'],
  'receiver-sequence': ['segments'],
  window: ['windows', 'states'],
  queue: ['queues', 'drops'],
  rtt: ['rtts'],
  throughput: ['goodput_bps'],
  fairness: ['fairness'],
  price: ['queues', 'segments'],
};

/** A picture of the whole run also shows when each transfer ends. */
const READ_OFF_WHOLE = ['completed_at_s'];

/** A run that a lesson shows. */
interface Shown {
  where: string;
  /** Without its names, which nobody sees in the picture. */
  scenario: string;
  duration_s: number;
  seconds: readonly [from: number, to: number] | undefined;
  quantities: ReadonlySet<string>;
}

/** The single runs that students see in a lesson: on its stages, in its experiments, and after the changes that its tasks need. */
export async function shownIn({ about, lesson }: OpenedLesson): Promise<Shown[]> {
  const { experiments, steps, checks } = lesson;
  const shown = async (
    where: string,
    arm: Arm | undefined,
    view: { panels: readonly (PanelName | undefined)[]; seconds?: readonly [number, number] | undefined },
    more: {
      changes?: Readonly<Record<string, Atom>> | undefined;
      metrics?: readonly unknown[] | undefined;
    } = {},
  ): Promise<Shown[]> => {
    if (arm === undefined) return [];
    const panels = view.panels.flatMap((name) => (name === undefined ? [] : READ_OFF[name]));
    const metrics = (more.metrics ?? []).flatMap((one) => (typeof one === 'string' ? [fieldOf(one)] : []));
    const quantities = new Set([...panels, ...(view.seconds ? [] : READ_OFF_WHOLE), ...metrics]);
    return [
      {
        where: `${about.name}/${where}`,
        ...(await comparable(arm, more.changes)),
        seconds: view.seconds,
        quantities,
      },
    ];
  };
  const found = [
    ...Object.entries(experiments).flatMap(([id, one]) =>
      one.kind === 'runs' && !one.staged
        ? Object.entries(one.arms).map(([arm, what]) =>
            shown(`${id}/${arm}`, what, one, { metrics: one.metrics }),
          )
        : [],
    ),
    ...Object.entries(steps).map(([id, step]) =>
      shown(`step ${id}`, armOf(experiments[step.experiment], step.arm), step, { changes: step.changes }),
    ),
    ...Object.entries(checks).flatMap(([id, check]) => {
      const one = experiments[check.experiment];
      if (check.kind !== 'reach' || one?.kind !== 'runs') return [];
      return [check.right, check.wrong].flatMap((changes) =>
        Object.values(one.arms).map((arm) =>
          shown(`task ${id}`, arm, one, { changes, metrics: one.metrics }),
        ),
      );
    }),
  ];
  return (await Promise.all(found)).flat();
}

function armOf(experiment: Experiment | undefined, arm: string | undefined): Arm | undefined {
  if (experiment?.kind !== 'runs') return undefined;
  return arm === undefined ? Object.values(experiment.arms)[0] : experiment.arms[arm];
}

/** The last part of a metric's name or a path. */
const fieldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

async function comparable(arm: Arm, changes?: Readonly<Record<string, Atom>>) {
  const { duration_s, ...scenario } = await scenarioOf(arm, changes);
  const nameless = JSON.stringify(scenario, (key, value) =>
    ['name', 'title', 'about', 'source', 'record'].includes(key) ? undefined : value,
  );
  return { scenario: nameless, duration_s };
}

const shownBy = new Map<string, Promise<Shown[]>>();

async function shownByLesson(name: string): Promise<Shown[]> {
  const opened = await openLesson(name);
  return opened === null ? [] : await shownIn(opened);
}

/** The single runs that the lessons before one show. */
export async function shownBefore(name: string): Promise<Shown[]> {
  const names = COURSE.map((lesson) => lesson.name);
  const before = names.slice(0, names.indexOf(FORMER[name] ?? name)).map((lesson) => {
    const shown = shownBy.get(lesson) ?? shownByLesson(lesson);
    shownBy.set(lesson, shown);
    return shown;
  });
  return (await Promise.all(before)).flat();
}

/** The predictions whose runs earlier lessons show, with the places that show them. */
export async function seenEarlier(
  { lesson }: OpenedLesson,
  runs: Runs,
  earlier: readonly Shown[],
): Promise<string[]> {
  const found: string[] = [];
  for (const [id, prediction] of Object.entries(lesson.predictions)) {
    const places = await placesOf(prediction, lesson, runs, earlier);
    if (places.length > 0) found.push(`${id}: ${places.join(', ')}`);
  }
  return found;
}

/** The places that show all that an answer is read off; none if something isn't shown. */
async function placesOf(
  prediction: Prediction,
  lesson: Lesson,
  runs: Runs,
  earlier: readonly Shown[],
): Promise<string[]> {
  const needed = runsReadBy(prediction.answer, lesson, runs).filter((run) =>
    prediction.covers.includes(run.split('/')[0] ?? ''),
  );
  const places: string[] = [];
  for (const name of needed) {
    const [experiment = '', arm] = name.split('/');
    const what = armOf(lesson.experiments[experiment], arm);
    if (what === undefined) return [];
    const { scenario, duration_s } = await comparable(what);
    const read = quantitiesRead(prediction, runs, name);
    const place = earlier.find(
      (one) =>
        one.scenario === scenario &&
        one.duration_s >= duration_s &&
        [...read].every((quantity) => one.quantities.has(quantity)) &&
        showsTimesOf(one, prediction),
    );
    if (place === undefined) return [];
    places.push(place.where);
  }
  return places;
}

/** True if a picture shows at least a quarter of the seconds that a curve is drawn over. */
function showsTimesOf({ seconds }: Shown, prediction: Prediction): boolean {
  if (prediction.kind !== 'draw' || seconds === undefined) return true;
  const { from, to } = prediction.x;
  return Math.min(to, seconds[1]) - Math.max(from, seconds[0]) >= (to - from) / 4;
}

/** The tables of a run's trace, and the fields of its summary, that an answer is read off. */
function quantitiesRead(prediction: Prediction, runs: Runs, name: string): Set<string> {
  const read = new Set<string>();
  prediction.answer({
    ...runs,
    of: (experiment, arm) => {
      const run = runs.of(experiment, arm);
      const isNamed = arm === undefined ? name.startsWith(`${experiment}/`) : name === `${experiment}/${arm}`;
      return isNamed ? watched(run, read) : run;
    },
  });
  return read;
}

function watched(run: Run, read: Set<string>): Run {
  const fields = <T extends object>(all: readonly T[]) =>
    all.map(
      (one) =>
        new Proxy(one, {
          get(target, key) {
            if (key !== 'name' && typeof key === 'string') read.add(key);
            return Reflect.get(target, key);
          },
        }),
    );
  const { summary, trace } = run;
  return {
    ...run,
    summary: summary && { ...summary, flows: fields(summary.flows), links: fields(summary.links) },
    trace: new Proxy(trace, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (key !== 'rows') return typeof value === 'function' ? value.bind(target) : value;
        return (table: 'queues', place: number) => {
          read.add(table);
          return target.rows(table, place);
        };
      },
    }),
  };
}

/**
 * The tasks to read off a number that the text prints: anywhere before the first prediction after the task, which hides what
 * follows.
 */
export function printedTasks({ lesson }: OpenedLesson, runs: Runs, text: ParsedText): string[] {
  const found: string[] = [];
  for (const [id, check] of Object.entries(lesson.checks)) {
    if (check.kind !== 'read') continue;
    const mine: Mine = (arm) => runs.of(check.experiment, arm);
    const answer = check.answer(mine);
    const task = text.placed.find(({ name, attributes }) => name === 'Check' && attributes.id === id);
    const end = text.placed.find(({ name, line }) => name === 'Predict' && line > (task?.line ?? 0))?.line;
    for (const { name, attributes, words, line } of text.placed) {
      const claim = name === 'Claim' ? lesson.claims[attributes.id ?? ''] : undefined;
      if (claim === undefined || !('number' in claim) || line >= (end ?? Number.POSITIVE_INFINITY)) continue;
      if (claim.unit === check.unit ? prints(words, answer) : printsWithUnit(words, answer, check.unit))
        found.push(`${id}: line ${line}: ${words}`);
    }
  }
  return found;
}

/** A paragraph, or the reason for an answer, at its line in the text. */
interface Told {
  where: string;
  line: number;
  words: string;
}

/** The questions of a lesson that a paragraph or a reason above them answers: by the number, or by most words of the right option. */
export function answeredAbove(opened: OpenedLesson, runs: Runs, text: ParsedText): string[] {
  const { lesson } = opened;
  const lineOf = (component: string, id: string) =>
    text.placed.find(({ name, attributes }) => name === component && attributes.id === id)?.line ??
    Number.NaN;
  const reasons = reasonsOf(opened, runs, lineOf);
  const paragraphs = paragraphsOf(text);
  const found: string[] = [];
  const search = (question: Question, line: number) => {
    const above = ({ line: at }: Told) => at < line;
    const all = question.kind === 'number' ? reasons : [...reasons, ...paragraphs];
    const telling = all.filter(above).filter(({ words }) => tells(words, question));
    found.push(...telling.map(({ where, words }) => `${question.id}: ${where}: ${words}`));
  };
  for (const [id, check] of Object.entries(lesson.checks)) {
    if (check.kind === 'reach') continue;
    const mine: Mine = (arm) => runs.of(check.experiment, arm);
    const { task } = check;
    if (check.kind === 'read')
      search({ kind: 'number', id, answer: check.answer(mine), unit: check.unit }, lineOf('Check', id));
    else
      search(
        { kind: 'choice', id, task, options: check.options, right: check.answer(mine) },
        lineOf('Check', id),
      );
  }
  for (const [id, prediction] of Object.entries(lesson.predictions)) {
    const line = lineOf('Predict', id);
    const { question: task } = prediction;
    if (prediction.kind === 'number')
      search({ kind: 'number', id, answer: prediction.answer(runs), unit: prediction.unit }, line);
    if (prediction.kind === 'choice')
      search({ kind: 'choice', id, task, options: prediction.options, right: prediction.answer(runs) }, line);
  }
  return found;
}

type Question = { id: string } & (
  | { kind: 'number'; answer: number; unit: string }
  | { kind: 'choice'; task: string; options: Readonly<Record<string, string>>; right: string }
);

function tells(words: string, question: Question): boolean {
  if (question.kind === 'number') return printsWithUnit(words, question.answer, question.unit);
  const { task, options, right } = question;
  const others = Object.entries(options).flatMap(([option, said]) => (option === right ? [] : [said]));
  const common = stemsOf([task, ...others].join(' '));
  const own = [...stemsOf(options[right] ?? '')].filter((stem) => !common.has(stem) && !COMMON.has(stem));
  const told = stemsOf(words);
  const shared = own.filter((stem) => told.has(stem)).length;
  return shared >= 2 && shared >= MOST * own.length;
}

/** The share of the right option's words that answer a question. */
const MOST = 3 / 4;

/** Beginnings of words that are in texts about anything. */
const COMMON = new Set(
  'than less more most least they them thei this that with from each othe only afte befo'.split(' '),
);

/** The beginnings of a text's longer words. */
function stemsOf(words: string): Set<string> {
  return new Set((words.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, 4)));
}

/** The reasons for predictions' answers and for tasks' answers, where the page gives them. */
function reasonsOf(
  { lesson, text }: OpenedLesson,
  runs: Runs,
  lineOf: (component: string, id: string) => number,
): Told[] {
  const predicted = [...reasonsIn(text.elements, lesson)].flatMap(([place, ids]) => {
    const [component = '', id = ''] = place.split(' ');
    return ids.flatMap((one): Told[] => {
      const why = lesson.predictions[one]?.why ?? '';
      const words = typeof why === 'string' ? why : why(runs);
      return [{ where: `why of ${one}`, line: lineOf(component, id), words }];
    });
  });
  const done = Object.entries(lesson.checks).flatMap(([id, check]): Told[] => {
    if (check.kind === 'reach') return [];
    const words = check.why((arm) => runs.of(check.experiment, arm));
    return [{ where: `why of ${id}`, line: lineOf('Check', id), words }];
  });
  return [...predicted, ...done];
}

/** Each paragraph is a line of its own. */
function paragraphsOf({ unmarked }: ParsedText): Told[] {
  const lines = new Map<number, string>();
  for (const { text, line } of unmarked) lines.set(line, `${lines.get(line) ?? ''} ${text}`);
  return [...lines].map(([line, words]) => ({ where: `line ${line}`, line, words: words.trim() }));
}
