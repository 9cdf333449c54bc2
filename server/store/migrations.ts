import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MigrationError, type Migration } from '../postgres/migrate.ts';

const FILE = /^(\d{4}-[a-z0-9-]+)\.ts$/;

/**
 * Every step of the schema in order, one file each in the folder `migrations` next to this file. A released step never
 * changes.
 */
export const migrations: readonly Migration[] = await Promise.all(
  migrationNames(readdirSync(join(import.meta.dirname, 'migrations'))).map(readMigration),
);

/**
 * Returns the names of the migrations among the files of their folder, in order.
 * @throws {MigrationError} for code that is neither a migration nor a test, because a misnamed migration would never run
 */
export function migrationNames(files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => {
      const name = FILE.exec(file)?.[1];
      if (name === undefined)
        throw new MigrationError(`server/store/migrations/${file} is not named like 0001-first-slice.ts.`);
      return name;
    })
    .toSorted();
}

/** @throws {MigrationError} if the file doesn't export one migration with the file's name */
async function readMigration(name: string): Promise<Migration> {
  const module: unknown = await import(`./migrations/${name}.ts`);
  const exported: unknown[] = Object.values(module ?? {});
  const [migration, ...others] = exported;
  if (!isMigration(migration) || migration.name !== name || others.length > 0)
    throw new MigrationError(`server/store/migrations/${name}.ts must export one migration of that name.`);
  return migration;
}

function isMigration(value: unknown): value is Migration {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false;
  return 'up' in value || 'indexes' in value || 'foreignKeys' in value;
}
