import { expect, it } from 'vitest';
import type { DocumentServer } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import { lockEmptyDevice, PASSPHRASE } from '../../../tests/support/locked-device.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { unlockDevice } from '../../db/commands/account/device-lock.ts';
import { lockDevice } from '../../db/commands/account/lock-device.ts';
import { stagedBytes } from '../../db/lock/staged-bytes.ts';
import { fileStatus } from '../../db/queries/documents/file-standing.ts';
import { stageFiles } from './staging/stage-files.ts';

const CONTENT = '%PDF-1.7 Escrow Agreement'.repeat(50);

let server: DocumentServer;
let room: UploadRoom;
inUploadRoom((opened) => {
  ({ server, room } = opened);
});

async function becomes(uuid: string, status: string): Promise<void> {
  await expect.poll(async () => (await room.file(uuid))?.status).toBe(status);
}

it('[LOCK4] queued files are sealed, and reach the server unchanged, once', async () => {
  await lockEmptyDevice(room.db);
  const uuid = await room.drop('Escrow.pdf', CONTENT);
  const row = await room.db.fileBytes.get(uuid);
  expect(await row?.bytes.text()).not.toContain('Escrow');
  room.start();
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  expect([...server.objects.values()]).toEqual([CONTENT]);
  expect(server.documents()).toHaveLength(1);
  expect(await (await room.db.fileBytes.get(uuid))?.bytes.text()).not.toContain('Escrow');
});

it('[LOCK5] files wait without a problem while the device is locked, and are sent after it is unlocked', async () => {
  await lockEmptyDevice(room.db);
  const uuid = await room.drop('Escrow.pdf', CONTENT);
  lockDevice(room.db);
  room.start();
  await room.settled();
  const waiting = await room.file(uuid);
  expect(waiting).toMatchObject({ status: 'QUEUED' });
  expect(waiting?.lastError ?? waiting?.errorMessage ?? waiting?.evicted).toBeUndefined();
  expect(waiting && fileStatus(waiting)).toBe('under_way');
  expect(server.asked).toEqual([]);
  await unlockDevice(room.db, PASSPHRASE);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  expect([...server.objects.values()]).toEqual([CONTENT]);
});

it('[LOCK5] an upload stops when the device locks, and continues from there', async () => {
  await lockEmptyDevice(room.db);
  server.hook = async (step) => (step === 'store' ? new Promise(() => undefined) : null);
  const uuid = await room.drop('Escrow.pdf', CONTENT);
  room.start();
  await becomes(uuid, 'UPLOADING_FILE_TO_STORE');
  lockDevice(room.db);
  await becomes(uuid, 'QUEUED');
  expect(server.sending).toBe(0);
  server.hook = () => null;
  await unlockDevice(room.db, PASSPHRASE);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  expect(server.documents()).toHaveLength(1);
});

it('[LOCK5] a file can be removed from the queue of a locked device', async () => {
  await lockEmptyDevice(room.db);
  const uuid = await room.drop();
  lockDevice(room.db);
  room.start();
  await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
  await expect.poll(async () => room.files()).toEqual([]);
  expect(await room.db.fileBytes.count()).toBe(0);
});

it('[LOCK4] no file is copied to a locked device, and the user is notified', async () => {
  await lockEmptyDevice(room.db);
  lockDevice(room.db);
  const file = new File([CONTENT], 'Escrow.pdf', { type: 'application/pdf' });
  expect(await stageFiles(room.db, { transaction: room.deal }, [file])).toEqual({
    staged: 0,
    refused: [
      { name: 'Escrow.pdf', reason: 'This device is locked. Unlock Counterpart, then add the file again.' },
    ],
  });
  expect([await room.files(), await room.db.fileBytes.count()]).toEqual([[], 0]);
});

it('[LOCK4] the bytes of one file in place of another’s do not open, and are never sent as the other’s', async () => {
  await lockEmptyDevice(room.db);
  const [one, other] = [
    await room.drop('One.pdf', `${CONTENT}1`),
    await room.drop('Other.pdf', `${CONTENT}2`),
  ];
  const [first, second] = await room.db.fileBytes.bulkGet([one, other]);
  await room.db.fileBytes.put({ ...first!, bytes: second!.bytes });
  await expect((await stagedBytes(room.db, one))?.arrayBuffer()).rejects.toThrow('Failed to decrypt');
  room.start();
  await becomes(other, 'SUCCESS_CREATING_DOCUMENT');
  await expect.poll(async () => (await room.file(one))?.evicted).toBe(true);
  expect([...server.objects.values()]).toEqual([`${CONTENT}2`]);
});

it('[LOCK4] the same content, added again, replaces bytes that the browser has evicted', async () => {
  await lockEmptyDevice(room.db);
  const uuid = await room.drop('Escrow.pdf', CONTENT);
  await room.db.fileBytes.clear();
  room.start();
  await expect.poll(async () => (await room.file(uuid))?.evicted).toBe(true);
  await room.drop('Escrow.pdf', CONTENT);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  expect([...server.objects.values()]).toEqual([CONTENT]);
});

it('[LOCK4] a file that arrived damaged is sent again under a different id, from the same sealed bytes', async () => {
  await lockEmptyDevice(room.db);
  server.keep = (bytes) => bytes.replace('Escrow', 'Escr0w');
  await room.drop('Escrow.pdf', CONTENT);
  room.start();
  await expect.poll(async () => (await room.files())[0]?.resent).toBe(1);
  server.keep = (bytes) => bytes;
  room.clock.advance(60_000);
  await expect.poll(async () => room.statuses()).toEqual(['SUCCESS_CREATING_DOCUMENT']);
  expect(server.documents()).toHaveLength(1);
});
