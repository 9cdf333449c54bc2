import { Refusal } from '../refusal.ts';
import type { DealWrite } from './deal-scope.ts';

/** The names of the fields that an edit would really change. */
export function changedFields<Fields extends string>(
  row: Readonly<Record<Fields, unknown>>,
  edits: { readonly [Field in Fields]?: unknown },
  fields: readonly Fields[],
): Fields[] {
  return fields.filter((field) => edits[field] !== undefined && edits[field] !== row[field]);
}

/**
 * Refuses an edit made upon an older version (`X-Base-Version`), if another user changed one of the same fields since.
 * Fields of which both say the same do not count: give only those that differ.
 * @throws {Refusal} `changed_meanwhile`, with the row as it stands
 */
export async function assertUnchangedSince(
  scope: DealWrite,
  uuid: string,
  fields: readonly string[],
  current: () => Promise<Record<string, unknown>>,
): Promise<void> {
  if (scope.baseVersion === null || fields.length === 0) return;
  const later = await scope.tx
    .selectFrom('change_log')
    .select('detail')
    .where('row', '=', uuid)
    .where('version', '>', scope.baseVersion)
    .where('actor', 'is distinct from', scope.actor)
    .execute();
  const theirs = new Set(later.flatMap((change) => change.detail.fields ?? []));
  const both = fields.filter((field) => theirs.has(field));
  if (both.length === 0) return;
  throw new Refusal(
    'changed_meanwhile',
    'Someone else changed this in the meantime. Look at both and choose.',
    {
      fields: both,
      current: await current(),
    },
  );
}
