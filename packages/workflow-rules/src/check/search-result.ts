/** Result of a search that can reach a limit of `Steps`. */
export type SearchResult<T> = { kind: 'found'; value: T } | { kind: 'none' } | { kind: 'unknown' };

/** Whether there is something to find: a search that reached its limit excludes nothing. */
export const isPossible = ({ kind }: SearchResult<unknown>): boolean => kind !== 'none';

export const foundValue = <T>(result: SearchResult<T>): T | undefined =>
  result.kind === 'found' ? result.value : undefined;
