import { beforeEach, describe, expect, it } from 'vitest';
import { newDocumentRow } from '../../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../database.ts';
import { itemVersions } from '../../queries/documents/deal-documents.ts';
import type { DocumentRow } from '../../rows.ts';
import { newUuid } from '../../uuid.ts';
import { deleteDocuments } from './delete-document.ts';
import { bringVersion, setVersion } from './file-version.ts';
import { newItemRow } from '../checklist/new-rows.ts';
import { undoSteps } from '../tray/undo-steps.ts';

const transaction = newUuid();
const item = newUuid();
let db: MirrorDatabase;
let first: DocumentRow;
let second: DocumentRow;

/** An item with one file, and another file in the upload queue. */
beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  first = {
    ...newDocumentRow(transaction),
    inQueue: false,
    itemId: item,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  second = { ...newDocumentRow(transaction), createdAt: '2026-02-01T00:00:00.000Z' };
  await db.documents.bulkAdd([first, second]);
  const stamp = { userId: db.userId, madeAt: first.createdAt };
  await db.items.add(newItemRow({ uuid: item, transaction, name: 'NDA' }, first, stamp));
  return async () => db.delete();
});

const files = async () => {
  const { document, pendingVersionDocument } = (await db.items.get(item)) ?? {};
  return { current: document, waits: pendingVersionDocument };
};
const versions = async () =>
  (await itemVersions(db, { uuid: item, transaction })).versions.map(({ row, number, standing }) => [
    row.uuid,
    number,
    standing,
  ]);
const bring = async () => bringVersion(db, { transaction, item, document: second.uuid });

describe('a new version of a document', () => {
  it('becomes the current one, and the old file becomes the previous version', async () => {
    await bring();
    expect(await files()).toEqual({ current: second.uuid, waits: null });
    expect(await db.documents.get(second.uuid)).toMatchObject({ inQueue: false, itemId: item });
    expect(await versions()).toEqual([
      [second.uuid, 2, 'current'],
      [first.uuid, 1, 'earlier'],
    ]);
    expect(await db.outbox.orderBy('seq').toArray()).toMatchObject([
      { name: 'document.file-version', args: { uuid: second.uuid, item, filed: true } },
      { name: 'item.set-version', args: { uuid: item, document: second.uuid } },
    ]);
  });

  it('is undone and redone as one act', async () => {
    const again = await undoSteps(db, await bring());
    expect(await files()).toEqual({ current: first.uuid, waits: null });
    expect(await db.documents.get(second.uuid)).toMatchObject({ inQueue: true, itemId: null });
    expect(again).not.toBeNull();
    await undoSteps(db, again ?? []);
    expect(await files()).toEqual({ current: second.uuid, waits: null });
  });

  it('is not undone if a different version has become current', async () => {
    const steps = await bring();
    await setVersion(db, { transaction, uuid: item, document: first.uuid });
    expect(await undoSteps(db, steps)).toBeNull();
    expect(await files()).toEqual({ current: first.uuid, waits: null });
  });

  it.for([
    ['to be signed, like the file', { forSigning: false, fullyExecuted: false }, [true, false]],
    ['executed, as set before', { forSigning: false, fullyExecuted: true }, [false, true]],
  ] as const)('becomes the file of a document without one, %s', async ([, before, after]) => {
    await db.items.update(item, { document: null, ...before });
    await bring();
    expect(await files()).toEqual({ current: second.uuid, waits: null });
    const { forSigning, fullyExecuted } = (await db.items.get(item)) ?? {};
    expect([forSigning, fullyExecuted]).toEqual(after);
  });

  it('that is queued becomes current and leaves the queue, but after a deletion it does neither', async () => {
    await db.documents.update(second.uuid, { inQueue: false, itemId: item });
    await db.items.update(item, { pendingVersionDocument: second.uuid });
    expect((await versions())[0]).toEqual([second.uuid, 2, 'pending']);
    await setVersion(db, { transaction, uuid: item, document: second.uuid });
    expect(await files()).toEqual({ current: second.uuid, waits: null });

    await db.items.update(item, { document: first.uuid, pendingVersionDocument: second.uuid });
    await deleteDocuments(db, [{ transaction, uuid: second.uuid, item }]);
    expect(await files()).toEqual({ current: first.uuid, waits: null });
  });

  it('that was deleted is restored, as the current one if there is none, and can be deleted again', async () => {
    const again = await undoSteps(db, await deleteDocuments(db, [{ transaction, uuid: first.uuid, item }]));
    expect(await files()).toEqual({ current: first.uuid, waits: null });
    expect(await db.documents.get(first.uuid)).toEqual(first);
    expect((await db.outbox.orderBy('seq').last())?.name).toBe('document.restore');
    await undoSteps(db, again ?? []);
    expect(await db.documents.get(first.uuid)).toBeUndefined();
    expect(await files()).toEqual({ current: null, waits: null });
  });

  it.for(['pendingVersionDocument', 'pendingConversionDocument'] as const)(
    'that was queued as %s and deleted is queued again, unless another one has been queued since',
    async (waits) => {
      const wait = async (document: string) =>
        db.items.update(item, (row) => {
          row[waits] = document;
        });
      await db.documents.update(second.uuid, { inQueue: false, itemId: item });
      await wait(second.uuid);
      const steps = await deleteDocuments(db, [{ transaction, uuid: second.uuid, item }]);
      expect(await db.items.get(item)).toMatchObject({ document: first.uuid, [waits]: null });
      await undoSteps(db, steps);
      expect(await db.items.get(item)).toMatchObject({ document: first.uuid, [waits]: second.uuid });
      expect((await db.outbox.orderBy('seq').last())?.args).toMatchObject({ item, waits });

      const third = newUuid();
      const again = await deleteDocuments(db, [{ transaction, uuid: second.uuid, item }]);
      await wait(third);
      await undoSteps(db, again);
      expect(await db.items.get(item)).toMatchObject({ document: first.uuid, [waits]: third });
      expect(await db.documents.get(second.uuid)).toBeDefined();
    },
  );

  it('that is an earlier one is restored as such, and is not queued', async () => {
    await bring();
    await undoSteps(db, await deleteDocuments(db, [{ transaction, uuid: first.uuid, item }]));
    expect(await files()).toEqual({ current: second.uuid, waits: null });
  });
});
