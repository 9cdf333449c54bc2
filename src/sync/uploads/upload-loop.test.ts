import { describe, expect, it, vi } from 'vitest';
import type { DocumentServer, Fault, Step } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { TOP } from '../../contract/rules/checklist/child-lists.ts';
import { UPLOAD_MESSAGES } from '../../contract/rules/documents/upload-status.ts';
import { announceWork } from '../../db/change-sets.ts';
import { createItem } from '../../db/commands/checklist/create-item.ts';
import { editQueueFiles } from '../../db/commands/documents/edit-queue-files.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { retryRejected } from '../../db/commands/tray/retry-rejected.ts';
import { sessionNumber } from '../../db/device-database.ts';
import { offlineFile, trayEntries } from '../../db/queries/status/rejected.ts';
import { syncStatus } from '../../db/queries/status/sync-status.ts';
import { wholeQueue } from '../../../tests/support/whole-queue.ts';
import { newUuid } from '../../db/uuid.ts';
import { retryUpload } from './retry-upload.ts';

const LOST: Fault = 'hang up';
const SIGNED_OUT: Fault = {
  status: 401,
  body: { code: 'signed_out', error_message: 'Please sign in again.' },
};

let server: DocumentServer;
let room: UploadRoom;
inUploadRoom((opened) => {
  ({ server, room } = opened);
});

/** An event at one moment, which can be awaited. */
function moment(): { reached: Promise<void>; reach: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reached: promise, reach: resolve };
}

/** Makes the next request of this step fail. */
function failOnce(step: Step, fault: Fault, when: 'before' | 'after' = 'before'): void {
  let failed = false;
  server.hook = (asked, at) => {
    if (failed || asked !== step || at !== when) return null;
    failed = true;
    return fault;
  };
}

async function becomes(uuid: string, status: string): Promise<void> {
  await expect.poll(async () => (await room.file(uuid))?.status).toBe(status);
}

/** The end of every successful upload: one document with the staged content, and only a copy on the device. */
async function expectOneDocument(uuid: string, sha256: string | undefined): Promise<void> {
  await expect
    .poll(async () => (await room.files()).map((row) => row.status))
    .toEqual(['SUCCESS_CREATING_DOCUMENT']);
  expect(server.documents().map((document) => [document.uuid, document.sha256])).toEqual([[uuid, sha256]]);
  await room.pull();
  await expect.poll(async () => room.db.files.count()).toBe(0);
  expect(await room.db.fileBytes.toCollection().primaryKeys()).toEqual([uuid]);
  expect(await wholeQueue(room.db, room.deal)).toMatchObject([{ uuid, saved: true }]);
}

it('[UP2] a dropped file becomes a document with exactly the staged bytes, which are then kept only as a copy', async () => {
  const uuid = await room.drop();
  const sha256 = (await room.file(uuid))?.sha256;
  room.start();
  await expectOneDocument(uuid, sha256);
  expect(server.asked.map(({ step }) => step)).toEqual(['presign', 'store', 'create', 'changes']);
});

it('[LOST4] records that a file was sent, under the key of the request that created its document', async () => {
  const uuid = await room.drop();
  room.start();
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  const key = (await room.file(uuid))?.createdWith?.request;
  expect(await room.db.sent.toArray()).toMatchObject([
    {
      id: key,
      lane: room.deal,
      name: 'file.upload',
      args: { uuid, fileName: 'Escrow.pdf' },
      creates: [uuid],
    },
  ]);
});

it('[LOST5] deletes copies that are no longer kept once nothing is being sent', async () => {
  const kept = await room.drop('Deed.pdf');
  const deleted = await room.drop();
  room.start();
  await becomes(deleted, 'SUCCESS_CREATING_DOCUMENT');
  await becomes(kept, 'SUCCESS_CREATING_DOCUMENT');
  server.deleteDocument(deleted);
  await room.pull();
  await expect.poll(async () => room.db.fileBytes.toCollection().primaryKeys()).toEqual([kept]);
});

