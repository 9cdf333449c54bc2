/** What scripts/bundle/dexie-shared.ts takes of the build that bears no types of its own. */
declare module 'dexie/dist/modern/dexie.mjs' {
  export { Dexie, RangeSet } from 'dexie';
}
