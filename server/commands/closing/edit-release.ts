import { v7 } from 'uuid';
import type { NewRelease, Release, ReleaseEdits } from '../../../src/contract/entities/closing/release.ts';
import { coveredBy } from '../../../src/contract/rules/closing/release.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid, notFound, Refusal } from '../../refusal.ts';
import { changeRow, findRow, insertRow } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { appendToLedger } from '../../store/deals/ledger.ts';
import type { StoredCondition } from '../../store/deals/packets/release-tables.ts';
import type { SigningActor } from '../../store/deals/packets/signing-events.ts';
import { assertUnchangedSince } from '../base-version.ts';
import { assertOwnRow } from '../own-row.ts';
import { readSignatures } from './read-signatures.ts';
import { assertLeadsDeal, openRelease } from './releasing-party.ts';

/** Prepares a release. @throws {Refusal} `not_allowed`; `invalid` if there is nothing to release */
export async function createRelease(
  scope: DealWrite,
  {
    uuid = v7(),
    name = '',
    items = [],
    assignments = [],
    effective_date = null,
    conditions = [],
  }: NewRelease,
  by: SigningActor,
): Promise<Release> {
  const { tx, deal, birth } = scope;
  assertLeadsDeal(scope, 'prepare a release');
  const existing = await findRow(tx, 'releases', uuid);
  if (existing) {
    assertOwnRow(scope, existing);
    return readRow(tx, 'releases', deal.uuid, uuid);
  }
  await assertCoversSomething(scope, { items, assignments });
  const content = {
    name,
    items: [...new Set(items)],
    assignments: [...new Set(assignments)],
    effective_date,
  };
  const stored = conditions.map((each) => newCondition(each));
  await insertRow(tx, 'releases', {
    uuid,
    transaction: deal.uuid,
    ...content,
    conditions: JSON.stringify(stored),
    confirmations: '[]',
    signatures: [],
    status: 'open',
    released_by: null,
    withdrawn_reason: null,
    ...birth,
  });
  scope.put('releases', uuid, { name });
  const details = { ...content, conditions: stored.map(({ text }) => text) };
  await appendToLedger(scope, { event: 'release_created', by, subject: uuid, details });
  return readRow(tx, 'releases', deal.uuid, uuid);
}

/** Changes what an open release covers, its conditions or its date. Its earlier confirmations no longer count. */
export async function updateRelease(
  scope: DealWrite,
  { id, conditions, ...edits }: ReleaseEdits & { id: string },
  by: SigningActor,
): Promise<Release> {
  const { tx, deal, stamp } = scope;
  assertLeadsDeal(scope, 'change a release');
  const row = await openRelease(scope, id);
  const before = {
    name: row.name,
    items: row.items,
    assignments: row.assignments,
    effective_date: row.effective_date,
    conditions: row.conditions,
  };
  const after = {
    name: edits.name ?? row.name,
    // A release covers either documents or signatures. Setting one removes the other.
    items: edits.items ?? (edits.assignments?.length ? [] : row.items),
    assignments: edits.assignments ?? (edits.items?.length ? [] : row.assignments),
    effective_date: edits.effective_date === undefined ? row.effective_date : edits.effective_date,
    conditions: conditions?.map((each) => newCondition(each, row.conditions)) ?? row.conditions,
  };
  const fields = changed(before, after);
  await assertNotChangedMeanwhile(scope, id, fields);
  if (fields.length === 0) return readRow(tx, 'releases', deal.uuid, id);
  if (after.items.length > 0 === after.assignments.length > 0)
    throw invalid('Choose either documents or signatures to release.', 'items');
  if (fields.includes('items') || fields.includes('assignments')) await assertCoversSomething(scope, after);
  await changeRow(tx, 'releases', id, {
    ...after,
    conditions: JSON.stringify(after.conditions),
    confirmations: '[]',
    signatures: [],
    ...stamp,
  });
  scope.put('releases', id, { fields, name: after.name });
  const details = { ...after, conditions: after.conditions.map(({ text }) => text) };
  await appendToLedger(scope, { event: 'release_edited', by, subject: id, details });
  return readRow(tx, 'releases', deal.uuid, id);
}

/** @throws {Refusal} `changed_meanwhile` if somebody else has changed the same since the user started */
async function assertNotChangedMeanwhile(scope: DealWrite, id: string, fields: string[]): Promise<void> {
  try {
    const current = async () => readRow(scope.tx, 'releases', scope.deal.uuid, id);
    await assertUnchangedSince(scope, id, fields, current);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'changed_meanwhile') throw error;
    const sentence =
      'Someone else changed this release. Copy what you typed, then close the dialog and edit the release again.';
    throw new Refusal('changed_meanwhile', sentence, error.data);
  }
}

function changed(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

/** A condition keeps its state if its text stays the same. */
function newCondition(
  { uuid = v7(), text }: { uuid?: string | undefined; text: string },
  before: readonly StoredCondition[] = [],
): StoredCondition {
  const known = before.find((each) => each.uuid === uuid);
  return known?.text === text ? known : { uuid, text, met_by: null, met_at: null };
}

/**
 * Checks what a release covers. @throws {Refusal} `not_found` if the deal doesn't have all of it; `invalid` if there is
 * nothing left to release
 */
async function assertCoversSomething(
  scope: DealWrite,
  { items, assignments }: { items: readonly string[]; assignments: readonly string[] },
): Promise<void> {
  const all = await readSignatures(scope);
  const known = new Set(all.map(({ uuid }) => uuid));
  if (!assignments.every((each) => known.has(each))) throw notFound('This signature');
  await assertItems(scope, items);
  if (coveredBy({ items, assignments }, all).length === 0)
    throw invalid('These documents have no signatures to release.', 'items');
}

async function assertItems({ tx, deal }: DealWrite, items: readonly string[]): Promise<void> {
  if (items.length === 0) return;
  const rows = await tx
    .selectFrom('items')
    .select('uuid')
    .where('transaction', '=', deal.uuid)
    .where('deleted_at', 'is', null)
    .where('uuid', 'in', items)
    .execute();
  if (rows.length < new Set(items).size) throw notFound('This document');
}
