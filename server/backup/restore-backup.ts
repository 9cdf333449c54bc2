import { join } from 'node:path';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { NO_LIMITS } from '../postgres/connection-pool.ts';
import { makeKysely } from '../postgres/kysely.ts';
import { migrate, type Migration } from '../postgres/migrate.ts';
import type { DatabaseAddress } from '../postgres/open-database.ts';
import { ALL_PREFIXES, INSTALLATION } from '../storage/object-keys.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { recordAct } from '../store/audit/audit-log.ts';
import { markStore, readMark } from '../store/installation.ts';
import { migrations } from '../store/migrations.ts';
import type { Tables } from '../store/tables.ts';
import { openBackupClient, RESTORE_NAME } from './backup-client.ts';
import { BackupError } from './backup-error.ts';
import { allEnded, AT_ONCE, exists } from './copy-objects.ts';
import { assertUnused, emptySchema, loadDatabase } from './load-database.ts';
import { rowsOf } from './make-backup.ts';
import { objectPath, readObjectLines, type Manifest } from './manifest.ts';

type Target = {
  address: DatabaseAddress;
  objects: ObjectStore;
  now: () => Date;
};

/** Refuses a backup whose schema this version does not know. @throws {BackupError} */
export function assertKnownSchema(manifest: Manifest, schema: readonly Migration[] = migrations): void {
  const known = new Set(schema.map(({ name }) => name));
  const unknown = manifest.migrations.filter((name) => !known.has(name)).at(-1);
  if (unknown !== undefined)
    throw new BackupError(
      `The backup was made by a newer version of Counterpart (its database has the migration ${unknown}). Restore it with that version.`,
    );
}

/**
 * Restores a verified backup into an unused installation whose server is not running. An interrupted restore can be repeated,
 * because everything in the store is from the same backup, and the rows are written in one transaction. `schema`: the
 * migrations of this version.
 * @throws {BackupError}
 */
export async function restoreBackup(
  { address, objects, now }: Target,
  folder: string,
  manifest: Manifest,
  schema: readonly Migration[] = migrations,
): Promise<void> {
  assertKnownSchema(manifest, schema);
  const client = await openBackupClient(address, RESTORE_NAME);
  const db = makeKysely<Tables>(address, { maxConnections: 1, limits: NO_LIMITS, name: RESTORE_NAME });
  try {
    await assertUnused(client);
    await assertOwnStore(client, objects);
    await assertEmptyStore(objects, folder);
    // The id will change. If the restore is interrupted, the store has no owner, and the restore can be repeated.
    await objects.remove(INSTALLATION);
    await storeObjects(objects, folder);
    await emptySchema(client);
    await migrate(
      db,
      schema.filter(({ name }) => manifest.migrations.includes(name)),
    );
    await loadDatabase(client, address, folder, manifest);
    await migrate(db, schema);
    await markStore({ db, objects });
    const detail = { made_at: manifest.made_at, rows: rowsOf(manifest), files: manifest.objects.count };
    await recordAct(db, now(), { act: 'backup.restored', actor: null, detail });
    // Collect statistics for the restored rows. Otherwise PostgreSQL vacuums all of them in the first minutes of work, and
    // edits take seconds.
    await sql`vacuum (analyze)`.execute(db);
  } finally {
    await db.destroy();
    await client.end().catch(() => {});
  }
}

/**
 * Even if every file of the store is in the backup, the store may be in use by the installation that was backed up.
 * @throws {BackupError} if the store belongs to another installation than the database
 */
async function assertOwnStore(client: Client, objects: ObjectStore): Promise<void> {
  const mark = await readMark(objects);
  if (mark === null) return;
  const { rows: tables } = await client.query("select where to_regclass('installation') is not null");
  const { rows } =
    tables.length === 0
      ? { rows: [] }
      : await client.query<{ id: string }>('select id::text as id from installation');
  if (rows[0]?.id !== mark)
    throw new BackupError(
      'The file store (OBJECT_STORE) and the database (DATABASE_URL) belong to different installations, so nothing was restored. Use an empty file store, such as a new DATA_DIR or a new bucket.',
    );
}

/** @throws {BackupError} if the store has anything that is not in this backup */
async function assertEmptyStore(objects: ObjectStore, folder: string): Promise<void> {
  for (const prefix of ALL_PREFIXES)
    for await (const { key } of objects.list(prefix)) {
      if (await exists(join(folder, objectPath(key)))) continue;
      throw new BackupError(
        `The file store is in use: it has ${key}, which is not in the backup. Restore into an empty file store, such as a new DATA_DIR or a new bucket.`,
      );
    }
}

async function storeObjects(objects: ObjectStore, folder: string): Promise<void> {
  let batch: { key: string; bytes: number }[] = [];
  const store = async () => {
    const puts = batch.map(async ({ key, bytes }) =>
      objects.put(key, { path: join(folder, objectPath(key)), size: bytes }),
    );
    batch = [];
    await allEnded(puts);
  };
  for await (const object of readObjectLines(folder)) {
    if ('missing' in object) continue;
    batch.push(object);
    if (batch.length >= AT_ONCE) await store();
  }
  await store();
}
