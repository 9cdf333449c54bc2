import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import type { Services } from '../services.ts';
import { holdOffRemovals } from '../store/backup-lock.ts';
import { recordAct } from '../store/audit/audit-log.ts';
import { claimStore, FOREIGN_STORE } from '../store/installation.ts';
import { openBackupClient } from './backup-client.ts';
import { BackupError } from './backup-error.ts';
import { copyObjects } from './copy-objects.ts';
import { dumpDatabase, NEEDED } from './dump-database.ts';
import { syncFolders, writeHashed } from './hashed-file.ts';
import { FORMAT, writeManifest, type Manifest } from './manifest.ts';

type Source = Pick<Services, 'db' | 'objects' | 'now'> & {
  address: DatabaseAddress;
  /** Prints a line for the operator. */
  say: (line: string) => void;
};

/**
 * Backs up the database and every stored file that its rows name to a new or empty folder, while the server runs. It is a
 * consistent snapshot: nothing is removed from the store until the files are copied (backup-lock.ts).
 * @throws {BackupError}
 */
export async function makeBackup(source: Source, folder: string): Promise<Manifest> {
  if (!(await claimStore(source))) throw new BackupError(FOREIGN_STORE);
  const client = await openBackupClient(source.address, 'counterpart-backup');
  try {
    await holdOffRemovals(client, () => source.say('Waiting until old files have been removed …'));
    // Only after the wait: another backup may be writing to the same folder.
    await takeFolder(folder);
    const manifest = await writeOrClear(source, client, folder);
    await recordBackup(source, folder, manifest);
    return manifest;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Writes the backup; if that fails, the folder is empty again. */
async function writeOrClear(source: Source, client: Client, folder: string): Promise<Manifest> {
  try {
    return await writeBackup(source, client, folder);
  } catch (error) {
    // The folder was empty, so everything in it is ours.
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
}

/** @throws {BackupError} */
async function recordBackup(source: Source, folder: string, manifest: Manifest): Promise<void> {
  const { count: files, missing, damaged } = manifest.objects;
  const detail = { made_at: manifest.made_at, rows: rowsOf(manifest), files, missing, damaged };
  try {
    await recordAct(source.db, source.now(), { act: 'backup.made', actor: null, detail });
  } catch (cause) {
    throw new BackupError(
      `The backup in ${folder} is complete, but it could not be recorded in the audit log: ${String(cause)}`,
      { cause },
    );
  }
}

export function rowsOf({ tables }: Pick<Manifest, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

async function writeBackup({ db, objects }: Source, client: Client, folder: string): Promise<Manifest> {
  const dump = await dumpDatabase(client, db, folder);
  const counts = { count: 0, bytes: 0, missing: 0, damaged: 0 };
  const lines = async function* () {
    for await (const object of copyObjects(objects, folder)) {
      if ('missing' in object) counts.missing += 1;
      else {
        counts.count += 1;
        counts.bytes += object.bytes;
        if (object.damaged) counts.damaged += 1;
      }
      yield `${JSON.stringify(object)}\n`;
    }
  };
  const file = await writeHashed(folder, 'objects.jsonl', Readable.from(lines(), { objectMode: false }));
  await rm(join(folder, NEEDED));
  await assertStillHeld(client);
  await syncFolders(folder);
  const manifest: Manifest = {
    product: 'counterpart',
    format: FORMAT,
    ...dump,
    objects: { ...counts, file },
  };
  await writeManifest(folder, manifest);
  return manifest;
}

/** Losing the connection loses the lock, so files that the rows name may have been removed. */
async function assertStillHeld(client: Client): Promise<void> {
  await client.query('select 1').catch((cause: unknown) => {
    throw new BackupError('The connection to the database was lost. Start the backup again.', { cause });
  });
}

async function takeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty. Choose a new folder for each backup.`);
}
