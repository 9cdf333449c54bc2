import { describe, expect, it, vi } from 'vitest';
import type { DocumentServer } from '../../../tests/support/document-server.ts';
import { inUploadRoom } from '../../../tests/support/in-upload-room.ts';
import type { UploadRoom } from '../../../tests/support/upload-room.ts';
import { UPLOAD_MESSAGES } from '../../contract/rules/documents/upload-status.ts';
import { editQueueFiles } from '../../db/commands/documents/edit-queue-files.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { wipeUnsentFiles } from '../../db/commands/documents/wipe-unsent-files.ts';
import { filesHere } from '../../db/queries/documents/file-standing.ts';
import { syncStatus } from '../../db/queries/status/sync-status.ts';
import { changeFile } from './change-file.ts';
import type { PostFile } from './sending/post-file.ts';
import { retryUpload } from './retry-upload.ts';
import { stageFiles } from './staging/stage-files.ts';
import { beginUploads } from './uploader.ts';

let server: DocumentServer;
let room: UploadRoom;
inUploadRoom((opened) => {
  ({ server, room } = opened);
});

async function becomes(uuid: string, status: string): Promise<void> {
  await expect.poll(async () => (await room.file(uuid))?.status).toBe(status);
}

/** Retries until the file has ended, and returns how often a step was requested. */
async function triesUntil(uuid: string, status: string, step: 'store' | 'create'): Promise<number> {
  for (let tries = 0; tries < 30 && (await room.file(uuid))?.status !== status; tries += 1) {
    await room.settled();
    room.clock.advance(600_000);
  }
  await becomes(uuid, status);
  return server.count(step);
}

describe('[UP14] the status of a file', () => {
  it('stays as it was if the table does not allow the change', async () => {
    const uuid = await room.drop();
    const uploader = await beginUploads(room.db);
    await expect(changeFile(uploader, uuid, { status: 'SUCCESS_CREATING_DOCUMENT' })).rejects.toThrow(
      'QUEUED can’t be followed by SUCCESS_CREATING_DOCUMENT.',
    );
    expect((await room.file(uuid))?.status).toBe('QUEUED');
  });

  it.for(['SUCCESS_CREATING_DOCUMENT', 'FAILED_CREATING_DOCUMENT', 'REMOVED'] as const)(
    'that has reached %s stays there, whatever the earlier worker reports',
    async (status) => {
      const uuid = await room.drop();
      const uploader = await beginUploads(room.db);
      await room.db.files.update(uuid, { status });
      expect(await changeFile(uploader, uuid, { status: 'IN_PROGRESS', sentBytes: 1 })).toBe(false);
      expect(await room.file(uuid)).toMatchObject({ status, sentBytes: 0 });
    },
  );

  it('can be written again, and other facts are written without a status', async () => {
    const uuid = await room.drop();
    const uploader = await beginUploads(room.db);
    expect(await changeFile(uploader, uuid, { status: 'QUEUED', lastError: 'No network.' })).toBe(true);
    expect(await changeFile(uploader, uuid, { sentBytes: 3 })).toBe(true);
    expect(await room.file(uuid)).toMatchObject({ lastError: 'No network.', sentBytes: 3 });
  });
});

describe('[UP15] a store that keeps refusing', () => {
  it('even fresh permissions fails the file, which is sent when the user retries', async () => {
    const uuid = await room.drop();
    server.hook = (step) => (step === 'store' ? { status: 403 } : null);
    room.start();
    expect(await triesUntil(uuid, 'FAILED_UPLOADING_FILE_TO_STORE', 'store')).toBe(6);
    expect((await room.file(uuid))?.errorMessage).toBe(UPLOAD_MESSAGES.upload);
    server.hook = () => null;
    await retryUpload(room.db, uuid);
    expect((await room.file(uuid))?.refused).toBeUndefined();
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
  });

  it('only because a large file takes longer than a permission is valid is continued', async () => {
    const uuid = await room.drop();
    let tries = 0;
    room.start(async (presigned, ...rest) => {
      tries += 1;
      if (tries <= 8) return { outcome: 'refused', status: 403, advanced: true };
      return server.postFile(presigned, ...rest);
    });
    await triesUntil(uuid, 'SUCCESS_CREATING_DOCUMENT', 'store');
    expect(tries).toBe(9);
  });
});