it('[UP21] files of a deal that the user may now only view go to the tray, and can be sent again once they may change it', async () => {
  const waiting = await room.drop();
  const failed = await room.drop('Deed.pdf');
  await room.db.files.update(failed, { status: 'FAILED_CREATING_DOCUMENT', errorMessage: 'No.' });
  await room.db.transactions.update(room.deal, { access: 'view' });
  room.start();
  await expect.poll(async () => room.db.files.count()).toBe(0);
  const entries = await trayEntries(room.db);
  const why = new Map(entries.map(({ edit, stuck }) => [edit.id, [edit.code, stuck]]));
  expect(why).toEqual(new Map([waiting, failed].map((id) => [id, ['not_allowed', 'view_only']])));
  expect(await offlineFile(room.db, waiting)).not.toBeNull();
  expect((await room.db.notices.toArray()).map(({ message }) => message)).toEqual([
    '2 files were not uploaded because you can now only view “Project Alder”. You can save a copy from “Sync status”.',
  ]);
  expect(server.asked).toEqual([]);

  await room.db.transactions.update(room.deal, { access: 'full' });
  await retryRejected(room.db, waiting);
  await becomes(waiting, 'SUCCESS_CREATING_DOCUMENT');
});

it('a file picked in a DMS is requested until its document exists, and no other file is requested', async () => {
  const uuid = await room.drop();
  await room.db.files.update(uuid, { status: 'SELECTED_FROM_DMS', dms: 'IMANAGE' });
  const other = await room.drop('Deed.pdf');
  await room.db.files.update(other, { status: 'SELECTED_FROM_DMS', dms: 'NET_DOCS' });
  let asked = 0;
  room.dms.set('IMANAGE', {
    fetch: async () => {
      asked += 1;
      return { outcome: asked < 3 ? 'waiting' : 'created' };
    },
  });
  room.start();
  await expect.poll(() => asked).toBe(1);
  await becomes(uuid, 'WAITING_ON_DMS');
  await room.settled();
  expect(asked, 'not without a rest').toBe(1);
  for (let tries = 0; tries < 2; tries += 1) {
    room.clock.advance(60_000);
    await room.settled();
  }
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  expect((await room.file(other))?.status).toBe('SELECTED_FROM_DMS');
  expect(server.count('presign')).toBe(0);
});

describe('[UP1] a worker that dies', () => {
  it.for(
    (['presign', 'store', 'create'] as const).flatMap((step) =>
      (['before', 'after'] as const).map((when) => [when, step] as const),
    ),
  )(
    '%s the server’s part of %s leaves it to the next one, which ends with one document',
    async ([when, step]) => {
      const uuid = await room.drop();
      const sha256 = (await room.file(uuid))?.sha256;
      const dying = moment();
      const dead = moment();
      server.hook = async (asked, at) => {
        if (asked !== step || at !== when) return null;
        server.hook = () => null;
        dying.reach();
        await dead.reached;
        return LOST;
      };
      room.start();
      await dying.reached;
      await room.crash().finally(() => dead.reach());
      room.start();
      await expectOneDocument(uuid, sha256);
    },
  );

  it('after the document was created, but before it was notified, transfers later edits', async () => {
    const uuid = await room.drop();
    const made = moment();
    const dead = moment();
    server.hook = async (step, when) => {
      if (step !== 'create' || when !== 'after') return null;
      server.hook = () => null;
      await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Renamed' });
      made.reach();
      await dead.reached;
      return LOST;
    };
    room.start();
    await made.reached;
    await room.crash().finally(() => dead.reach());
    room.start();
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    await room.pull();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect((await room.db.documents.get(uuid))?.name).toBe('Renamed');
    expect(await room.db.outbox.toArray()).toMatchObject([{ args: { uuid, edits: { name: 'Renamed' } } }]);
  });
});

