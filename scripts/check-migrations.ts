// Part of `npm run check`: each migration file can be loaded and has its own number. Needs no database.
import { globSync } from 'node:fs';
import { basename } from 'node:path';

/** Returns what is wrong with the names of files, which are given without `.ts`; empty if nothing is. */
export function migrationFaults(files: readonly string[]): string[] {
  const byNumber = Map.groupBy(files, (name) => name.slice(0, 4));
  return [
    ...files
      .filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))
      .map((name) => `${name} is not named like 0001-first-slice.`),
    ...[...byNumber.values()]
      .filter((names) => names.length > 1)
      .map((names) => `${names.join(' and ')} have the same number.`),
  ];
}

if (import.meta.main) {
  const files = globSync('server/store/migrations/*.ts')
    .map((path) => basename(path, '.ts'))
    .filter((name) => !name.endsWith('.test'));
  const faults = migrationFaults(files);
  for (const fault of faults) console.log(fault);
  // Throws if a file doesn't export one migration with its name.
  await import('../server/store/migrations.ts');
  process.exitCode = faults.length === 0 ? 0 : 1;
}
