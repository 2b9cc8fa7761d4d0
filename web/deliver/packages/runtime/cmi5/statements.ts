/**
 * Parses a cmi5 launch and builds the lesson's statements (cmi5 Quartz, sections 7 and 9): `initialized` first,
 * `completed` and `passed` once per registration as soon as they apply, and `terminated` last. Only `completed` and
 * `passed` have the category moveOn, and only `passed` has a score.
 */

import { t } from '../../../../base/words/words';
import { duration, PlatformProblem, type Report } from '../platform';

/** The launch parameters in the address. */
export interface Launch {
  /** The address of the statement store, with a trailing slash. */
  endpoint: string;
  /** The address that provides the token. It works only once. */
  fetch: string;
  /** The student, in the platform's format. */
  actor: unknown;
  registration: string;
  activityId: string;
}

/**
 * The document `LMS.LaunchData`. We ignore its `moveOn`: the platform gets both `completed` and `passed` and decides.
 */
export interface LaunchData {
  /** The context that every statement extends. */
  contextTemplate: Context;
  launchMode: 'Normal' | 'Browse' | 'Review';
  /** The score needed to pass, from 0 to 1. */
  masteryScore?: number;
  returnURL?: string;
}

export interface Context {
  registration?: string;
  contextActivities?: Readonly<Record<string, { id: string }[] | { id: string }>>;
  extensions?: Readonly<Record<string, unknown>>;
}

/** Parses the launch parameters. Throws an error that names a missing one. */
export function launchOf(query: URLSearchParams): Launch {
  const required = (name: string) => {
    const value = query.get(name);
    if (value) return value;
    throw new PlatformProblem(
      t('No learning platform started this page: its address lacks "{name}", which cmi5 requires.', {
        name,
      }),
    );
  };
  const endpoint = required('endpoint');
  const launch = {
    endpoint: endpoint.endsWith('/') ? endpoint : `${endpoint}/`,
    fetch: required('fetch'),
    registration: required('registration'),
    activityId: required('activityId'),
  };
  try {
    return { ...launch, actor: JSON.parse(required('actor')) };
  } catch (error) {
    if (error instanceof PlatformProblem) throw error;
    throw new PlatformProblem(
      t('The learning platform didn’t say who you are: "actor" in the address isn’t JSON.'),
    );
  }
}

export function launchDataOf(value: unknown): LaunchData {
  const { contextTemplate, launchMode = 'Normal', ...rest } = (value ?? {}) as Partial<LaunchData>;
  if (typeof contextTemplate !== 'object' || contextTemplate === null)
    throw new PlatformProblem(t('The learning platform left no context for statements in LMS.LaunchData.'));
  return { ...rest, contextTemplate, launchMode };
}

export type Verb = 'initialized' | 'completed' | 'passed' | 'terminated';

const CATEGORIES = 'https://w3id.org/xapi/cmi5/context/categories/';
const MASTERY_SCORE = 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore';

export interface Statement {
  id: string;
  actor: unknown;
  verb: { id: string; display: Record<string, string> };
  object: { objectType: 'Activity'; id: string };
  result?: { completion?: true; success?: true; score?: { scaled: number }; duration?: string };
  context: {
    registration: string;
    contextActivities: Record<string, { id: string }[]>;
    extensions: Record<string, unknown>;
  };
  timestamp: string;
}

/** `score` is between 0 and 1; `spent` is the time since `initialized`, in milliseconds. */
export function statementOf(
  verb: Verb,
  launch: Launch,
  { contextTemplate, masteryScore }: LaunchData,
  { score = 0, spent = 0 }: { score?: number; spent?: number } = {},
): Statement {
  const isOutcome = verb === 'completed' || verb === 'passed';
  const templateActivities = Object.entries(contextTemplate.contextActivities ?? {}).map(
    ([kind, some]) => [kind, Array.isArray(some) ? some : [some]] as const,
  );
  const activities = Object.fromEntries(templateActivities);
  const ownCategories = ['cmi5', ...(isOutcome ? ['moveon'] : [])].map((name) => ({ id: CATEGORIES + name }));
  const category = [...(activities.category ?? [])];
  for (const one of ownCategories) if (!category.some(({ id }) => id === one.id)) category.push(one);
  const mastered = verb === 'passed' && masteryScore !== undefined;
  return {
    id: crypto.randomUUID(),
    actor: launch.actor,
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: { en: verb } },
    object: { objectType: 'Activity', id: launch.activityId },
    ...(verb !== 'initialized' && {
      result: {
        ...(verb === 'completed' && { completion: true }),
        ...(verb === 'passed' && { success: true, score: { scaled: score } }),
        duration: duration(spent),
      },
    }),
    context: {
      ...contextTemplate,
      registration: launch.registration,
      contextActivities: { ...activities, category },
      extensions: { ...contextTemplate.extensions, ...(mastered && { [MASTERY_SCORE]: masteryScore }) },
    },
    timestamp: new Date().toISOString(),
  };
}

/** The statements to send now. `sent` contains those that were already sent in this registration. */
export function dueVerbs(
  { score, complete }: Pick<Report, 'score' | 'complete'>,
  { masteryScore }: LaunchData,
  sent: ReadonlySet<Verb>,
): Verb[] {
  const passed = score !== null && score >= (masteryScore ?? 1);
  const due: Verb[] = [
    ...(complete ? (['completed'] as const) : []),
    ...(passed ? (['passed'] as const) : []),
  ];
  return due.filter((verb) => !sent.has(verb));
}
