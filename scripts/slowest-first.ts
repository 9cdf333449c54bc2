import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest on two cores, a minute or more each, slowest first. */
export const SLOWEST = [
  'tests/browser/app/story.test.ts',
  'tests/browser/offline/kill.test.ts',
  'tests/browser/signing/packets.test.ts',
  'tests/browser/offline/continued-uploads.test.ts',
  'tests/browser/signing/signatories.test.ts',
  'tests/browser/documents/documents.test.ts',
  'tests/browser/checklist/workspace.test.ts',
  'tests/browser/signing/signature-pages.test.ts',
  'tests/server/documents/versions.test.ts',
  'tests/server/operations/sweeps.test.ts',
  'tests/server/documents/documents.test.ts',
  'tests/server/transactions/deal-list.test.ts',
  'tests/chaos/signing/signing.test.ts',
  'tests/chaos/uploads/uploads.test.ts',
  'tests/server/account/sessions.test.ts',
];

/**
 * Starts the slowest test files first, so that none of them is left running alone at the end. Vitest itself knows no durations in a
 * fresh checkout, and goes by the size of the files.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOWEST.indexOf(relative(process.cwd(), moduleId));
      return at === -1 ? SLOWEST.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer’s method, not an array’s
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
