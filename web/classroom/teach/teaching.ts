/** What only teachers see of a lesson: its `teach.json`. It gives answers away, so nothing that students open loads it. */

/** A lesson's `teach.json`. Its texts are in English, like the lesson's. */
export interface Teaching {
  misconceptions: {
    /** What a student would say. */
    says: string;
    /** The correction. */
    but: string;
    /** The prediction or check that brings it up. */
    asked?: string;
  }[];
  /** The plan for the lesson's minutes. Parts that are `extra` come on top. */
  timing: { minutes: number; what: string; extra?: true }[];
  advice?: string;
  questions: { ask: string; answer: string }[];
}

const files = import.meta.glob<Teaching>('../../../content/lessons/*/teach.json', {
  import: 'default',
  eager: true,
});

/** By the name of the lesson. */
export const TEACHING: ReadonlyMap<string, Teaching> = new Map(
  Object.entries(files).map(([path, teaching]) => [path.split('/').at(-2) ?? '', teaching]),
);