describe('[UP16] an upload that was discarded before the create arrived', () => {
  it('is sent again under the same id, with the user’s latest edits', async () => {
    const uuid = await room.drop();
    const sha256 = (await room.file(uuid))?.sha256;
    server.hook = (step) => (step === 'create' ? 'hang up' : null);
    room.start();
    await expect.poll(async () => (await room.file(uuid))?.lastError).toBeDefined();
    server.objects.clear();
    await editQueueFiles(room.db, { transaction: room.deal, uuids: [uuid], name: 'Renamed' });
    server.hook = () => null;
    await triesUntil(uuid, 'SUCCESS_CREATING_DOCUMENT', 'create');
    expect(server.documents()).toMatchObject([{ uuid, sha256, name: 'Renamed' }]);
    expect(server.count('store')).toBe(2);
  });

  it('[DISK8] leaves the bytes unchanged, because a full disk has no room for a second copy', async () => {
    const uuid = await room.drop();
    server.hook = (step, when) => {
      if (step === 'create' && when === 'before' && server.count('create') === 1) server.objects.clear();
      return null;
    };
    room.db.fileBytes.hook('creating', () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    room.start();
    await triesUntil(uuid, 'SUCCESS_CREATING_DOCUMENT', 'create');
    expect(server.count('store')).toBe(2);
  });

  it('fails after two more tries', async () => {
    const uuid = await room.drop();
    server.hook = (step, when) => {
      if (step === 'create' && when === 'before') server.objects.clear();
      return null;
    };
    room.start();
    expect(await triesUntil(uuid, 'FAILED_UPLOADING_FILE_TO_STORE', 'create')).toBe(3);
    expect((await room.file(uuid))?.errorMessage).toBe(UPLOAD_MESSAGES.upload);
  });
});

it('[UP17] a stopped sender is told whether the user removed the file from the queue or had it deleted', async () => {
  const told: boolean[] = [];
  const post: PostFile = async (_presigned, _file, signal, _onProgress, isUnwanted) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    told.push(await isUnwanted());
    return { outcome: 'stopped' };
  };
  const uuid = await room.drop();
  room.start(post);
  await becomes(uuid, 'UPLOADING_FILE_TO_STORE');
  await room.stop();
  room.start(post);
  await becomes(uuid, 'UPLOADING_FILE_TO_STORE');
  await removeFromQueue(room.db, { transaction: room.deal, uuids: [uuid] });
  await expect.poll(async () => room.db.files.count()).toBe(0);
  const wiped = await room.drop();
  await becomes(wiped, 'UPLOADING_FILE_TO_STORE');
  await wipeUnsentFiles(room.db, [wiped]);
  await expect.poll(() => told).toEqual([false, true, true]);
});

describe('[UP18] an upload that is retried after its create was rejected', () => {
  it('is sent from the beginning, until the store has it', async () => {
    const uuid = await room.drop();
    const afresh: (boolean | undefined)[] = [];
    server.hook = (step) =>
      step === 'create' ? { status: 422, body: { code: 'invalid', error_message: 'It is damaged.' } } : null;
    room.start(async (presigned, file, ...rest) => {
      afresh.push(file.isAfresh);
      // The first try of the second upload is interrupted.
      if (afresh.length === 2) return { outcome: 'unreachable' };
      return server.postFile(presigned, file, ...rest);
    });
    await becomes(uuid, 'FAILED_CREATING_DOCUMENT');
    server.hook = () => null;
    await retryUpload(room.db, uuid);
    await triesUntil(uuid, 'SUCCESS_CREATING_DOCUMENT', 'create');
    expect(afresh).toEqual([false, true, true]);
    expect((await room.file(uuid))?.afresh).toBeUndefined();
  });
});

