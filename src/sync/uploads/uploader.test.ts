import { beforeEach, expect, it } from 'vitest';
import type { DocumentServer, Step } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { LeaseLostError } from '../engine/lease.ts';
import { removeFile } from './remove-file.ts';
import { Progress } from './progress.ts';
import { Turnstile } from './staging/semaphore.ts';
import { uploadFile, type UploadHost } from './upload-file.ts';
import { runUploads } from './upload-loop.ts';
import { beginUploads } from './uploader.ts';

let server: DocumentServer;
let room: UploadRoom;
let uuid: string;
let robbed: AbortController;

inUploadRoom((opened) => {
  ({ server, room } = opened);
});

beforeEach(async () => {
  uuid = await room.drop();
  robbed = new AbortController();
});

async function host(): Promise<UploadHost> {
  const { signal } = robbed;
  const transport = room.connect(signal);
  const uploader = await beginUploads(room.db);
  const progress = new Progress(uploader);
  return { ...uploader, relaxed: room.db, progress, transport, signal, creates: new Turnstile(2) };
}

/** Another worker takes over and gets its own bytes. */
async function takeOver(): Promise<void> {
  await beginUploads(room.db);
  await room.db.files.update(uuid, { status: 'UPLOADING_FILE_TO_STORE', sentBytes: 7 });
}

const theirs = { status: 'UPLOADING_FILE_TO_STORE', sentBytes: 7 };

/** At this moment of a step, and whether the worker is notified of it before it writes. */
const moments: [Step, 'before' | 'after', string, boolean][] = [
  ['presign', 'before', 'and does not know it yet', false],
  ['presign', 'after', 'and does not know it yet', false],
  ['store', 'before', 'and does not know it yet', false],
  ['store', 'after', 'and does not know it yet', false],
  ['store', 'before', 'and hears it', true],
  ['create', 'before', 'and does not know it yet', false],
  ['create', 'after', 'and does not know it yet', false],
];

it.for(moments)(
  '[LEAD4] an uploader that loses its lock at %s, %s it was done, %s, writes nothing more',
  async (moment) => {
    const [step, when, , hears] = moment;
    server.hook = async (asked, at) => {
      if (asked !== step || at !== when) return null;
      await takeOver();
      if (hears) robbed.abort();
      return null;
    };
    await room.db.files.update(uuid, { status: 'IN_PROGRESS' });
    const upload = uploadFile(await host(), uuid, server.postFile);
    await expect(upload).rejects.toThrow(LeaseLostError);
    expect(await room.file(uuid)).toMatchObject(theirs);
    expect(await room.db.fileBytes.count(), 'the bytes are the other’s to send').toBe(1);
  },
);

it('[LEAD4] an uploader that loses its lock while it deletes a document leaves the file to the other', async () => {
  await room.db.files.update(uuid, { createdWith: { name: 'Escrow', signingType: 'to_be_signed' } });
  await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
  server.hook = async (asked, at) => {
    if (asked === 'delete' && at === 'before') await beginUploads(room.db);
    return null;
  };
  await expect(removeFile(await host(), uuid)).rejects.toThrow(LeaseLostError);
  expect(await room.statuses()).toEqual(['REMOVED']);
});

it('[LEAD4] a worker that finds that it lost its lock ends its uploads', async () => {
  server.hook = async (asked, at) => {
    if (asked === 'store' && at === 'before') await takeOver();
    return null;
  };
  const { db, clock } = room;
  const isMetered = () => false;
  const ports = {
    db,
    relaxed: db,
    isMetered,
    postFile: server.postFile,
    connect: room.connect.bind(room),
    signal: robbed.signal,
  };
  await expect(runUploads(ports, clock)).rejects.toThrow(LeaseLostError);
  expect(await room.file(uuid)).toMatchObject(theirs);
});