describe('a step that does not succeed', () => {
  it.for([
    ['presign', 'before'],
    ['store', 'before'],
    ['store', 'after'],
    ['create', 'before'],
    ['create', 'after'],
  ] as const)('[UP1] %s, lost %s it was done, is retried after an announced wait', async ([step, when]) => {
    const uuid = await room.drop();
    const sha256 = (await room.file(uuid))?.sha256;
    failOnce(step, LOST, when);
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    await room.settled();
    expect(server.count(step)).toBe(1);
    expect(await room.statuses()).toEqual(['QUEUED']);
    room.clock.advance(1000);
    await expectOneDocument(uuid, sha256);
  });

  it.for([403, 408, 429, 500, 507])(
    'with a %i from the store holds the file, and the next try requests a fresh form',
    async (status) => {
      const uuid = await room.drop();
      failOnce('store', { status });
      room.start();
      await expect
        .poll(async () => (await room.file(uuid))?.lastError)
        .toBe(`The file store returned an error (${status}).`);
      room.clock.advance(1000);
      await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
      expect(server.count('presign')).toBe(2);
    },
  );

  it.for([400, 404, 413])(
    'with a %i from the store is final and reported, and the bytes are kept for another try',
    async (status) => {
      const uuid = await room.drop();
      failOnce('store', { status });
      room.start();
      await becomes(uuid, 'FAILED_UPLOADING_FILE_TO_STORE');
      expect((await room.file(uuid))?.errorMessage).toBe(UPLOAD_MESSAGES.upload);
      expect(await room.db.fileBytes.count()).toBe(1);
      await retryUpload(room.db, uuid);
      await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
      expect((await room.file(uuid))?.errorMessage).toBeUndefined();
    },
  );

  it('holds one file, and the others continue', async () => {
    const [stuck, free] = [await room.drop('a.pdf'), await room.drop('b.pdf')];
    server.hook = (step, _when, uuid) => (step === 'presign' && uuid === stuck ? { status: 500 } : null);
    room.start();
    await becomes(free, 'SUCCESS_CREATING_DOCUMENT');
    await room.settled();
    expect((await room.file(stuck))?.status).toBe('QUEUED');
    expect(server.count('presign', stuck)).toBe(1);
  });

  it('for lack of a connection is retried as soon as another file gets through', async () => {
    const stuck = await room.drop('a.pdf');
    server.hook = () => LOST;
    room.start();
    await expect.poll(async () => (await room.file(stuck))?.lastError).toBeDefined();
    server.hook = () => null;
    const free = await room.drop('b.pdf');
    await becomes(free, 'SUCCESS_CREATING_DOCUMENT');
    await becomes(stuck, 'SUCCESS_CREATING_DOCUMENT');
  });

  it('is retried when the network returns', async () => {
    const uuid = await room.drop();
    server.hook = () => LOST;
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    server.hook = () => null;
    self.dispatchEvent(new Event('online'));
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  });

  it('is retried even if the clock was set back by hours in the meantime', async () => {
    const uuid = await room.drop();
    server.hook = () => LOST;
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    server.hook = () => null;
    room.clock.setBack(3 * 3600_000);
    announceWork(room.db.userId);
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  });
});

it('a bug of our own holds the file with its reason, and neither loops nor escapes', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const uuid = await room.drop();
  server.hook = (step) => {
    if (step === 'store') throw new TypeError('A bug.');
    return null;
  };
  room.start();
  await expect.poll(async () => (await room.file(uuid))?.lastError).toBe('A bug.');
  await room.settled();
  expect(server.count('presign')).toBe(1);
  expect(complaints).toHaveBeenCalledOnce();
  server.hook = () => null;
  room.clock.advance(1000);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
});

it('the lock is released only when no job of the worker is running', async () => {
  await room.drop();
  const sending = moment();
  const go = moment();
  room.start(async () => {
    sending.reach();
    await go.reached;
    return { outcome: 'stopped' };
  });
  await sending.reached;
  const lock = async () =>
    (await navigator.locks.query()).held?.filter(({ name }) => name?.endsWith(room.db.userId)).length;
  const stopped = room.stop();
  await room.settled();
  expect(await lock()).toBe(1);
  go.reach();
  await stopped;
  expect(await lock()).toBe(0);
  expect(await room.statuses()).toEqual(['QUEUED']);
});

