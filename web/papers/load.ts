/** Loads papers and findings for pages. */
import { useCallback } from 'react';
import { type Findings, findingsOf, loadFindings, loadPaper, type Paper } from '../scenario/content/papers';
import { type Loading, useLoading } from '../ui/hooks';

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

/** Pass the same array every time: a new one loads the papers again. */
export function useLoaded(names: readonly string[]): Loading<Loaded> {
  return useLoading(useCallback(() => load(names), [names]));
}
