/** Checks the names in a copy against the lesson that it was made from. */
import { shortened } from '../../base/shortened';
import { t } from '../../base/words/words';
import type { Lesson } from '../lesson';
import { allBlocks, type CopyProblem, type LessonCopy, type RunMetric } from './format';
import type { LessonSource } from './source';

/** Problems with names: a block that the lesson doesn't have or that comes twice, settings and claims of unknown experiments. */
export function nameProblems(copy: LessonCopy, base: Lesson, { own }: LessonSource): CopyProblem[] {
  const problems: CopyProblem[] = [];
  const known = {
    step: Object.keys(base.steps),
    predict: Object.keys(base.predictions),
    check: Object.keys(base.checks),
    experiment: Object.keys(base.experiments),
    part: ['Beside', ...Object.keys(own)],
  };
  const expectName = (path: string, name: string, allowed: readonly string[]): boolean => {
    if (allowed.includes(name)) return true;
    problems.push({
      path,
      problem: t('the lesson {lesson} has no {name}', { lesson: copy.base, name: shortened(name) }),
      allowed: allowed.join(', ') || t('nothing'),
    });
    return false;
  };
  const seen = new Set<string>();
  allBlocks(copy.blocks).forEach((block, place) => {
    if (!('id' in block)) return;
    const path = t('block {number}, {kind}', { number: place + 1, kind: block.kind });
    expectName(path, block.id, known[block.kind]);
    const key = `${block.kind} ${block.id}`;
    if (seen.has(key))
      problems.push({
        path,
        problem: t('{name} comes twice', { name: block.id }),
        allowed: t('each step, question, task and experiment once'),
      });
    seen.add(key);
  });
  for (const id of Object.keys(copy.settings)) expectName(`settings.${shortened(id)}`, id, known.experiment);
  const expectRun = (path: string, { experiment, arm }: RunMetric) => {
    const runs = Object.entries(base.experiments).filter(([, one]) => one.kind === 'runs');
    if (
      !expectName(
        `${path}.experiment`,
        experiment,
        runs.map(([id]) => id),
      )
    )
      return;
    const one = base.experiments[experiment];
    expectName(`${path}.arm`, arm, one !== undefined && 'arms' in one ? Object.keys(one.arms) : []);
  };
  for (const [id, claim] of Object.entries(copy.claims)) {
    expectRun(`claims.${shortened(id)}`, claim);
    if (typeof claim.than === 'object') expectRun(`claims.${shortened(id)}.than`, claim.than);
  }
  return problems;
}
