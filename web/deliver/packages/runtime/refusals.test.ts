/** Platforms that refuse parts of a report: everything else is saved, and the student reads about losses that matter. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Observable } from '../../../base/observable';
import type { Progress } from '../../../lessons/progress';
import { Cmi5 } from './cmi5/cmi5';
import { connection } from './connection';
import type { Platform, Report } from './platform';
import { Scorm12, Scorm2004 } from './scorm';
import type { RawApi } from './scormApi';
import { Session } from './session';
import { resume } from './suspend';

const REPORT: Report = {
  score: 1,
  complete: true,
  suspended: '1.abc',
  suspendedWithin: () => '',
  interactions: ['first', 'second'].map((id, optionIndex) => ({
    id: `predict.${id}`,
    kind: 'choice',
    question: 'Why?',
    response: 'half',
    optionIndex,
    correct: true,
  })),
  spent: 61_000,
};

/** Ways in which platforms refuse a call, with the answer and the error code. */
const REFUSALS: Readonly<Record<string, { answer(): unknown; code: string }>> = {
  'return "false"': { answer: () => 'false', code: '401' },
  'return false': { answer: () => false, code: '405' },
  'return 0': { answer: () => 0, code: '201' },
  'return nothing': { answer: () => undefined, code: '401' },
  throw: {
    answer: () => {
      throw new Error('not implemented');
    },
    code: '0',
  },
};

/** Ways in which platforms accept a call. */
const ACCEPTED: readonly unknown[] = ['true', true, 1, '1', undefined];

interface Fake {
  /** True if the platform refuses to set or read an element. */
  refuses?(element: string, value: string): boolean;
  how?: keyof typeof REFUSALS;
  accepted?: unknown;
  /** Functions that are refused, by the end of their names. */
  functions?: readonly string[];
  values?: Record<string, string>;
}

function fakeApi(names: 'LMS' | '', fake: Fake = {}) {
  const { refuses = () => false, how = 'return "false"', accepted = 'true', functions = [] } = fake;
  const set: [element: string, value: string][] = [];
  const saved = new Map(Object.entries(fake.values ?? {}));
  const committed = new Map<string, string>();
  let code = '0';
  const answer = (refused: boolean, otherwise: () => unknown) => {
    code = refused ? (REFUSALS[how]?.code ?? '') : '0';
    return refused ? REFUSALS[how]?.answer() : otherwise();
  };
  const commit = (name: string) =>
    answer(functions.includes(name), () => {
      for (const [element, value] of saved) committed.set(element, value);
      return accepted;
    });
  const finish = names ? 'LMSFinish' : 'Terminate';
  const api = {
    [`${names}Initialize`]: () => answer(functions.includes('Initialize'), () => accepted),
    [finish]: () => commit('Finish'),
    [`${names}GetValue`]: (element = '') =>
      answer(functions.includes('GetValue') || refuses(element, ''), () => saved.get(element) ?? ''),
    [`${names}SetValue`]: (element = '', value = '') =>
      answer(refuses(element, value), () => {
        set.push([element, value]);
        saved.set(element, value);
        return accepted;
      }),
    [`${names}Commit`]: () => commit('Commit'),
    [`${names}GetLastError`]: () => code,
    [`${names}GetErrorString`]: () => 'Not implemented',
  } as RawApi;
  return { api, set, committed };
}