it('[UP5] no more than six files are sent at once', async () => {
  const go = moment();
  server.hook = async (step) => {
    if (step === 'store') await go.reached;
    return null;
  };
  for (let count = 0; count < 9; count += 1) await room.drop(`${count}.pdf`);
  room.start();
  await expect.poll(() => server.sending).toBe(6);
  await room.settled();
  expect(server.count('presign')).toBe(6);
  go.reach();
  await expect.poll(() => server.documents().length).toBe(9);
  expect(server.mostSending).toBe(6);
});

it('[UP5] no more than two creates run at once, so that edits find a connection', async () => {
  const go = moment();
  server.hook = async (step, when) => {
    if (step === 'create' && when === 'before') await go.reached;
    return null;
  };
  for (let count = 0; count < 5; count += 1) await room.drop(`${count}.pdf`);
  room.start();
  await expect.poll(() => server.objects.size).toBe(5);
  await expect.poll(() => server.count('create')).toBe(2);
  await room.settled();
  expect(server.count('create')).toBe(2);
  go.reach();
  await expect.poll(() => server.documents().length).toBe(5);
});

it('a file dropped into a deal that the server does not know yet waits for the deal', async () => {
  await room.openDeal();
  server.deals.clear();
  const uuid = await room.drop();
  room.start();
  await room.settled();
  expect(server.asked).toEqual([]);
  expect(await room.statuses()).toEqual(['QUEUED']);
  server.deals.add(room.deal);
  await room.db.outbox.toCollection().modify({ state: 'acked' });
  announceWork(room.db.userId);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
});

it('[UP20] a version of an item that the server does not know yet waits for it, and its create names it', async () => {
  const item = newUuid();
  const place = { transaction: room.deal, uuid: item, elementUuid: newUuid(), name: 'Escrow agreement' };
  await createItem(room.db, { ...place, parent: TOP });
  const uuid = await room.drop();
  await room.db.files.update(uuid, { versionOf: item });
  room.start();
  await room.settled();
  expect(server.asked).toEqual([]);
  await room.db.outbox.toCollection().modify({ state: 'acked' });
  announceWork(room.db.userId);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  expect(server.documents()).toMatchObject([{ uuid, item_id: item }]);
});

describe('bytes that arrive damaged', () => {
  it('[UP2] are deleted and sent again, with the user’s latest edits', async () => {
    const uuid = await room.drop();
    const sha256 = (await room.file(uuid))?.sha256;
    server.keep = (bytes) => `${bytes.slice(1)}x`;
    server.hook = async (step) => {
      if (step !== 'delete') return null;
      server.keep = (bytes) => bytes;
      await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Renamed' });
      return null;
    };
    room.start();
    await expect.poll(async () => (await room.files())[0]?.lastError).toContain('damaged');
    const [again] = await room.files();
    expect(again).toMatchObject({ name: 'Renamed', resent: 1 });
    expect(server.documents()).toEqual([]);
    room.clock.advance(1000);
    await expectOneDocument(again!.uuid, sha256);
    expect(server.documents()[0]?.name).toBe('Renamed');
  });

  it('repeatedly are given up after two more tries, and the bytes are kept for the user to retry', async () => {
    await room.drop();
    server.keep = (bytes) => `${bytes.slice(1)}x`;
    room.start();
    for (const resent of [1, 2]) {
      await expect.poll(async () => (await room.files())[0]).toMatchObject({ status: 'QUEUED', resent });
      await room.settled();
      expect(server.count('create')).toBe(resent);
      room.clock.advance(60_000);
    }
    await expect
      .poll(async () => room.files())
      .toMatchObject([{ status: 'FAILED_UPLOADING_FILE_TO_STORE', errorMessage: UPLOAD_MESSAGES.upload }]);
    expect(server.documents()).toEqual([]);
    const [failed] = await room.files();
    expect(await room.db.fileBytes.get(failed!.uuid)).toBeDefined();
    server.keep = (bytes) => bytes;
    await retryUpload(room.db, failed!.uuid);
    await expectOneDocument(failed!.uuid, failed!.sha256);
  });

  it('of a file removed from the queue meanwhile are not sent again', async () => {
    const uuid = await room.drop();
    server.keep = (bytes) => `${bytes.slice(1)}x`;
    server.hook = async (step, when) => {
      if (step === 'delete' && when === 'after')
        await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
      return null;
    };
    room.start();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(server.count('create')).toBe(1);
    expect(await room.db.fileBytes.count()).toBe(0);
  });

  it('[UP1] are sent again by the next worker if one dies after deleting the damaged document', async () => {
    const uuid = await room.drop();
    const sha256 = (await room.file(uuid))?.sha256;
    server.keep = (bytes) => `${bytes.slice(1)}x`;
    const dying = moment();
    const dead = moment();
    server.hook = async (step, when) => {
      if (step !== 'delete' || when !== 'after') return null;
      server.hook = () => null;
      server.keep = (bytes) => bytes;
      dying.reach();
      await dead.reached;
      return LOST;
    };
    room.start();
    await dying.reached;
    await room.crash().finally(() => dead.reach());
    room.start();
    await expect.poll(async () => (await room.files())[0]?.resent).toBe(1);
    room.clock.advance(1000);
    const [again] = await room.files();
    await expectOneDocument(again!.uuid, sha256);
  });
});

