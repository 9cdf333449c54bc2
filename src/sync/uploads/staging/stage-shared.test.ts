import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../db/database.ts';
import { unfiledFiles } from '../../../db/queries/documents/unfiled-files.ts';
import { newUuid } from '../../../db/uuid.ts';
import { stageShared } from './stage-shared.ts';

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  return async () => db.delete();
});

const shared = [
  new File(['%PDF-1.7 '.repeat(40)], 'Deed.pdf', { type: 'application/pdf' }),
  new File(['%PDF-1.7 '.repeat(80)], 'Large.pdf', { type: 'application/pdf' }),
];

/** The disk has space only for small files. */
function fill(): void {
  db.fileBytes.hook('creating', (_key, { bytes }) => {
    if (bytes.size > 400) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
}

it('shared files wait on the device', async () => {
  expect(await stageShared(db, shared)).toBe('/incoming?shared=2');
  expect(await unfiledFiles(db)).toMatchObject([{ name: 'Deed' }, { name: 'Large' }]);
});

it('no loss is reported if all files are stored', async () => {
  db.meta.hook('updating', () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  expect(await stageShared(db, shared)).toBe('/incoming?shared=2');
});

it('a file without room appears among the others with the reason', async () => {
  fill();
  expect(await stageShared(db, shared)).toBe('/incoming?shared=1');
  expect(await unfiledFiles(db)).toMatchObject([
    { name: 'Deed', status: 'QUEUED' },
    {
      name: 'Large',
      status: 'FAILED_DROP',
      errorMessage:
        'This device doesn’t have enough space (the file needs 1 MB). Free up some space, then add the file again.',
    },
  ]);
});

it('a file whose reason cannot be stored either is reported as lost', async () => {
  fill();
  db.files.hook('creating', (_key, { name }) => {
    if (name === 'Large') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  expect(await stageShared(db, shared)).toBe('/incoming?shared=1&lost=1');
});