const VERSIONS = [
  {
    version: 'SCORM 1.2',
    names: 'LMS',
    open: (api: RawApi) => new Scorm12(api),
    // RTE 2001, 3.4.4: what every platform must support.
    mandatory: [
      'cmi.core.lesson_status',
      'cmi.core.score.raw',
      'cmi.suspend_data',
      'cmi.core.session_time',
      'cmi.core.exit',
    ],
    parts: {
      'your score': ['cmi.core.score.raw'],
      'your completion': ['cmi.core.lesson_status'],
      'your work': ['cmi.suspend_data'],
    },
  },
  {
    version: 'SCORM 2004',
    names: '',
    open: (api: RawApi) => new Scorm2004(api),
    mandatory: [
      'cmi.completion_status',
      'cmi.success_status',
      'cmi.score.scaled',
      'cmi.score.raw',
      'cmi.suspend_data',
      'cmi.session_time',
      'cmi.exit',
    ],
    parts: {
      'your score': ['cmi.score.scaled', 'cmi.score.raw'],
      'your completion': ['cmi.completion_status'],
      'your work': ['cmi.suspend_data'],
    },
  },
] as const;

/** What a report throws; null if nothing. */
function problemOf(run: () => void): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Random numbers between 0 and 1 that are the same in each run of the tests. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe.each(VERSIONS)('$version', ({ names, open, mandatory, parts }) => {
  /** The elements that a platform receives that takes all. */
  const all = (() => {
    const { api, set } = fakeApi(names);
    open(api).report(REPORT);
    return set.map(([element]) => element);
  })();

  it('sets what every platform must support before anything else', () => {
    expect(all.slice(0, mandatory.length).sort()).toEqual([...mandatory].sort());
    expect(all.filter((element) => /score\.(min|max)/.test(element))).toHaveLength(2);
    expect(all.filter((element) => /interactions\.\d\.result/.test(element))).toHaveLength(2);
  });

  it.each(Object.keys(REFUSALS))('commits all other elements if some of them %s', (how) => {
    const next = random(how.length);
    for (let round = 0; round < 120; round += 1) {
      const share = next();
      const refused = new Set(all.filter(() => next() < share));
      const accepted = ACCEPTED[round % ACCEPTED.length];
      const { api, committed } = fakeApi(names, {
        how,
        accepted,
        refuses: (element) => refused.has(element),
      });
      const platform = open(api);
      const problem = problemOf(() => platform.report(REPORT));
      const kept = [...committed.keys()];
      // Interactions have other places if one of them is refused, and no fields without an identifier.
      const isPlain = (element: string) => !element.includes('interactions');
      expect(kept.filter(isPlain)).toEqual(
        all.filter((element) => isPlain(element) && !refused.has(element)),
      );
      const lost = Object.entries(parts).flatMap(([part, elements]) =>
        elements.every((element: string) => refused.has(element)) ? [part] : [],
      );
      for (const part of Object.keys(parts))
        expect(problem?.includes(part) ?? false, `${[...refused]}: ${problem}`).toBe(lost.includes(part));
      expect(problem === null).toBe(lost.length === 0);
      if (problem !== null) expect(problem).toMatch(/^[^.]*: save your progress from your report.*\.$/);
      expect(problemOf(() => platform.close(REPORT)) === null).toBe(lost.length === 0);
    }
  });

  it('sends the other interactions, and the other fields of one, if one is refused', () => {
    const first = fakeApi(names, { refuses: (_, value) => value === 'predict.first' });
    expect(problemOf(() => open(first.api).report(REPORT))).toBeNull();
    expect(first.committed.get('cmi.interactions.0.id')).toBe('predict.second');
    expect(first.committed.get('cmi.interactions.0.result')).toBe('correct');
    const types = fakeApi(names, { refuses: (element) => element.endsWith('.type') });
    expect(problemOf(() => open(types.api).report(REPORT))).toBeNull();
    expect(types.committed.get('cmi.interactions.1.result')).toBe('correct');
  });

  it.each(Object.keys(REFUSALS))('says that nothing was saved if its commits %s', (how) => {
    const { api } = fakeApi(names, { how, functions: ['Commit'] });
    expect(problemOf(() => open(api).report(REPORT))).toMatch(
      /^Your course didn’t save your score, your completion,? and your work/,
    );
  });

  it('commits once more if it refuses to end the session', () => {
    const { api, committed } = fakeApi(names, { functions: ['Finish'] });
    expect(problemOf(() => open(api).close(REPORT))).toBeNull();
    expect(committed.get(mandatory[0])).toBe('completed');
    const none = fakeApi(names, { functions: ['Finish', 'Commit'] });
    expect(problemOf(() => open(none.api).close(REPORT))).toContain('your score');
  });

  it('uses a session that the platform has started itself, and no other', () => {
    const { api, committed } = fakeApi(names, { functions: ['Initialize'] });
    open(api).report(REPORT);
    expect(committed.get('cmi.suspend_data')).toBe('1.abc');
    const closed = fakeApi(names, { functions: ['Initialize', 'GetValue'] });
    expect(() => open(closed.api)).toThrow('Open the lesson from your course again.');
  });

  it('never takes a stored score for more than the whole', () => {
    const values = { 'cmi.core.score.raw': '150', 'cmi.score.scaled': '7', 'cmi.interactions._count': '-3' };
    const { api, committed } = fakeApi(names, { values });
    const platform = open(api);
    expect(platform.earlier.score).toBe(1);
    platform.report(REPORT);
    expect(committed.get('cmi.interactions.0.id')).toBe('predict.first');
    const none = fakeApi(names, {
      values: { 'cmi.core.score.raw': '-Infinity', 'cmi.score.scaled': 'none' },
    });
    expect(open(none.api).earlier.score).toBe(0);
  });

  it.each([3999, 1200, 300])(
    'leaves out what it must where a platform stores %d characters',
    async (most) => {
      const { api, committed } = fakeApi(names, {
        refuses: (element, value) => element === 'cmi.suspend_data' && value.length > most,
      });
      await sessionOn(open(api), 3900);
      const kept = committed.get('cmi.suspend_data') ?? '';
      expect(kept.length).toBeLessThanOrEqual(most);
      expect(resume(kept)?.predictions.which?.answer).toBe('two');
      expect(connection.value).toMatchObject({
        problem: null,
        dropped: most < 3900 ? expect.any(String) : null,
      });
    },
  );

  it('says that it stores no work, and why', async () => {
    const { api, committed } = fakeApi(names, {
      refuses: (element, value) => element === 'cmi.suspend_data' && value !== '',
    });
    await sessionOn(open(api), 3900);
    expect(committed.has('cmi.suspend_data')).toBe(false);
    expect(connection.value).toMatchObject({ dropped: null });
    expect(connection.value?.problem).toBe(
      'Your course didn’t save your work (error 401: Not implemented): save your progress from your report, and tell your teacher.',
    );
  });
});

