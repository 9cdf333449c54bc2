/** Types for the exports that scripts/bundle/dexie-shared.ts uses: this build of Dexie comes without types. */
declare module 'dexie/dist/modern/dexie.mjs' {
  export { Dexie, RangeSet } from 'dexie';
}
