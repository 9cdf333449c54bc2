import { useObservable } from 'dexie-react-hooks';
import { steadyQuery } from '../../db/views/steady-query.ts';

/**
 * Returns the result of a live query, as the same object until the result differs; undefined until it has been read. Use it for
 * small results that are read often but seldom change: an unchanged result causes no render, and other queries may depend on
 * it.
 */
export function useSteadyQuery<Result>(query: () => Promise<Result>, deps: unknown[]): Result | undefined {
  return useObservable(() => steadyQuery(query), deps);
}
