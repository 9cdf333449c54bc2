import { fileURLToPath } from 'node:url';

/**
 * Dexie's own build for current browsers, limited to the exports that the page and the worker share. By default, a bundler chooses the
 * build for browsers without classes and `async`, which is 2 kB larger. Bundles and tests both use this, so that we test what we ship.
 */
export const dexieBuild = {
  find: /^dexie$/,
  replacement: fileURLToPath(new URL('dexie-shared.ts', import.meta.url)),
};

/**
 * How the page and the worker are split into files. They are built separately. Dexie is a separate chunk in both builds and comes out
 * identical, so that no device stores its 86 kB twice. Everything else that a page or a worker imports statically is in one file: it
 * is needed immediately, and one file compresses better than 20 small ones.
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
