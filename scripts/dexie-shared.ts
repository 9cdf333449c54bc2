import { Dexie, RangeSet } from 'dexie/dist/modern/dexie.mjs';

// Stands for Dexie wherever ours is bundled: scripts/dexie-build.ts. The same names in page and worker, whatever each uses of
// them: else there were two files of it.
export { Dexie, RangeSet };
// oxlint-disable-next-line typescript/unbound-method -- it is a function of the module that Dexie also bears, and knows no `this`
export const { liveQuery } = Dexie;
