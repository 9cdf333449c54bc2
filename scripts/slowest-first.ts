import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest on two cores, slowest first. */
export const SLOWEST = [
  'tests/browser/app/story.test.ts',
  'tests/browser/signing/signature-pages.test.ts',
  'tests/browser/signing/packets.test.ts',
  'tests/browser/signing/returned-pages.test.ts',
  'tests/chaos/signing/signing.test.ts',
  'tests/chaos/uploads/uploads.test.ts',
  'tests/server/closing/replace-document.test.ts',
  'tests/server/closing/held-page-sweep.test.ts',
  'tests/server/closing/downloads.test.ts',
  'tests/server/closing/returned-files.test.ts',
  'tests/server/closing/collation.test.ts',
  'tests/server/operations/sweeps.test.ts',
  'tests/server/transactions/view-access.test.ts',
  'tests/server/transactions/restore.test.ts',
  'tests/server/documents/documents.test.ts',
  'tests/server/transactions/deal-list.test.ts',
  'tests/server/signing/packets/packet-decisions.test.ts',
  'tests/server/signing/room/signing-safety.test.ts',
  'tests/server/signing/room/signing-room.test.ts',
  'tests/server/signing/packets/file-pages-in-packets.test.ts',
  'server/convert/convert-document.test.ts',
];

interface Planned {
  readonly moduleId: string;
  readonly project: { readonly name: string; readonly config: { readonly isolate: boolean } };
}

/**
 * Starts the slowest test files first, so that none of them runs alone at the end. The files of a project
 * whose workers share modules stay together, because Vitest ends a worker as soon as the next file belongs to
 * another project.
 */
export function slowestFirst<File extends Planned>(files: readonly File[]): File[] {
  const sharing = ({ project }: File) => (project.config.isolate ? '' : project.name);
  const rank = ({ moduleId }: File) => {
    const at = SLOWEST.indexOf(relative(process.cwd(), moduleId));
    return at === -1 ? SLOWEST.length : at;
  };
  return files.toSorted(
    (one, other) => sharing(other).localeCompare(sharing(one)) || rank(one) - rank(other),
  );
}

/** In a fresh checkout, Vitest has no durations and sorts the files by size. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer’s method, not an array’s
    return slowestFirst(await super.sort(files));
  }
}
