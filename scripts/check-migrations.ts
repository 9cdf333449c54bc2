// Part of `npm run check`: the list of migrations is the folder's, in order. Without a database.
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { migrations } from '../server/store/migrations.ts';

/** What is wrong with the list of migrations, given the names of the files without `.ts`; empty when nothing is. */
export function migrationFaults(listed: readonly string[], files: readonly string[]): string[] {
  const numberOf = (name: string) => name.slice(0, 4);
  return [
    ...listed
      .filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))
      .map((name) => `${name} is not named like 0001-first-slice.`),
    ...listed.filter((name) => !files.includes(name)).map((name) => `${name} has no file of its name.`),
    ...files.filter((name) => !listed.includes(name)).map((name) => `${name} is missing from the list.`),
    ...listed.flatMap((name, index) => {
      const before = listed[index - 1];
      if (before === undefined) return [];
      if (numberOf(before) === numberOf(name)) return [`${before} and ${name} have the same number.`];
      return before > name ? [`${name} is listed after ${before}.`] : [];
    }),
  ];
}

if (import.meta.main) {
  const files = globSync('server/store/migrations/*.ts')
    .map((path) => basename(path, '.ts'))
    .filter((name) => !name.endsWith('.test'));
  const faults = migrationFaults(
    migrations.map(({ name }) => name),
    files,
  );
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
