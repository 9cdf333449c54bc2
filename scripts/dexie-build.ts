/**
 * Dexie as its authors build it for browsers of today. By itself a bundler takes the build for browsers without classes
 * and `async`, which is 2 kB longer. Wherever the product's code is bundled or tested, so that what is tested is what ships.
 */
export const dexieBuild = { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' };
