import { sql } from 'kysely';
import { customKeyCollection } from '../../../src/contract/collections/custom-keys.ts';
import { customValueCollection } from '../../../src/contract/collections/custom-values.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import type {
  AskedValue,
  CustomValueEdits,
  NewCustomValue,
  SetCustomValues,
} from '../../../src/contract/entities/signing/custom-value.ts';
import { readRow, readRows } from '../../present/read-rows.ts';
import { invalid, notFound } from '../../refusal.ts';
import { changeRows, insertRows, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { changedByOthers, changedMeanwhile } from '../base-version.ts';
import { editDetail, titleOf } from '../edit-detail.ts';
import { uuidTaken } from '../own-row.ts';
import { createRow } from '../standard/create-rows.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { ALIVE, restoreRow } from '../standard/restore-row.ts';
import { updateRow } from '../standard/update-row.ts';

type ValueRow = RowOf<'custom_values'>;
type Pair = { signatory: string; custom_key: string };

const create = createRow(customValueCollection, (born, { signatory, custom_key, value }: NewCustomValue) => ({
  ...born,
  signatory,
  custom_key,
  value,
}));

/**
 * Adds a signatory's value for a custom key. If they already have the same value, it is returned.
 * @throws {Refusal} `changed_meanwhile`, with the existing value, if it differs
 */
export async function createCustomValue(
  scope: DealWrite,
  sent: NewCustomValue,
): Promise<DealRows['custom_values'][number]> {
  const [taken] = await valuesOf(scope, [sent]);
  if (!taken || taken.uuid === sent.uuid) return create(scope, sent);
  const current = await readRow(scope.tx, 'custom_values', scope.deal.uuid, taken.uuid);
  if (current.value === sent.value) return current;
  const [change] = await changedByOthers(scope, [taken.uuid], { since: 0, everybody: true });
  throw changedMeanwhile(scope, change, { fields: ['value'], current });
}

export const updateCustomValue = updateRow<'custom_values', CustomValueEdits & { id: string }>(
  customValueCollection,
);

export const deleteCustomValue = deleteRow(customValueCollection);

export const restoreCustomValue = restoreRow(customValueCollection, async (scope, row) => {
  if ((await valuesOf(scope, [row])).length > 0)
    throw invalid('This signatory already has a value for this field.', 'value');
});

/**
 * Sets, changes and clears values, all or none, and returns the resulting values in the order in which they were
 * sent. Values of signatories and custom keys that were deleted in the meantime are skipped.
 * @throws {Refusal} `not_found` if none is left; `changed_meanwhile` if somebody else changed one since the base
 * version
 */
export async function setCustomValues(
  scope: DealWrite,
  { values }: SetCustomValues,
): Promise<DealRows['custom_values']> {
  const asked = await amongLive(scope, values);
  const present = new Map((await valuesOf(scope, asked)).map((row) => [pairOf(row), row]));
  const changed = asked.flatMap((each) => {
    const row = present.get(pairOf(each));
    return row && row.value !== textOf(each) ? { asked: each, row } : [];
  });
  await assertUnchanged(scope, changed);
  await clear(
    scope,
    changed.filter(({ asked }) => textOf(asked) === '').map(({ row }) => row),
  );
  await write(
    scope,
    changed.filter(({ asked }) => textOf(asked) !== ''),
  );
  await add(
    scope,
    asked.filter((each) => textOf(each) !== '' && !present.has(pairOf(each))),
  );
  const { tx, deal } = scope;
  const uuids = asked.flatMap((each) =>
    textOf(each) === '' ? [] : (present.get(pairOf(each))?.uuid ?? each.uuid),
  );
  const rows = await readRows.custom_values(tx, { deal: deal.uuid, among: uuids });
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.flatMap((uuid) => byUuid.get(uuid) ?? []);
}

/** Returns the values whose signatory and custom key exist. @throws {Refusal} `not_found` if no value is left */
async function amongLive({ tx, deal }: DealWrite, values: readonly AskedValue[]): Promise<AskedValue[]> {
  const live = async (collection: typeof signatoryCollection | typeof customKeyCollection, among: string[]) =>
    new Set((await selectRows(tx, collection, { deal: deal.uuid, among })).map(({ uuid }) => uuid));
  const signatories = await live(
    signatoryCollection,
    values.map(({ signatory }) => signatory),
  );
  const keys = await live(
    customKeyCollection,
    values.map(({ custom_key }) => custom_key),
  );
  const left = values.filter((each) => signatories.has(each.signatory) && keys.has(each.custom_key));
  if (left.length === 0) throw notFound('This signatory or field');
  return left;
}

/** Returns the existing values of these pairs. */
async function valuesOf({ tx, deal }: DealWrite, pairs: readonly Pair[]): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select * from custom_values
    where transaction = ${deal.uuid} and deleted_at is null and (signatory, custom_key) in (
      select * from unnest(
        ${pairs.map(({ signatory }) => signatory)}::uuid[],
        ${pairs.map(({ custom_key }) => custom_key)}::uuid[]
      )
    )
  `.execute(tx);
  return rows;
}

type Changed = { asked: AskedValue; row: ValueRow };

/**
 * @throws {Refusal} `changed_meanwhile`: its fields are the ids that were sent, and `current` has the current values
 */
async function assertUnchanged(scope: DealWrite, changed: readonly Changed[]): Promise<void> {
  const { baseVersion: since } = scope;
  if (since === null) return;
  const later = changed.filter(({ row }) => row.version > since).map(({ row }) => row.uuid);
  const changes = await changedByOthers(scope, later, { since });
  const theirs = new Set(changes.map(({ row }) => row));
  const conflicts = changed.filter(({ row }) => theirs.has(row.uuid));
  if (conflicts.length === 0) return;
  throw changedMeanwhile(scope, changes[0], {
    fields: conflicts.map(({ asked }) => asked.uuid),
    current: {
      ...Object.fromEntries(conflicts.map(({ asked, row }) => [asked.uuid, row.value])),
      version: Math.max(...conflicts.map(({ row }) => row.version)),
    },
  });
}

async function clear(scope: DealWrite, rows: readonly ValueRow[]): Promise<void> {
  const uuids = rows.map(({ uuid }) => uuid);
  const deleted = { deleted_at: scope.now, deleted_by: scope.actor };
  await changeRows(scope.tx, 'custom_values', uuids, { ...deleted, ...scope.stamp });
  for (const row of rows) scope.remove('custom_values', row.uuid, titleOf(customValueCollection, row));
}

async function write(scope: DealWrite, changed: readonly Changed[]): Promise<void> {
  await writeTexts(
    scope,
    changed.map(({ asked, row }) => ({ uuid: row.uuid, value: textOf(asked) })),
  );
  for (const { asked, row } of changed)
    scope.put('custom_values', row.uuid, editDetail(row, { value: textOf(asked) }, ['value'], 'value'));
}

/** Adds values. A cleared value that is sent again with its id is restored. @throws {Refusal} `uuid_taken` */
async function add(scope: DealWrite, values: readonly AskedValue[]): Promise<void> {
  const { tx, deal, birth } = scope;
  const cleared = new Map<string, ValueRow>();
  for (const row of await selectRows(tx, customValueCollection, { uuids: values.map(({ uuid }) => uuid) }))
    cleared.set(row.uuid, row);
  const back: AskedValue[] = [];
  const born: AskedValue[] = [];
  for (const each of values) {
    const row = cleared.get(each.uuid);
    if (row && (row.transaction !== deal.uuid || row.deleted_at === null || pairOf(row) !== pairOf(each)))
      throw uuidTaken('values');
    (row ? back : born).push(each);
  }
  await changeRows(
    tx,
    'custom_values',
    back.map(({ uuid }) => uuid),
    ALIVE,
  );
  await writeTexts(
    scope,
    back.map((each) => ({ uuid: each.uuid, value: textOf(each) })),
  );
  await insertRows(
    tx,
    'custom_values',
    born.map(({ uuid, signatory, custom_key, value }) => ({
      uuid,
      transaction: deal.uuid,
      ...birth,
      signatory,
      custom_key,
      value: value ?? '',
    })),
  );
  for (const each of values)
    scope.put('custom_values', each.uuid, titleOf(customValueCollection, { value: textOf(each) }));
}

/** Writes each row's own text. */
async function writeTexts(
  { tx, stamp }: DealWrite,
  rows: readonly { uuid: string; value: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update custom_values as row
    set value = written.value, version = ${stamp.version}, modified_at = ${stamp.modified_at},
      modified_by = ${stamp.modified_by}
    from unnest(${rows.map(({ uuid }) => uuid)}::uuid[], ${rows.map(({ value }) => value)}::text[])
      as written (uuid, value)
    where row.uuid = written.uuid
  `.execute(tx);
}

function pairOf({ signatory, custom_key }: Pair): string {
  return `${signatory} ${custom_key}`;
}

function textOf({ value }: AskedValue): string {
  return value ?? '';
}
