import { liveQuery, type Subscription } from 'dexie';
import { equal } from '../equal.ts';

/** What `useObservable` subscribes to. */
export interface SteadyQuery<Result> {
  subscribe: (onNext: (result: Result) => void, onError?: (error: unknown) => void) => Subscription;
  /** There is no result before the first subscription. */
  hasValue: () => boolean;
}

/** A live query whose result stays the same object until it differs. */
export function steadyQuery<Result>(query: () => Promise<Result>): SteadyQuery<Result> {
  const source = liveQuery(query);
  return {
    subscribe: (onNext, onError) => {
      let last: Result | undefined;
      return source.subscribe((next) => {
        if (last === undefined || !equal(last, next)) last = next;
        onNext(last);
      }, onError);
    },
    hasValue: () => false,
  };
}