describe('[UP3] an edit of a file', () => {
  it('before the create is part of the new document', async () => {
    const uuid = await room.drop();
    await editQueueFiles(room.db, {
      transaction: room.deal,
      uuids: [uuid],
      name: 'Renamed',
      signingType: 'fully_executed',
    });
    room.start();
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    expect(server.documents()).toMatchObject([{ name: 'Renamed', signing_type: 'fully_executed' }]);
    await room.pull();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await room.db.outbox.count()).toBe(0);
  });

  it('while the create was lost is transferred, and the create is repeated unchanged', async () => {
    const uuid = await room.drop();
    failOnce('create', LOST, 'after');
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Renamed' });
    room.clock.advance(1000);
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    await room.pull();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await wholeQueue(room.db, room.deal)).toMatchObject([{ name: 'Renamed' }]);
    expect(await room.db.outbox.toArray()).toMatchObject([{ name: 'document.update' }]);
  });

  it('whose document came before its create was answered goes to the document, and the create stays the same', async () => {
    const uuid = await room.drop();
    failOnce('create', LOST, 'after');
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    await room.pull();
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'First' });
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Second' });
    expect(await wholeQueue(room.db, room.deal)).toMatchObject([{ name: 'Second' }]);
    room.clock.advance(1000);
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await wholeQueue(room.db, room.deal)).toMatchObject([{ name: 'Second' }]);
    expect((await room.db.outbox.toArray()).map(({ args }) => args)).toMatchObject([
      { edits: { name: 'Second' } },
    ]);
  });

  it('wins if it is the last, even if the worker had not transferred the earlier one when the document came', async () => {
    const uuid = await room.drop();
    room.start();
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Held' });
    await room.stop();
    await room.pull();
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Later' });
    room.start();
    await room.settled();
    expect((await room.db.documents.get(uuid))?.name).toBe('Later');
    expect(await room.db.outbox.toArray()).toMatchObject([{ args: { edits: { name: 'Later' } } }]);
    expect(await room.db.files.count()).toBe(0);
  });
});

describe('a file removed from the queue', () => {
  it('stops sending its bytes immediately', async () => {
    const uuid = await room.drop();
    server.hook = async (step) => (step === 'store' ? new Promise<null>(() => undefined) : null);
    room.start();
    await expect.poll(() => server.sending).toBe(1);
    await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
    await expect.poll(() => server.sending).toBe(0);
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await room.db.fileBytes.count()).toBe(0);
    expect(server.count('create')).toBe(0);
  });

  it.for(['presign', 'store'] as const)('during %s stays removed', async (step) => {
    const uuid = await room.drop();
    server.hook = async (asked, when) => {
      if (asked === step && when === 'after')
        await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
      return null;
    };
    room.start();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    await room.settled();
    expect(server.count('create')).toBe(0);
    expect(await room.db.fileBytes.count()).toBe(0);
  });

  it('is not started if that happened after the queue was read', async () => {
    const uuids = [await room.drop('a.pdf'), await room.drop('b.pdf')];
    const read = room.db.files.toArray.bind(room.db.files);
    const reading = vi.spyOn(room.db.files, 'toArray');
    // The queue is briefly out of date after it was read, and the user may act in the meantime.
    reading.mockImplementationOnce(() =>
      read().then(async (rows) => {
        await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuids[1]!] });
        return rows;
      }),
    );
    room.start();
    await becomes(uuids[0]!, 'SUCCESS_CREATING_DOCUMENT');
    await expect.poll(async () => room.file(uuids[1]!)).toBeUndefined();
    expect(server.count('presign', uuids[1])).toBe(0);
  });
});

