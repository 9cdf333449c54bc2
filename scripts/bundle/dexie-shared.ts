import { Dexie, RangeSet } from 'dexie/dist/modern/dexie.mjs';

// Stands for Dexie wherever ours is bundled: scripts/bundle/dexie-build.ts. The same names in page and worker, whatever each uses of
// them: else there were two files of it.
export { Dexie, RangeSet };
export const liveQuery: typeof Dexie.liveQuery = (querier) => Dexie.liveQuery(querier);
