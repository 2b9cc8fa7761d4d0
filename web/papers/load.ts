/** The papers and what was found for them, as pages wait for them. */
import { useEffect, useState } from 'react';
import { type Findings, findingsOf, loadFindings, loadPaper, type Paper } from './papers';

export interface Loaded {
  papers: Paper[];
  findings: Findings;
}

export async function load(names: readonly string[]): Promise<Loaded> {
  const [findings, ...papers] = await Promise.all([loadFindings(), ...names.map(loadPaper)]);
  return {
    papers: papers.filter((paper) => paper !== null),
    findings: findingsOf(findings),
  };
}

/** Null until they are there; `failure` says why they are not. `again` tries once more. `names` must keep its identity. */
export function useLoaded(names: readonly string[]): {
  loaded: Loaded | null;
  failure: string | null;
  again(): void;
} {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let gone = false;
    setFailure(null);
    load(names)
      .then((all) => gone || setLoaded(all))
      .catch((error) => gone || setFailure(`${error}`));
    return () => {
      gone = true;
    };
  }, [names, attempt]);
  return { loaded, failure, again: () => setAttempt(attempt + 1) };
}
