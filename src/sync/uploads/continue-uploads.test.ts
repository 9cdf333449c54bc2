import { beforeEach, expect, it, vi } from 'vitest';
import type { DocumentServer } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { continueUploads } from './continue-uploads.ts';

let server: DocumentServer;
let room: UploadRoom;
let takenBack: AbortController;
let isPageShown: boolean;

inUploadRoom((opened) => {
  ({ server, room } = opened);
});

beforeEach(() => {
  takenBack = new AbortController();
  isPageShown = false;
});

/** Notifies the service worker that files are being uploaded. */
async function carryOn(): Promise<boolean> {
  return continueUploads({
    db: room.db,
    relaxed: room.db,
    clock: room.clock,
    connect: (signal) => room.connect(signal),
    signal: takenBack.signal,
    isPageShown: async () => isPageShown,
    postFile: server.postFile,
  });
}

/** Lets time pass until it has ended. */
async function untilEnded(carrying: Promise<boolean>): Promise<boolean> {
  const ended = vi.fn<() => void>();
  void carrying.finally(ended);
  await expect
    .poll(() => {
      room.clock.advance(500);
      return ended.mock.calls.length;
    })
    .toBe(1);
  return carrying;
}

async function heldAndWaiting(): Promise<{ held: number; waiting: number }> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const uploads = (locks: LockInfo[]) =>
    locks.filter(({ name }) => name === `counterpart-uploads-${room.db.userId}`).length;
  return { held: uploads(held), waiting: uploads(pending) };
}

it('[UP9] the service worker waits for the page’s worker, and sends what that worker left', async () => {
  let isFirst = true;
  server.hook = async (step) => {
    if (step !== 'store' || !isFirst) return null;
    isFirst = false;
    return new Promise(() => undefined);
  };
  const uuid = await room.drop();
  room.start();
  await expect.poll(async () => room.statuses()).toEqual(['UPLOADING_FILE_TO_STORE']);
  const carrying = carryOn();
  await room.settled();
  expect(server.count('store')).toBe(1);
  await room.crash();
  expect(await untilEnded(carrying)).toBe(false);
  expect(await room.statuses()).toEqual(['SUCCESS_CREATING_DOCUMENT']);
  expect(server.documents().map((document) => document.uuid)).toEqual([uuid]);
});

it('[UP4] [UP9] the service worker deletes files on the server that were removed from the queue before they were known to exist there', async () => {
  const uuid = await room.drop();
  server.hook = (step, when) => (step === 'create' && when === 'after' ? 'hang up' : null);
  room.start();
  await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
  await room.stop();
  await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
  server.hook = () => null;
  expect(server.documents()).toHaveLength(1);
  expect(await untilEnded(carryOn())).toBe(false);
  expect(server.documents()).toEqual([]);
  expect(await room.db.files.count()).toBe(0);
});

it('[UP9] the service worker leaves the uploads to a visible page', async () => {
  await room.drop();
  isPageShown = true;
  expect(await untilEnded(carryOn())).toBe(true);
  expect(server.asked).toEqual([]);
});

it('[UP9] a page that takes the uploads back gets them immediately, and the file is sent once', async () => {
  server.hook = async (step) => (step === 'store' ? new Promise(() => undefined) : null);
  await room.drop();
  const carrying = carryOn();
  await expect
    .poll(() => {
      room.clock.advance(100);
      return server.count('store');
    })
    .toBe(1);
  server.hook = () => null;
  takenBack.abort();
  room.start();
  expect(await carrying).toBe(true);
  await expect.poll(async () => room.statuses()).toEqual(['SUCCESS_CREATING_DOCUMENT']);
  expect(server.documents()).toHaveLength(1);
});

it('[UP9] the service worker waits behind a page’s worker that is about to request the uploads, and gets them when that worker dies', async () => {
  isPageShown = true;
  await room.drop();
  const carrying = carryOn();
  await expect.poll(async () => heldAndWaiting()).toEqual({ held: 0, waiting: 0 });
  server.hook = async (step) => (step === 'store' ? new Promise(() => undefined) : null);
  room.start();
  await expect.poll(async () => room.statuses()).toEqual(['UPLOADING_FILE_TO_STORE']);
  room.clock.advance(1000);
  await expect.poll(async () => heldAndWaiting()).toEqual({ held: 1, waiting: 1 });
  server.hook = () => null;
  isPageShown = false;
  await room.crash();
  expect(await untilEnded(carrying)).toBe(false);
  expect(await room.statuses()).toEqual(['SUCCESS_CREATING_DOCUMENT']);
});

it('[UP9] a reloaded page does not wait for a service worker that has not begun', async () => {
  await room.drop();
  const carrying = carryOn();
  await expect.poll(async () => heldAndWaiting()).toEqual({ held: 1, waiting: 0 });
  takenBack.abort();
  expect(await carrying).toBe(true);
  expect(server.asked).toEqual([]);
});

it('[UP9] the service worker stops if nothing can be sent now, and reports that files are left', async () => {
  server.hook = (step) => (step === 'presign' ? 'hang up' : null);
  await room.drop();
  expect(await untilEnded(carryOn())).toBe(true);
  expect(await room.statuses()).toEqual(['QUEUED']);
});

it('[UP9] the service worker does nothing if no file is being uploaded', async () => {
  expect(await carryOn()).toBe(false);
});
