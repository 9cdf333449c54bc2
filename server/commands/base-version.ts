import { instant } from '../present/present-row.ts';
import { Refusal } from '../refusal.ts';
import { fullName } from '../store/users.ts';
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
 * @throws {Refusal} `changed_meanwhile`, with the row as it stands, and who changed one of these fields last and when
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
    .leftJoin('users', 'users.uuid', 'change_log.actor')
    .select([
      'change_log.detail',
      'change_log.at',
      fullName('users').$castTo<string | null>().as('changed_by'),
    ])
    .where('change_log.row', '=', uuid)
    .where('change_log.version', '>', scope.baseVersion)
    .where('change_log.actor', 'is distinct from', scope.actor)
    .orderBy('change_log.version', 'desc')
    .execute();
  const changes = later.map(({ detail, ...change }) => ({
    ...change,
    fields: fields.filter((field) => detail.fields?.includes(field)),
  }));
  const last = changes.find((change) => change.fields.length > 0);
  if (!last) return;
  const theirs = new Set(changes.flatMap((change) => change.fields));
  throw new Refusal(
    'changed_meanwhile',
    'Someone else changed this in the meantime. Look at both and choose.',
    {
      fields: fields.filter((field) => theirs.has(field)),
      current: await current(),
      changed: { by: last.changed_by, at: instant(last.at) },
    },
  );
}
