import { OUTDATED_SENTENCE } from '../database.ts';
import { hearOutdated, isOutdated } from '../open-database.ts';

/** Whether another tab has updated the mirror beyond what this one can read, for `useSyncExternalStore`; and how to say so. */
export const outdated = { subscribe: hearOutdated, getSnapshot: isOutdated, sentence: OUTDATED_SENTENCE };
