import { sql, type Insertable } from 'kysely';
import type * as z from 'zod';
import { bulkSignatoryUploadCollection } from '../../../src/contract/collections/bulk-signatory-uploads.ts';
import { customKeyCollection } from '../../../src/contract/collections/custom-keys.ts';
import { customValueCollection } from '../../../src/contract/collections/custom-values.ts';
import { representativeCollection } from '../../../src/contract/collections/representatives.ts';
import { signatoryCollection } from '../../../src/contract/collections/signatories.ts';
import type {
  BulkSignatoryUpload,
  NewBulkSignatoryUpload,
  RowError,
  UploadedRow,
} from '../../../src/contract/entities/signing/bulk-signatory-upload.ts';
import { customValueEditsSchema } from '../../../src/contract/entities/signing/custom-value.ts';
import { representativeEditsSchema } from '../../../src/contract/entities/signing/representative.ts';
import { signatoryEditsSchema } from '../../../src/contract/entities/signing/signatory.ts';
import {
  refuseRelation,
  type GrowingCapacities,
} from '../../../src/contract/rules/signing/signatories/capacity.ts';
import { emailProblem } from '../../../src/contract/rules/signing/signatories/email-address.ts';
import { readRow } from '../../present/read-rows.ts';
import { Refusal } from '../../refusal.ts';
import { findRow, insertRows, rowsNaming, selectRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { Tables } from '../../store/tables.ts';
import { titleOf, type Titled } from '../edit-detail.ts';
import { assertOwnRow, uuidTaken } from '../own-row.ts';
import { clearInPacket } from '../packets/clear-in-packet.ts';
import { deleteRestoredPackets } from '../packets/delete-packets.ts';
import { deleteRow } from '../standard/delete-row.ts';
import { restoreRow } from '../standard/restore-row.ts';
import { assertMayRepresentAgain, readCapacities } from './capacities.ts';
import { assertNoPacketSentTo, assertNothingSentThrough } from './sent-assignments.ts';
import { deleteUnusedPages } from './signature-pages.ts';

/**
 * Adds a list of signatories with their capacities and values: all rows, or none if any row is invalid.
 * @throws {Refusal} `invalid` with the errors by row
 */
export async function createBulkSignatoryUpload(
  scope: DealWrite,
  sent: NewBulkSignatoryUpload,
): Promise<BulkSignatoryUpload> {
  const { tx, deal } = scope;
  const existing = await findRow(tx, 'bulk_signatory_uploads', sent.uuid);
  if (existing) {
    assertOwnRow(scope, existing);
    return readRow(tx, 'bulk_signatory_uploads', deal.uuid, sent.uuid);
  }
  const list = await checkedList(scope, sent);
  const { file_name, rows } = sent;
  await insertAll(scope, bulkSignatoryUploadCollection, [
    {
      uuid: sent.uuid,
      transaction: deal.uuid,
      ...scope.birth,
      file_name,
      num_rows: rows.length,
      num_created: list.signatories.length,
    },
  ]);
  await insertAll(scope, signatoryCollection, list.signatories);
  await insertAll(scope, representativeCollection, list.representatives);
  await insertAll(scope, customValueCollection, list.values);
  return readRow(tx, 'bulk_signatory_uploads', deal.uuid, sent.uuid);
}

const remove = deleteRow(bulkSignatoryUploadCollection, async (scope, { uuid }) => {
  const signatories = await signatoriesOf(scope, uuid);
  const what = 'This list of signatories can’t be deleted';
  await assertNothingSentThrough(scope, { signatories }, what);
  await assertNoPacketSentTo(scope, signatories, what);
});

/** Deletes a list with its signatories and the pages that nobody else signs. */
export async function deleteBulkSignatoryUpload(scope: DealWrite, input: { id: string }): Promise<undefined> {
  await remove(scope, input);
  // The packets of its people were deleted with them.
  await clearInPacket(scope);
  await deleteUnusedPages(scope);
}

const restoreAll = restoreRow(bulkSignatoryUploadCollection);

/**
 * Restores a list with its signatories, without their unsent packets. @throws {Refusal} `invalid` if their relations would
 * now make a cycle
 */
export async function restoreBulkSignatoryUpload(scope: DealWrite, uuid: string): Promise<undefined> {
  await restoreAll(scope, uuid);
  await deleteRestoredPackets(scope);
  await assertMayRepresentAgain(scope, await signatoriesOf(scope, uuid));
}

/** Returns the ids of a list's existing signatories. */
async function signatoriesOf({ tx, deal }: DealWrite, list: string): Promise<string[]> {
  return rowsNaming(tx, 'signatories', {
    deal: deal.uuid,
    field: 'bulk_signatory_upload_id',
    uuids: [list],
  });
}

interface CheckedList {
  signatories: Insertable<Tables['signatories']>[];
  representatives: Insertable<Tables['representatives']>[];
  values: Insertable<Tables['custom_values']>[];
}

/** Returns the rows to insert. @throws {Refusal} `invalid` with the errors by row; `uuid_taken` */
async function checkedList(scope: DealWrite, sent: NewBulkSignatoryUpload): Promise<CheckedList> {
  const { tx, deal } = scope;
  const which = { deal: deal.uuid };
  const signatories = await selectRows(tx, signatoryCollection, which);
  const capacities = await readCapacities(scope);
  const keys = await selectRows(tx, customKeyCollection, which);
  const pairs = await selectRows(tx, customValueCollection, which);
  await assertFree(scope, sent.rows);
  for (const { signatories } of sent.rows)
    for (const { uuid, full_name, is_org } of signatories)
      capacities.addParty({ uuid, name: full_name, isOrg: is_org });

  const checks = new Checks(
    capacities,
    new Set(keys.map(({ uuid }) => uuid)),
    new Set(pairs.map(({ signatory, custom_key }) => pairOf(signatory, custom_key))),
  );
  const born = { transaction: deal.uuid, ...scope.birth };
  const list: CheckedList = { signatories: [], representatives: [], values: [] };
  for (const row of sent.rows) {
    for (const signatory of row.signatories)
      list.signatories.push({
        ...born,
        ...checks.signatory(row, signatory),
        uuid: signatory.uuid,
        instapages_config: null,
        bulk_signatory_upload_id: sent.uuid,
        order: signatories.length + list.signatories.length,
      });
    for (const relation of row.representatives)
      list.representatives.push({ ...born, ...checks.representative(row, relation) });
    for (const value of row.custom_values) list.values.push({ ...born, ...checks.value(row, value) });
  }
  if (checks.errors.length > 0) throw listRefused(checks.errors);
  return list;
}

/** @throws {Refusal} `uuid_taken` if a row of any deal has one of these ids, or if two of these rows share an id */
async function assertFree({ tx }: DealWrite, rows: readonly UploadedRow[]): Promise<void> {
  const uuids = {
    signatories: rows.flatMap(({ signatories }) => signatories.map(({ uuid }) => uuid)),
    representatives: rows.flatMap(({ representatives }) => representatives.map(({ uuid }) => uuid)),
    custom_values: rows.flatMap(({ custom_values }) => custom_values.map(({ uuid }) => uuid)),
  };
  for (const table of ['signatories', 'representatives', 'custom_values'] as const) {
    const asked = uuids[table];
    if (new Set(asked).size < asked.length) throw uuidTaken('rows');
    if (asked.length === 0) continue;
    const taken = await tx
      .selectFrom(table)
      .select('uuid')
      .where('uuid', '=', sql<string>`any(${asked}::uuid[])`)
      .limit(1)
      .executeTakeFirst();
    if (taken) throw uuidTaken('rows');
  }
}

async function insertAll<
  Wire extends 'bulk_signatory_uploads' | 'signatories' | 'representatives' | 'custom_values',
>(
  scope: DealWrite,
  collection: { wire: Wire } & Titled,
  rows: readonly (Insertable<Tables[Wire]> & { uuid: string })[],
): Promise<void> {
  await insertRows(scope.tx, collection.wire, rows);
  for (const row of rows) scope.put(collection.wire, row.uuid, titleOf(collection, row));
}

function listRefused(errors: RowError[]): Refusal {
  const [first] = errors;
  const rows = new Set(errors.map(({ row }) => row)).size;
  const others = rows === 1 ? '' : ` ${rows - 1} more ${rows === 2 ? 'row has' : 'rows have'} errors.`;
  const sentence = `Nothing was added. Row ${first?.row}: ${first?.error_message}${others}`;
  return new Refusal('invalid', sentence, { fields: ['rows'], errors });
}

function pairOf(signatory: string, key: string): string {
  return `${signatory} ${key}`;
}

/** Checks rows one after the other, and collects their errors. */
class Checks {
  readonly errors: RowError[] = [];
  readonly #capacities: GrowingCapacities;
  readonly #keys: ReadonlySet<string>;
  readonly #pairs: Set<string>;

  constructor(capacities: GrowingCapacities, keys: ReadonlySet<string>, pairs: Set<string>) {
    this.#capacities = capacities;
    this.#keys = keys;
    this.#pairs = pairs;
  }

  signatory({ row }: UploadedRow, sent: UploadedRow['signatories'][number]) {
    const { full_name, email, is_org, address, entity_description } = sent;
    const texts = { full_name, address, entity_description };
    const problem = email.trim() === '' ? null : emailProblem(email.trim());
    if (problem !== null) this.#refuse(row, problem);
    const checked = this.#parse(row, signatoryEditsSchema.safeParse(texts));
    return { ...texts, ...checked, email: email.trim(), is_org };
  }

  representative({ row }: UploadedRow, sent: UploadedRow['representatives'][number]) {
    const checked = this.#parse(row, representativeEditsSchema.safeParse({ title: sent.title }));
    const title = checked?.title ?? sent.title;
    const relation = { ...sent, title, order: this.#capacities.representatives(sent.entity).length };
    if (!this.#capacities.party(sent.entity) || !this.#capacities.party(sent.signatory)) {
      this.#refuse(row, 'A signatory in this row is no longer in this transaction.');
      return relation;
    }
    const refusal = refuseRelation(this.#capacities, relation);
    if (refusal) this.#refuse(row, refusal.message);
    else this.#capacities.addRelation(relation);
    return relation;
  }

  value({ row }: UploadedRow, sent: UploadedRow['custom_values'][number]) {
    const checked = this.#parse(row, customValueEditsSchema.safeParse({ value: sent.value }));
    const pair = pairOf(sent.signatory, sent.custom_key);
    const owner = this.#capacities.party(sent.signatory);
    if (!owner) this.#refuse(row, 'A signatory in this row is no longer in this transaction.');
    else if (!this.#keys.has(sent.custom_key))
      this.#refuse(row, 'A field in this row is no longer in this transaction.');
    else if (this.#pairs.has(pair)) this.#refuse(row, `${owner.name} already has a value for this field.`);
    this.#pairs.add(pair);
    return { ...sent, value: checked?.value ?? sent.value };
  }

  #refuse(row: number, error_message: string): void {
    this.errors.push({ row, error_message });
  }

  #parse<Value>(row: number, { data, error }: z.ZodSafeParseResult<Value>): Value | undefined {
    for (const { message } of error?.issues ?? []) this.#refuse(row, message);
    return data;
  }
}
