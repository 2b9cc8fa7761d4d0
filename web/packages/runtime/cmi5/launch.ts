/** What a cmi5 platform says when it starts a lesson: in the address, and in a document that it has put where statements go. */
import { t } from '../../../words/words';
import { PlatformProblem } from '../platform';

/** The launch parameters in the address. */
export interface Launch {
  /** Where statements go, with a slash at its end. */
  endpoint: string;
  /** The address of the token, which works only once. */
  fetch: string;
  /** The student, in the platform's format. */
  actor: unknown;
  registration: string;
  activityId: string;
}

/** `LMS.LaunchData`. What moves a student on (`moveOn`) is the platform's to judge: it is told of both, completed and passed. */
export interface LaunchData {
  /** What every statement's context begins with. */
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

/** Fails with what is missing. */
export function launchOf(query: URLSearchParams): Launch {
  const asked = (name: string) => {
    const value = query.get(name);
    if (value) return value;
    throw new PlatformProblem(
      t('No learning platform has started this page: its address lacks "{name}", which cmi5 asks for.', {
        name,
      }),
    );
  };
  const endpoint = asked('endpoint');
  const launch = {
    endpoint: endpoint.endsWith('/') ? endpoint : `${endpoint}/`,
    fetch: asked('fetch'),
    registration: asked('registration'),
    activityId: asked('activityId'),
  };
  try {
    return { ...launch, actor: JSON.parse(asked('actor')) };
  } catch (error) {
    if (error instanceof PlatformProblem) throw error;
    throw new PlatformProblem(
      t('The learning platform does not say who you are: "actor" in the address is not JSON.'),
    );
  }
}

export function launchDataOf(value: unknown): LaunchData {
  const { contextTemplate, launchMode = 'Normal', ...rest } = (value ?? {}) as Partial<LaunchData>;
  if (typeof contextTemplate !== 'object' || contextTemplate === null)
    throw new PlatformProblem(t('The learning platform left no context for statements in LMS.LaunchData.'));
  return { ...rest, contextTemplate, launchMode };
}
