import { OUTDATED_SENTENCE } from '../../database.ts';
import { subscribeOutdated, isOutdated } from '../../open-database.ts';

/**
 * Whether another tab has upgraded the mirror so that this one can't read it (for `useSyncExternalStore`), and the message
 * for it.
 */
export const outdated = {
  subscribe: subscribeOutdated,
  getSnapshot: isOutdated,
  sentence: OUTDATED_SENTENCE,
  reload: 'Reload',
};
