import { describe, expect, it } from 'vitest';
import type { DocumentServer } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { editQueueFiles } from '../../db/commands/documents/edit-queue-files.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { uploadDuplicate } from '../../db/commands/documents/upload-duplicate.ts';
import { wholeQueue } from '../../../tests/support/whole-queue.ts';
import { retryUpload } from './retry-upload.ts';

let server: DocumentServer;
let room: UploadRoom;
inUploadRoom((opened) => {
  ({ server, room } = opened);
});

async function becomes(uuid: string, status: string): Promise<void> {
  await expect.poll(async () => (await room.file(uuid))?.status).toBe(status);
}

describe('[UP12] a file that waits because its deal has its content', () => {
  const content = `%PDF-1.7 ${'x'.repeat(500)}`;

  it.for([
    ['was removed from the queue', async (uuid: string) => takeOff(uuid)],
    [
      'has failed',
      async (uuid: string) => room.db.files.update(uuid, { status: 'FAILED_UPLOADING_FILE_TO_STORE' }),
    ],
  ] as const)('reports if the other %s, and is sent when the user agrees', async ([, end]) => {
    const [first, second] = [await room.drop('Deed.pdf', content), await room.drop('Again.pdf', content)];
    expect(await room.file(second)).toMatchObject({ duplicateOf: 'Deed' });
    await end(first);
    room.start();
    await expect.poll(async () => (await room.file(second))?.twinGone).toBe(true);
    await room.settled();
    expect(server.documents()).toEqual([]);
    await uploadDuplicate(room.db, second);
    await becomes(second, 'SUCCESS_CREATING_DOCUMENT');
  });

  it('names the other file by its current name, or another one that was added later', async () => {
    const [first, second, third] = [
      await room.drop('Deed.pdf', content),
      await room.drop('Second.pdf', content),
      await room.drop('Third.pdf', content),
    ];
    server.hook = (step) => (step === 'store' ? 'hang up' : null);
    room.start();
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [first], name: 'Deed of trust' });
    await expect.poll(async () => (await room.file(third))?.duplicateOf).toBe('Deed of trust');
    await takeOff(first);
    await expect.poll(async () => (await room.file(third))?.twinGone).toBe(true);
    await uploadDuplicate(room.db, second);
    await expect
      .poll(async () => room.file(third))
      .toMatchObject({ duplicateOf: 'Second', status: 'QUEUED' });
    expect((await room.file(third))?.twinGone).toBeUndefined();
  });

  it('waits again when it is retried after it failed and another came', async () => {
    const first = await room.drop('Deed.pdf', content);
    await room.db.files.update(first, { status: 'FAILED_UPLOADING_FILE_TO_STORE' });
    await room.drop('Again.pdf', content);
    await retryUpload(room.db, first);
    expect(await room.file(first)).toMatchObject({ status: 'QUEUED', duplicateOf: 'Again' });
  });

  async function takeOff(uuid: string): Promise<void> {
    await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
  }
});

describe('[FILE3] a file whose document came from another device', () => {
  it.for([
    ['failed', { status: 'FAILED_UPLOADING_FILE_TO_STORE' }],
    ['waits for the user', { duplicateOf: 'Deed' }],
  ] as const)('is dropped if it %s, and typed changes go to the document', async ([, change]) => {
    const uuid = await room.drop();
    await room.db.files.update(uuid, change);
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Renamed here' });
    const bytes = await (await room.db.fileBytes.get(uuid))!.bytes.text();
    const uploaded_file_key = `incoming/${room.deal}/${uuid}`;
    server.objects.set(uploaded_file_key, bytes);
    const elsewhere = room.connect(new AbortController().signal);
    await elsewhere.ask((api, with_) =>
      api.documents.create({ uuid, transaction: room.deal, name: 'Escrow', uploaded_file_key }, with_),
    );
    await room.pull();
    room.start();
    await expect.poll(async () => room.db.files.count()).toBe(0);
    expect(await room.db.fileBytes.count()).toBe(0);
    expect(await wholeQueue(room.db, room.deal)).toMatchObject([{ uuid, saved: true, name: 'Renamed here' }]);
    expect(await room.db.outbox.toArray()).toMatchObject([
      { name: 'document.update', args: { uuid, edits: { name: 'Renamed here' } } },
    ]);
  });
});
