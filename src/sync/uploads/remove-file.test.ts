import { describe, expect, it } from 'vitest';
import type { DocumentServer, Fault, Step } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { uploadWork } from '../../db/queries/documents/file-standing.ts';
import { dealStep } from '../../db/queries/status/last-synced.ts';
import { syncStatus } from '../../db/queries/status/sync-status.ts';
import { wholeQueue } from '../../../tests/support/whole-queue.ts';

const LOST: Fault = 'hang up';

let server: DocumentServer;
let room: UploadRoom;
inUploadRoom((opened) => {
  ({ server, room } = opened);
});

/** Makes the next request of this step fail. */
function failOnce(step: Step, fault: Fault, when: 'before' | 'after' = 'before'): void {
  let failed = false;
  server.hook = (asked, at) => {
    if (failed || asked !== step || at !== when) return null;
    failed = true;
    return fault;
  };
}

describe('[UP4] a file that is removed from the queue', () => {
  it('during its create is also deleted on the server', async () => {
    const uuid = await room.drop();
    server.hook = async (step, when) => {
      if (step === 'create' && when === 'after')
        await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
      return null;
    };
    room.start();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await room.db.outbox.toArray()).toMatchObject([
      { name: 'document.delete', args: { uuid, inQueue: true } },
    ]);
    await room.pull();
    expect(await wholeQueue(room.db, room.deal)).toEqual([]);
    expect(await room.db.fileBytes.count()).toBe(0);
  });

  it('during its create never becomes a document, no matter how late the request arrives', async () => {
    const uuid = await room.drop();
    failOnce('create', LOST);
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    const { createdWith, sha256: _hash, name, signingType } = (await room.file(uuid))!;
    await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
    await expect.poll(async () => room.db.files.count()).toBe(0);
    const late = await room.connect(new AbortController().signal).ask(
      (api, with_) =>
        api.documents.create(
          {
            uuid,
            transaction: room.deal,
            name,
            signing_type: signingType,
            in_queue: true,
            upload_order: 0,
            uploaded_file_key: `incoming/${room.deal}/${uuid}`,
          },
          with_,
        ),
      { idempotencyKey: createdWith?.request },
    );
    expect(late).toMatchObject({ kind: 'rejected', code: 'invalid' });
    expect(server.documents()).toEqual([]);
  });

  it('is deleted if its create was done but the answer was lost', async () => {
    const uuid = await room.drop();
    failOnce('create', LOST, 'after');
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(server.documents()).toEqual([]);
  });

  it('[REJ14] is kept if somebody has added it to the checklist since, and the user is notified', async () => {
    const uuid = await room.drop();
    failOnce('create', LOST, 'after');
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    server.addToChecklist(uuid);
    await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(server.documents()).toMatchObject([{ uuid, in_queue: false }]);
    const notices = await room.db.notices.toArray();
    expect(notices.map(({ message }) => message)).toContain(
      '1 file was kept because it is on the checklist.',
    );
  });

  it('counts as an unsent change for as long as the server may have its document', async () => {
    const uuid = await room.drop();
    server.hook = (step) => (step === 'create' ? LOST : null);
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    await room.stop();
    await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
    expect(await syncStatus(room.db)).toMatchObject({ unsent: 1, unsentFiles: 0 });
    expect(await uploadWork(room.db)).toEqual({ sends: false, removes: true });
    expect(await dealStep(room.db, room.deal)).toEqual({ kind: 'ahead', changes: 1, files: 0 });
    server.hook = () => null;
    room.start();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await syncStatus(room.db)).toMatchObject({ unsent: 0 });
  });

  it('before any request does not count as an unsent change', async () => {
    const uuid = await room.drop();
    await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
    expect(await syncStatus(room.db)).toMatchObject({ unsent: 0, unsentFiles: 0 });
    expect(await uploadWork(room.db)).toEqual({ sends: false, removes: false });
  });
});
