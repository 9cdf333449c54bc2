import { useObservable } from 'dexie-react-hooks';
import { steadyQuery } from '../../db/views/steady-query.ts';

/**
 * Returns the result of a live query, the same object until it differs; undefined until it has been read. For small results that
 * are read often and seldom differ: they render nothing, and other queries may depend on them.
 */
export function useSteadyQuery<Result>(query: () => Promise<Result>, deps: unknown[]): Result | undefined {
  return useObservable(() => steadyQuery(query), deps);
}
