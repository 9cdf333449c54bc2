import { Dexie, RangeSet } from 'dexie/dist/modern/dexie.mjs';

// Replaces `dexie` in our bundles (scripts/bundle/dexie-build.ts). The page and the worker get the same exports, even those they don't
// use; otherwise the build would contain two different Dexie files.
export { Dexie, RangeSet };
export const liveQuery: typeof Dexie.liveQuery = (querier) => Dexie.liveQuery(querier);
