import type { Tx } from '../tables.ts';

/** Returns the names of organizations by their ids. */
export async function namesOfOrganizations(
  tx: Tx,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(uuids)];
  if (asked.length === 0) return new Map();
  const rows = await tx
    .selectFrom('organizations')
    .select(['uuid', 'name'])
    .where('uuid', 'in', asked)
    .execute();
  return new Map(rows.map(({ uuid, name }) => [uuid, name]));
}
