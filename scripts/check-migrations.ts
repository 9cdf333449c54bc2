// Part of `npm run check`: checks that each migration file loads and has a unique number. Needs no database.

/** Returns a sentence for each number that several migrations share. */
export function migrationFaults(names: readonly string[]): string[] {
  const byNumber = Map.groupBy(names, (name) => name.slice(0, 4));
  return [...byNumber.values()]
    .filter((same) => same.length > 1)
    .map((same) => `${same.join(' and ')} have the same number.`);
}

if (import.meta.main) {
  // Throws if a file isn't named like a migration, or doesn't export the migration that its name promises.
  const { migrations } = await import('../server/store/migrations.ts');
  const faults = migrationFaults(migrations.map(({ name }) => name));
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
