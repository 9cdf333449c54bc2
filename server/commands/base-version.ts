import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { instant } from '../present/present-row.ts';
import { Refusal } from '../refusal.ts';
import { fullName } from '../store/account/users.ts';
import type { DealWrite } from '../store/deals/deal-write.ts';
import type { ChangeDetail } from '../store/tables.ts';

/** The names of the fields that an edit would actually change. */
export function changedFields<Fields extends string>(
  row: Readonly<Record<Fields, unknown>>,
  edits: { readonly [Field in Fields]?: unknown },
  fields: readonly Fields[],
): Fields[] {
  return fields.filter((field) => edits[field] !== undefined && !isDeepStrictEqual(edits[field], row[field]));
}

/**
 * Refuses an edit of an older version (`X-Base-Version`) if another user, or the same one on another device
 * (`X-Counterpart-Origin`), has changed one of the same fields since. A device's own earlier edits do not count,
 * because it may have made this one before it received them back. Fields with the same value on both sides do not
 * count either: pass only fields that differ. `named` maps a field to its name on the edited row.
 * @throws {Refusal} `changed_meanwhile`, with the current row, and who changed one of these fields last and when
 */
export async function assertUnchangedSince(
  scope: DealWrite,
  uuid: string,
  fields: readonly string[],
  current: () => Promise<Record<string, unknown>>,
  named: (field: string) => string = (field) => field,
): Promise<void> {
  if (scope.baseVersion === null || fields.length === 0) return;
  const later = await changedByOthers(scope, [uuid], { since: scope.baseVersion });
  const changes = later.map((change) => ({
    ...change,
    fields: fields.filter((field) => change.detail.fields?.includes(field)),
  }));
  const last = changes.find((change) => change.fields.length > 0);
  if (!last) return;
  const theirs = new Set(changes.flatMap((change) => change.fields));
  throw changedMeanwhile(scope, last, {
    fields: [...new Set(fields.filter((field) => theirs.has(field)).map(named))],
    current: await current(),
  });
}

/** Who changed a row, when, and which fields. */
export type LoggedChange = {
  row: string;
  detail: ChangeDetail;
  at: Date;
  actor: string | null;
  changed_by: string | null;
};

/**
 * Returns the changes of rows since a version, latest first. A device's own changes are left out, unless all changes are
 * requested.
 */
export async function changedByOthers(
  scope: DealWrite,
  uuids: readonly string[],
  { since, everybody = false }: { since: number; everybody?: boolean },
): Promise<LoggedChange[]> {
  if (uuids.length === 0) return [];
  const query = scope.tx
    .selectFrom('change_log')
    .leftJoin('users', 'users.uuid', 'change_log.actor')
    .select(['change_log.row', 'change_log.detail', 'change_log.at', 'change_log.actor'])
    .select(fullName('users').$castTo<string | null>().as('changed_by'))
    .where(sql<boolean>`change_log.row = any(${uuids}::uuid[])`)
    .where('change_log.version', '>', since)
    .orderBy('change_log.version', 'desc');
  if (everybody) return query.execute();
  return query
    .where((where) =>
      where.or([
        where('change_log.actor', 'is distinct from', scope.actor),
        // Null on both sides counts as equal, so a client that doesn't name its device is treated as the same device.
        where('change_log.origin', '<>', scope.origin),
      ]),
    )
    .execute();
}

/** The refusal of an edit that would overwrite a change. */
export function changedMeanwhile(
  { actor, now }: DealWrite,
  change: LoggedChange | undefined,
  detail: { fields: string[]; current: Record<string, unknown> },
): Refusal {
  const isOwn = actor !== null && change?.actor === actor;
  return new Refusal(
    'changed_meanwhile',
    `${isOwn ? 'You changed this on another device' : 'Someone else changed this'} in the meantime. Compare both versions and choose one.`,
    {
      ...detail,
      changed: {
        by: isOwn ? 'You (on another device)' : (change?.changed_by ?? null),
        at: instant(change?.at ?? now),
      },
    },
  );
}
