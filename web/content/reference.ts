/** Names of papers' experiments in addresses. */

/** An arm of a paper's experiment, as in an address: `low-2000/chain/wpf`. */
export interface Reference {
  paper: string;
  experiment: string;
  arm: string | null;
}

export function parseReference(text: string): Reference | null {
  const [paper, experiment, arm = null, ...more] = text.split('/');
  return paper && experiment && more.length === 0 ? { paper, experiment, arm } : null;
}

export function formatReference({ paper, experiment, arm }: Reference): string {
  return [paper, experiment, ...(arm === null ? [] : [arm])].join('/');
}
