/** Reads the page's address after `#`. A module of its own, because the first script of the main page needs nothing else. */
export interface Route {
  /** Empty on the home page. */
  page: string;
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [page = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  return { page, query: new URLSearchParams(query) };
}