describe('a document that someone deleted before it arrived here', () => {
  it('is reported, and its file’s row is deleted once a later list lacks it', async () => {
    const uuid = await room.drop('Escrow Agreement.pdf');
    room.start();
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    await room.settled();
    expect(await room.statuses()).toEqual(['SUCCESS_CREATING_DOCUMENT']);
    server.deleteDocument(uuid);
    await room.pull();
    announceWork(room.db.userId);
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await room.db.notices.toArray()).toMatchObject([
      { level: 'error', message: '“Escrow Agreement” was deleted before it could be shown.' },
    ]);
  });

  it('is not assumed from a list that was requested before it was created', async () => {
    await room.pull();
    const uuid = await room.drop();
    room.start();
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    announceWork(room.db.userId);
    await room.settled();
    expect(await room.statuses()).toEqual(['SUCCESS_CREATING_DOCUMENT']);
    expect(await room.db.notices.count()).toBe(0);
  });
});

describe('a failed create', () => {
  it('that was rejected for its name takes the new name when it is retried', async () => {
    const uuid = await room.drop();
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: ' ' });
    room.start();
    await becomes(uuid, 'FAILED_CREATING_DOCUMENT');
    expect((await room.file(uuid))?.errorMessage).toBe('A document needs a name.');
    expect(await syncStatus(room.db)).toMatchObject({ unsentFiles: 0, failedFiles: 1 });
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Escrow' });
    await retryUpload(room.db, uuid);
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    expect(server.documents()).toMatchObject([{ name: 'Escrow' }]);
  });

  it('whose file was removed from the queue is not brought back by a retry', async () => {
    const uuid = await room.drop();
    await room.db.files.update(uuid, { status: 'REMOVED' });
    await retryUpload(room.db, uuid);
    expect(await room.statuses()).toEqual(['REMOVED']);
  });

  it('whose id was taken by a document that has been deleted since is sent under a new one', async () => {
    const uuid = await room.drop();
    const sha256 = (await room.file(uuid))?.sha256;
    failOnce('presign', {
      status: 409,
      body: { code: 'uuid_taken', error_message: 'This id is already in use. Try again to get a new one.' },
    });
    room.start();
    await expect.poll(async () => (await room.files())[0]?.resent).toBe(1);
    room.clock.advance(1000);
    const [again] = await room.files();
    expect(again?.uuid).not.toBe(uuid);
    await expectOneDocument(again!.uuid, sha256);
  });
});

describe('a session that ends', () => {
  it('pauses the queue and keeps it, and a new sign-in resumes it immediately', async () => {
    const uuid = await room.drop();
    server.hook = () => SIGNED_OUT;
    room.start();
    await expect.poll(async () => (await syncStatus(room.db)).connection).toBe('signed_out');
    expect(await sessionNumber(room.db.userId)).toBeNull();
    server.hook = () => null;
    const before = server.asked.length;
    room.clock.advance(60_000);
    await room.settled();
    expect(server.asked.length).toBe(before);
    expect(await room.statuses()).toEqual(['QUEUED']);
    await room.signIn();
    announceWork(room.db.userId);
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  });

  it('does not end a session that began later, even with a late 401', async () => {
    const uuid = await room.drop();
    let late = true;
    server.hook = async (_step, when) => {
      if (!late || when === 'before') return null;
      late = false;
      await room.signIn();
      return SIGNED_OUT;
    };
    room.start();
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    expect(await sessionNumber(room.db.userId)).not.toBeNull();
  });
});
