import { expect, it } from 'vitest';
import type { DocumentServer } from '../../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../../tests/support/upload-room.ts';
import { sessionNumber } from '../../../db/device-database.ts';

const MINUTE_MS = 60_000;
const SENT = 'SUCCESS_CREATING_DOCUMENT';

let server: DocumentServer;
let room: UploadRoom;
inUploadRoom((opened) => {
  ({ server, room } = opened);
});

const areSent = async (count: number) =>
  expect.poll(async () => room.statuses()).toEqual(Array.from({ length: count }, () => SENT));

it('[AUTH3] files sent with less than 30 minutes left refresh the session first, once for all', async () => {
  await room.signIn(29 * MINUTE_MS);
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await room.drop(name);
  room.start();
  await areSent(3);
  expect(server.asked[0]?.step).toBe('refresh');
  expect(server.count('refresh')).toBe(1);
});

it('[AUTH3] files sent earlier do not refresh the session', async () => {
  await room.signIn(31 * MINUTE_MS);
  await room.drop();
  room.start();
  await areSent(1);
  expect(server.count('refresh')).toBe(0);
});

it('[AUTH3] a rejected refresh means that the session has ended, so the file waits, and its request is not sent', async () => {
  await room.signIn(29 * MINUTE_MS);
  const body = { code: 'signed_out', error_message: 'Please sign in again.' };
  server.hook = (step) => (step === 'refresh' ? { status: 401, body } : null);
  await room.drop();
  room.start();
  await expect.poll(async () => sessionNumber(room.db.userId)).toBeNull();
  await room.settled();
  expect(server.count('presign')).toBe(0);
  expect(await room.statuses()).toEqual(['QUEUED']);
});

it('[AUTH3] a refresh that does not get through delays no file', async () => {
  await room.signIn(29 * MINUTE_MS);
  server.hook = (step) => (step === 'refresh' ? { status: 503 } : null);
  await room.drop();
  room.start();
  await areSent(1);
  expect(server.count('refresh')).toBeGreaterThan(0);
});
