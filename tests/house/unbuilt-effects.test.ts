import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Promises of features that Counterpart doesn't have yet. Remove an entry when its feature is built. */
const UNBUILT: Record<string, readonly RegExp[]> = {
  'deals made from templates': [/copied into new transactions/i],
  'generated signature pages': [
    /get a signature page/i,
    /their signature pages/i,
    /documents and signature pages/i,
    /signature pages show/i,
    /automatic signature pages/i,
  ],
  'electronic signatures': [/electronic signatures by/i, /signature packets are sent/i],
  'instructions that go to signatories': [/instructions for signing/i],
  deeds: [/it is a deed/i, /signed as deeds/i],
  'originals in ink': [/original signatures, in ink/i],
  'deliveries after the closing': [/delivered after the closing/i],
  'funding projects': [/sources, uses and wires/i],
};

/** Labels of edits made through the API, where the fields exist. They promise nothing. */
const NAMES_OF_FIELDS = new Set(['src/app/sync-status/rejected/conflict-fields.ts']);

const shown = globSync(['src/app/**/*.{ts,tsx}', 'server/mail/**/*.ts', 'server/demo/**/*.ts'])
  .filter((path) => !path.endsWith('.test.ts') && !NAMES_OF_FIELDS.has(path))
  // JSX may break lines anywhere.
  .map((path) => ({ path, text: readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') }));

it.each(Object.entries(UNBUILT))('no screen or email promises %s', (_what, promises) => {
  expect(shown.length).toBeGreaterThan(200);
  const broken = shown.filter(({ text }) => promises.some((promise) => promise.test(text)));
  expect(broken.map(({ path }) => path)).toEqual([]);
});