describe('[UP11] a file whose bytes the browser has evicted', () => {
  const gone = {
    status: 'FAILED_UPLOADING_FILE_TO_STORE',
    evicted: true,
    errorMessage: 'The browser no longer has this file. Add it again.',
  };

  it('says so, and uses the same content when it is added again', async () => {
    const content = `%PDF-1.7 ${'x'.repeat(500)}`;
    const uuid = await room.drop('Escrow.pdf', content);
    await room.db.fileBytes.clear();
    room.start();
    await becomes(uuid, 'FAILED_UPLOADING_FILE_TO_STORE');
    expect(await room.file(uuid)).toMatchObject(gone);
    const again = new File([content], 'Found.pdf', { type: 'application/pdf' });
    await stageFiles(room.db, { transaction: room.deal }, [again]);
    await becomes(uuid, 'SUCCESS_CREATING_DOCUMENT');
    expect((await room.file(uuid))?.evicted).toBeUndefined();
    expect(server.documents()).toMatchObject([{ uuid, name: 'Escrow' }]);
  });

  it('after it failed asks for them on Retry, and is not queued without them', async () => {
    const uuid = await room.drop();
    server.hook = (step) => (step === 'store' ? { status: 400 } : null);
    room.start();
    await becomes(uuid, 'FAILED_UPLOADING_FILE_TO_STORE');
    await room.db.fileBytes.clear();
    await retryUpload(room.db, uuid);
    expect(await room.file(uuid)).toMatchObject(gone);
    await room.settled();
    expect(server.count('presign')).toBe(1);
  });

  it('says so although its row still names them, and is not mistaken for an unreachable store', async () => {
    const uuid = await room.drop();
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('Gone.', 'NotReadableError'));
    room.start(async () => ({ outcome: 'unreachable' }));
    await becomes(uuid, 'FAILED_UPLOADING_FILE_TO_STORE');
    expect(await room.file(uuid)).toMatchObject(gone);
    await room.stop();
    vi.restoreAllMocks();
    const again = new File([await (await room.db.fileBytes.get(uuid))!.bytes.text()], 'Found.pdf');
    await stageFiles(room.db, { transaction: room.deal }, [again]);
    expect(await room.files()).toMatchObject([{ uuid, status: 'QUEUED', name: 'Escrow' }]);
  });

  it('can’t be deleted by signing out, and waits for the user', async () => {
    const uuid = await room.drop();
    await room.db.fileBytes.clear();
    room.start();
    await becomes(uuid, 'FAILED_UPLOADING_FILE_TO_STORE');
    expect(await filesHere(room.db)).toEqual([]);
    expect(await syncStatus(room.db)).toMatchObject({ failedFiles: 0, filesNotHere: 1 });
  });
});

describe('uploads that cannot be started', () => {
  it('are reported once, no matter how many fail together', async () => {
    const uuids = [await room.drop('a.pdf'), await room.drop('b.pdf')];
    server.hook = (step) =>
      step === 'presign' ? { status: 422, body: { code: 'invalid', error_message: 'No.' } } : null;
    room.start();
    for (const uuid of uuids) await becomes(uuid, 'FAILED_FETCHING_PRESIGNED_URL');
    const [notice, ...others] = await room.db.notices.toArray();
    expect(notice).toMatchObject({ level: 'error', message: 'Failed to get pre-signed url for uploads.' });
    expect(others).toEqual([]);
  });

  it('show the server’s own message if it rejects them', async () => {
    const purged = 'The files of this transaction were archived and removed, so you can’t add files.';
    const refusals = {
      'a.pdf': { code: 'not_allowed', error_message: purged },
      'b.pdf': { code: 'invalid', error_message: 'No.' },
    };
    const uuids = { 'a.pdf': await room.drop('a.pdf'), 'b.pdf': await room.drop('b.pdf') };
    server.hook = (step, _when, uuid) => {
      if (step !== 'presign') return null;
      return uuid === uuids['a.pdf']
        ? { status: 403, body: refusals['a.pdf'] }
        : { status: 422, body: refusals['b.pdf'] };
    };
    room.start();
    for (const uuid of Object.values(uuids)) await becomes(uuid, 'FAILED_FETCHING_PRESIGNED_URL');
    expect((await room.file(uuids['a.pdf']))?.errorMessage).toBe(purged);
    expect((await room.file(uuids['b.pdf']))?.errorMessage).toBe('No.');
  });

  it('are held and send nothing if the server does not say where to send them', async () => {
    const uuid = await room.drop();
    server.hook = (step) =>
      step === 'presign' ? { status: 200, body: { url: 'http://store.test/', fields: {} } } : null;
    room.start();
    await expect
      .poll(async () => (await room.file(uuid))?.lastError)
      .toBe('The server didn’t say where to upload the file.');
    expect(server.count('store')).toBe(0);
  });
});
