import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './scripts/slowest-first.ts';
import { dexieBuild } from './scripts/bundle/dexie-build.ts';

/**
 * Returns a project of `npm test`, and its counterpart for `npm run test:long`, which has the files named
 * `.long.test.ts`. Those test rarer or slower cases: machine failures, administration, most of DocuSign,
 * reports, every screen in turn.
 */
function halves<T extends { name: string; include: string[]; exclude?: string[] }>(test: T) {
  return [
    {
      extends: true as const,
      test: { ...test, exclude: [...(test.exclude ?? []), '**/*.long.test.ts'] },
    },
    {
      extends: true as const,
      test: {
        ...test,
        name: `${test.name}-long`,
        isolate: true,
        include: test.include.map((files) => files.replace('.test.', '.long.test.')),
      },
    },
  ];
}

const serverTests = {
  environment: 'node' as const,
  // Polling takes processor time from the server under test.
  expect: { poll: { timeout: 60_000, interval: 150 } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/**
 * These need separate processes: they mock a module, add a browser’s globals, measure memory, or don’t import
 * the server.
 */
const apart = ['tests/server/operations/start-notes.test.ts', 'tests/server/signature-pages/**/*.test.ts'];

export default defineConfig({
  resolve: { alias: [dexieBuild] },
  test: {
    // A missing snapshot fails locally too, not only where `CI` is set. `-u` writes it.
    update: 'none',
    sequence: { sequencer: SlowestFirst },
    projects: [
      ...halves({
        name: 'contract',
        environment: 'node',
        // Pure functions and schemas: starting a process for each file would take longer than its tests.
        isolate: false,
        include: ['src/contract/**/*.test.ts'],
        testTimeout: 60_000,
      }),
      ...halves({
        name: 'unit',
        environment: 'node',
        include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/simulation/**/*.test.ts'],
        exclude: ['src/contract/**'],
        // It must use the same Dexie as our code.
        server: { deps: { inline: ['dexie-react-hooks'] } },
        // Must run before Dexie is imported, because Dexie looks for IndexedDB only once.
        setupFiles: ['fake-indexeddb/auto'],
        // A long timeout for busy machines. A condition that holds is noticed immediately.
        expect: { poll: { timeout: 20_000 } },
        testTimeout: 60_000,
      }),
      ...halves({
        ...serverTests,
        name: 'server',
        // Importing the server takes longer than most of the tests, so each worker imports it once for all of
        // its files.
        isolate: false,
        include: ['tests/server/**/*.test.ts'],
        exclude: apart,
      }),
      ...halves({
        ...serverTests,
        name: 'server-parts',
        include: ['server/**/*.test.ts', 'tests/chaos/*.test.ts', ...apart],
      }),
      ...halves({
        name: 'browser',
        environment: 'node',
        include: [
          'tests/browser/**/*.test.ts',
          'tests/chaos/uploads/*.test.ts',
          'tests/chaos/signing/*.test.ts',
        ],
        globalSetup: ['tests/browser/support/sample-data.ts'],
        testTimeout: 300_000,
        hookTimeout: 300_000,
        // Polling takes processor time from the page and the server under test.
        expect: { poll: { timeout: 60_000, interval: 250 } },
      }),
      {
        extends: true,
        test: {
          // `npm run screenshots`; not part of `npm test`.
          name: 'screenshots',
          environment: 'node',
          include: ['tests/browser/screenshots.ts'],
          globalSetup: ['tests/browser/support/sample-data.ts'],
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          environment: 'node',
          include: ['tests/house/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
});
