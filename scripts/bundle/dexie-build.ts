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
 * How the page and the worker are split into files. Both are built separately. Dexie has a chunk of its own in both, which comes out
 * byte for byte the same, so that nobody keeps these 86 kB twice. Everything else that a page or a worker imports statically is one
 * file: it is needed at once, and compresses better together than in 20 small files.
 */
export const chunks = {
  codeSplitting: {
    groups: [
      { name: 'dexie', test: /\/node_modules\/dexie\// },
      { name: 'start', tags: ['$initial' as const] },
    ],
  },
  topLevelVar: true,
  comments: { annotation: false },
};
