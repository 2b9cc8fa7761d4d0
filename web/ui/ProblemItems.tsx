import { t } from '../base/words/words';
import type { Problem } from '../engine/schema';

/** Lists problems, each with its path and the allowed values. */
export function ProblemItems({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul>
      {problems.map(({ path, problem, allowed }) => (
        <li key={path + problem}>
          <code translate="no">{path === '' ? 'scenario' : path}</code> <span>{problem}</span>
          <span className="allowed">{t('allowed: {what}', { what: allowed })}</span>
        </li>
      ))}
    </ul>
  );
}
