import { expect, it } from 'vitest';
import type { DocumentServer } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { announceWork } from '../../db/change-sets.ts';
import {
  pauseUploads,
  resumeUploads,
  retryUploadsNow,
  uploadOnMetered,
} from '../../db/commands/documents/pause-uploads.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { uploadDuplicate } from '../../db/commands/documents/upload-duplicate.ts';
import { uploadHold } from '../../db/queries/documents/upload-pause.ts';
import { NO_DEAL } from '../../db/rows.ts';
import { stageFiles } from './staging/stage-files.ts';

let server: DocumentServer;
let room: UploadRoom;
inUploadRoom((opened) => {
  ({ server, room } = opened);
});

async function becomes(uuid: string, status: string): Promise<void> {
  await expect.poll(async () => (await room.file(uuid))?.status).toBe(status);
}

it('[UP8] a pause stops bytes in any worker, and resuming sends the file once', async () => {
  server.hook = async (step) => (step === 'store' ? new Promise(() => undefined) : null);
  const uuid = await room.drop();
  room.start();
  await becomes(uuid, 'UPLOADING_FILE_TO_STORE');
  await pauseUploads(room.db);
  await becomes(uuid, 'QUEUED');
  expect(server.sending).toBe(0);
  await room.stop();
  server.hook = () => null;
  room.start();
  const later = await room.drop('Deed.pdf');
  await room.settled();
  expect(server.count('store')).toBe(1);
  await resumeUploads(room.db);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  await becomes(later, 'SUCCESS_CREATING_DOCUMENT');
  expect(server.documents()).toHaveLength(2);
});

it('[UP8] a file can be removed from a paused queue, with its document', async () => {
  const uuid = await room.drop();
  room.start();
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  await pauseUploads(room.db);
  const waiting = await room.drop('Deed.pdf');
  await removeFromQueue(room.db, { transaction: room.deal, uuids: [waiting] });
  await expect.poll(async () => (await room.files()).map((row) => row.uuid)).toEqual([uuid]);
});

it('[UP8] with data saver on, files wait for permission, which ends with the queue', async () => {
  room.metered = true;
  const uuid = await room.drop();
  room.start();
  await room.settled();
  expect(server.asked).toEqual([]);
  await uploadOnMetered(room.db);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  await expect.poll(async () => (await uploadHold(room.db)).onMetered).toBe(false);
  const later = await room.drop('Deed.pdf');
  await room.settled();
  expect((await room.file(later))?.status).toBe('QUEUED');
  room.metered = false;
  announceWork(room.db.userId);
  await becomes(later, 'SUCCESS_CREATING_DOCUMENT');
});

it('[UP8] permission to send ends with the queue even if a file waits for the user, and does not send that file later', async () => {
  room.metered = true;
  const uuid = await room.drop('Escrow.pdf', '%PDF-1.7 '.repeat(40));
  const again = await room.drop('Escrow (1).pdf', '%PDF-1.7 '.repeat(40));
  const unfiled = new File(['%PDF-1.7 shared '.repeat(40)], 'Shared.pdf', { type: 'application/pdf' });
  await stageFiles(room.db, { transaction: NO_DEAL }, [unfiled]);
  await uploadOnMetered(room.db);
  room.start();
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  await expect.poll(async () => (await uploadHold(room.db)).onMetered).toBe(false);
  await uploadDuplicate(room.db, again);
  await room.settled();
  expect((await room.file(again))?.status).toBe('QUEUED');
});

it('[PUSH5] an upload that waits for a retry is retried immediately when the user asks for it', async () => {
  server.hook = (step, when) => (step === 'store' && when === 'before' ? 'hang up' : null);
  const uuid = await room.drop();
  room.start();
  await expect.poll(async () => (await room.file(uuid))?.lastError).toBe('The file store can’t be reached.');
  server.hook = () => null;
  await retryUploadsNow(room.db);
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
});

it('[UP12] content that its deal already has is not sent before the user agrees', async () => {
  const uuid = await room.drop('Escrow.pdf', '%PDF-1.7 '.repeat(40));
  const again = await room.drop('Escrow (1).pdf', '%PDF-1.7 '.repeat(40));
  room.start();
  await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  await room.settled();
  expect((await room.file(again))?.status).toBe('QUEUED');
  expect(server.documents()).toHaveLength(1);
});
