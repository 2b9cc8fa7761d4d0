/** A cmi5 launch: parameters from the address, and the launch document from the platform's statement store. */
import { t } from '../../../words/words';
import { PlatformProblem } from '../platform';

/** The launch parameters in the address. */
export interface Launch {
  /** Address for statements, with a slash at the end. */
  endpoint: string;
  /** The address of the token, which works only once. */
  fetch: string;
  /** The student, in the platform's format. */
  actor: unknown;
  registration: string;
  activityId: string;
}

/** `LMS.LaunchData`. The platform applies `moveOn` itself: it gets both statements, completed and passed. */
export interface LaunchData {
  /** The base of every statement's context. */
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

/** Throws an error that names a missing parameter. */
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
