import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Production files of the contract, the mirror, the engine and the app whose code names a collection of a deal, without those of a
 * collection whose rows name rows of this one.
 */
function filesNaming(names: RegExp, belowIt: RegExp): string[] {
  const files = globSync('src/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path));
  return files.filter((path) => names.test(codeOf(path)) && !belowIt.test(path)).toSorted();
}

function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}

test('custom keys are named only in the files that docs/adding-a-collection.md lists for a new collection', () => {
  const named = filesNaming(
    /customKey|CustomKey|custom_key|custom-key/,
    /custom-values?\.ts$|page-signers|signing\/signature-pages\.ts$|signing\/values\.ts$|values-block|bulk-signatory-upload|uploaded-row-schema|add-many|before-list|edited-values/,
  );
  expect(named).toEqual([
    'src/app/screens/activity/find-acts.ts',
    'src/app/screens/activity/path-to.ts',
    'src/app/screens/fields/fields-screen.tsx',
    'src/contract/collections/custom-keys.ts',
    'src/contract/collections/deal-collections.ts',
    'src/contract/contract.ts',
    'src/contract/endpoints/transactions/custom-keys.ts',
    'src/contract/entities/transactions/changes.ts',
    'src/contract/entities/transactions/custom-key.ts',
    'src/db/commands/checklist/custom-keys.ts',
    'src/db/outbox/mutations.ts',
    'src/db/queries/transactions/fields.ts',
  ]);
});
