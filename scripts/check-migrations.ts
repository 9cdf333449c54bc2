// Part of `npm run check`: each migration file can be loaded and has its own number. Needs no database.

/** Returns what is wrong with the numbers of migrations; empty if nothing is. */
export function migrationFaults(names: readonly string[]): string[] {
  const byNumber = Map.groupBy(names, (name) => name.slice(0, 4));
  return [...byNumber.values()]
    .filter((same) => same.length > 1)
    .map((same) => `${same.join(' and ')} have the same number.`);
}

if (import.meta.main) {
  // Throws if a file isn't named like a migration, or doesn't export one with its name.
  const { migrations } = await import('../server/store/migrations.ts');
  const faults = migrationFaults(migrations.map(({ name }) => name));
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
