import { fileURLToPath } from 'node:url';

/**
 * Dexie as its authors build it for browsers of today, by way of what page and worker both take of it. By itself a bundler takes the
 * build for browsers without classes and `async`, which is 2 kB longer. Wherever the product's code is bundled or tested, so that
 * what is tested is what ships.
 */
export const dexieBuild = {
  find: /^dexie$/,
  replacement: fileURLToPath(new URL('dexie-shared.ts', import.meta.url)),
};

/**
 * Page and worker are built each for itself. In both Dexie stands in a chunk of its own, which comes out the same letter for letter, and
 * so is one file: nobody keeps these 86 kB twice. Where it would not, the precache is over its limit (scripts/check-size.ts).
 */
export const dexieChunk = {
  codeSplitting: { groups: [{ name: 'dexie', test: /\/node_modules\/dexie\// }] },
  topLevelVar: true,
  comments: { annotation: false },
};
