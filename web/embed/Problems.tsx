/** Problems of an embed's address: parameter, problem, allowed values. */
import type { AddressProblem } from '../sdk/protocol';
import { rich } from '../words/rich';
import { t } from '../words/words';
import './EmbedApp.css';

export function Problems({ problems }: { problems: readonly AddressProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="embed-problems" role="alert">
      <p>
        <b>{t('The address of this embed asks for something that there is not.')}</b>
      </p>
      <ul>
        {problems.map(({ path, problem, allowed }) => (
          <li key={path + problem}>
            {rich('<code>{path}</code>: {problem}. Allowed: {allowed}.', {
              code: (words) => <code>{words}</code>,
              path,
              problem,
              allowed,
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
