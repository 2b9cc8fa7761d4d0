/** Further buttons next to a change in the controls, while runs are compared. */
import { type ReactNode, useCallback } from 'react';
import { useComparisonCode } from '../lab/compare/useComparison';
import type { Bench } from '../run/bench';

export function useChangeActions(bench: Bench): (path: string, field: string) => ReactNode {
  const code = useComparisonCode(bench);
  return useCallback(
    (path, field) => code && <code.ApplyButton bench={bench} path={path} field={field} />,
    [bench, code],
  );
}
