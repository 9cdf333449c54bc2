import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './scripts/slowest-first.ts';
import { dexieBuild } from './scripts/bundle/dexie-build.ts';

/**
 * A project of `npm test`, and its other half, which `npm run test:long` runs: the files named `.long.test.ts`. They hold rarer
 * or slower cases: machine failures, administration, DocuSign, reports, every screen in turn.
 */
function halves<T extends { name: string; include: string[] }>(test: T) {
  return [
    { extends: true as const, test: { ...test, exclude: ['**/*.long.test.ts'] } },
    {
      extends: true as const,
      test: {
        ...test,
        name: `${test.name}-long`,
        include: test.include.map((files) => files.replace('.test.', '.long.test.')),
      },
    },
  ];
}

export default defineConfig({
  resolve: { alias: [dexieBuild] },
  test: {
    // A snapshot that is missing fails here as it does where `CI` is set; `-u` writes it.
    update: 'none',
    sequence: { sequencer: SlowestFirst },
    projects: [
      ...halves({
        name: 'unit',
        environment: 'node',
        include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/simulation/**/*.test.ts'],
        // It must have the same Dexie as we.
        server: { deps: { inline: ['dexie-react-hooks'] } },
        // Before Dexie is imported anywhere: it looks for IndexedDB once.
        setupFiles: ['fake-indexeddb/auto'],
        // Machines may be busy; what holds is seen as soon as it does.
        expect: { poll: { timeout: 20_000 } },
        testTimeout: 60_000,
      }),
      ...halves({
        name: 'server',
        environment: 'node',
        include: ['server/**/*.test.ts', 'tests/server/**/*.test.ts', 'tests/chaos/*.test.ts'],
        expect: { poll: { timeout: 60_000 } },
        testTimeout: 180_000,
        hookTimeout: 180_000,
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
        // Each look at page or server takes time from what is looked at.
        expect: { poll: { timeout: 60_000, interval: 250 } },
      }),
      {
        extends: true,
        test: {
          // `npm run screenshots`; no part of `npm test`.
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
