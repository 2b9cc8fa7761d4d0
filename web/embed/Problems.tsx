/** What is wrong with the address of an embed: which parameter, and what is allowed. */
import type { Told } from './protocol';

export function Problems({ problems }: { problems: readonly Told[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="embed-problems" role="alert">
      <p>
        <b>The address of this embed asks for something that there is not.</b>
      </p>
      <ul>
        {problems.map(({ path, problem, allowed }) => (
          <li key={path + problem}>
            <code>{path}</code>: {problem}. Allowed: {allowed}.
          </li>
        ))}
      </ul>
    </div>
  );
}
