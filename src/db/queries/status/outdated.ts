import { OUTDATED_SENTENCE } from '../../database.ts';
import { subscribeOutdated, isOutdated } from '../../open-database.ts';

/** Whether another tab has updated the mirror beyond what this one can read, for `useSyncExternalStore`; and how to say so. */
export const outdated = {
  subscribe: subscribeOutdated,
  getSnapshot: isOutdated,
  sentence: OUTDATED_SENTENCE,
};