/** A session in which a student has written so much that the packed work has about this length. */
async function sessionOn(platform: Platform, length: number): Promise<void> {
  const next = random(7);
  const link = Array.from({ length: length * 0.7 }, () => String.fromCharCode(33 + Math.floor(next() * 90)));
  const progress = new Observable<Progress>({
    version: 1,
    predictions: { which: { answer: 'two', passed: false, words: 'No.' } },
    checks: { there: { passed: true, answer: null, words: '', links: [`#${link.join('')}`] } },
  });
  connection.set(null);
  const session = new Session(platform, { predictions: {}, checks: {} }, progress, () => undefined);
  await vi.waitFor(() => expect(connection.value?.phase).toBe('open'));
  await new Promise((resolve) => setTimeout(resolve));
  session.sendReport();
  await new Promise((resolve) => setTimeout(resolve));
}

describe('cmi5', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const LAUNCH = new URLSearchParams({
    endpoint: 'https://lrs.example/',
    fetch: 'https://lrs.example/token',
    actor: '{}',
    registration: 'r',
    activityId: 'a',
  });

  const ALL = ['initialized', 'completed', 'passed', 'terminated'];

  /** A record store that takes all statements of a request or none. */
  function store(refuses: (what: string) => number | null) {
    const accepted: string[] = [];
    const documents = new Map<string, unknown>();
    const json = (status: number, value?: unknown) =>
      new Response(value === undefined ? null : JSON.stringify(value), { status });
    const answer = (address: string, { method = 'GET', body = '' }: { method?: string; body?: string }) => {
      const { pathname, searchParams } = new URL(address);
      const name = searchParams.get('stateId') ?? '';
      if (pathname === '/token') return json(200, { 'auth-token': 't' });
      if (pathname === '/statements') {
        const verbs = (JSON.parse(body) as { verb: { id: string } }[]).map(({ verb }) =>
          verb.id.replace(/.*\//, ''),
        );
        const refusal = verbs.map(refuses).find((status) => status !== null) ?? null;
        if (refusal !== null) return json(refusal);
        accepted.push(...verbs);
        return json(200, []);
      }
      if (name === 'LMS.LaunchData') return json(200, { contextTemplate: {}, masteryScore: 1 });
      const refusal = refuses(`${method} ${name || 'preferences'}`);
      if (refusal !== null) return json(refusal);
      if (method === 'PUT') documents.set(name, JSON.parse(body));
      return method === 'PUT' ? json(204) : json(documents.has(name) ? 200 : 404, documents.get(name));
    };
    vi.stubGlobal('fetch', (...request: Parameters<typeof answer>) => Promise.resolve(answer(...request)));
    return { accepted, documents };
  }

  it.each([400, 403, 409, 413, 500])(
    'cmi5 sends all other statements and the work if it refuses some (%d)',
    async (status) => {
      for (let subset = 0; subset < 2 ** ALL.length; subset += 1) {
        const refused = ALL.filter((_, place) => subset & (1 << place));
        const { accepted, documents } = store((what) => (refused.includes(what) ? status : null));
        const platform = await Cmi5.open(LAUNCH);
        const problems: (string | null)[] = [];
        for (const step of ['report', 'close'] as const)
          problems.push(
            await platform[step](REPORT).then(
              () => null,
              (error: Error) => error.message,
            ),
          );
        expect(accepted, `${refused}`).toEqual(ALL.filter((verb) => !refused.includes(verb)));
        const sent = ['completed', 'passed'].filter((verb) => !refused.includes(verb));
        expect(documents.get('vegas-lab-progress')).toMatchObject({ suspended: '1.abc', sent });
        const [problem = null] = problems;
        expect(problem?.includes('your score') ?? false).toBe(refused.includes('passed'));
        expect(problem?.includes('your completion') ?? false).toBe(refused.includes('completed'));
      }
    },
  );

  it('cmi5 sends what it can if the page closes before a report, and corrects what it has stored', async () => {
    const { accepted, documents } = store((what) => (what === 'passed' ? 400 : null));
    const platform = await Cmi5.open(LAUNCH);
    await expect(platform.close(REPORT)).rejects.toThrow('your score');
    expect(accepted).toEqual(['initialized', 'completed', 'terminated']);
    expect(documents.get('vegas-lab-progress')).toMatchObject({ sent: ['completed'] });
  });

  it('cmi5 sends the statements if it refuses the work', async () => {
    const { accepted } = store((what) => (what.startsWith('PUT') ? 413 : null));
    const platform = await Cmi5.open(LAUNCH);
    await expect(platform.report(REPORT)).rejects.toThrow('didn’t save your work');
    await expect(platform.close(REPORT)).rejects.toThrow('didn’t save your work');
    expect(accepted).toEqual(ALL);
  });

  it('cmi5 sends a statement again with the next report, and no other', async () => {
    let refuses = true;
    const { accepted } = store((what) => (refuses && what === 'completed' ? 503 : null));
    const platform = await Cmi5.open(LAUNCH);
    await expect(platform.report(REPORT)).rejects.toThrow('your completion');
    refuses = false;
    await platform.report(REPORT);
    await platform.close(REPORT);
    expect(accepted).toEqual(['initialized', 'passed', 'completed', 'terminated']);
  });
});
