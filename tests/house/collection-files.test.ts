import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The numbered files of the page, in order. */
const LISTED = [...readFileSync('docs/adding-a-collection.md', 'utf8').matchAll(/^(\d+)\. `([^`]+)`/gm)].map(
  ([, number, path = '']) => ({ number: Number(number), path }),
);

/** The most files that a new collection may need. */
const MOST = 11;

const NAMES = /custom[-_]?key/i;

/** Files that name custom keys for other reasons than the collection itself. */
const OF_OTHERS: readonly RegExp[] = [
  // Values and lists of signatories, whose rows name custom keys, and the pages that show the values.
  /custom-values?\.ts$|values-block|values-grid|edited-values|signing\/signatories\/values\.ts$|model-(values|lists)/,
  /bulk-signatory-upload|uploaded-row-schema|signing-args|add-many|before-list|signing-(commands|edits|deal)\.ts$/,
  /page-signers|hold-unseen|word-pages|signing\/pages\/signature-pages\.ts$|read-page-sheets|signing-tables/,
  // The calls about values, and the rule in the simulation's server for them.
  /tests\/server\/support\/|model-collection/,
  // Reordering caused by another row isn't an act.
  /read-activity/,
  // The simulation's examples of what the factories define.
  /simulation\/world\/(program|edits\/edits)\.ts$/,
  // Sample data and examples.
  /server\/demo\/|fuzz\.ts$|elsewhere\.ts$|collections\/collection\.ts$/,
  // Later changes to the table of custom keys.
  /migrations\/(?!0006)/,
];

function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

test('docs/adding-a-collection.md lists existing files that concern custom keys', () => {
  expect(LISTED.map(({ number }) => number)).toEqual(LISTED.map((_, index) => index + 1));
  expect(LISTED.length).toBeLessThanOrEqual(MOST);
  for (const { path } of LISTED) {
    expect(existsSync(path), path).toBe(true);
    expect(`${path} ${codeOf(path)}`).toMatch(/custom[-_]?key|fields/i);
  }
});

test('custom keys are named only in the files that docs/adding-a-collection.md lists for a new collection, and in code that uses them', () => {
  const listed = new Set(LISTED.map(({ path }) => path));
  // A test may use any collection as its example.
  const files = globSync('{src,server,tests}/**/*.{ts,tsx,css}').filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  const named = files.filter(
    (path) => NAMES.test(codeOf(path)) && !OF_OTHERS.some((each) => each.test(path)),
  );
  expect(named.filter((path) => !listed.has(path)).toSorted()).toEqual([]);
});
