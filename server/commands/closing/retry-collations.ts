import type { Item } from '../../../src/contract/entities/checklist/item.ts';
import { readRows } from '../../present/read-rows.ts';
import { invalid, notFound } from '../../refusal.ts';
import { changeRows } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { inWords } from '../../../src/contract/rules/signing/signatories/names-in-words.ts';
import { assertLeadsDeal } from './releasing-party.ts';
import { restartCollations } from './start-collation.ts';

interface Asked {
  transaction: string;
  item_uuids: readonly string[];
}

/**
 * Tries again to create executed documents. Those that exist or are being created stay as they are.
 * @throws {Refusal} `invalid` for documents that aren't completely released
 */
export async function retryCollations(scope: DealWrite, { item_uuids: asked }: Asked): Promise<Item[]> {
  assertLeadsDeal(scope, 'create its executed documents');
  const rows = await readAsked(scope, asked);
  const unreleased = rows.filter(({ collation_requested_at: at }) => at === null);
  if (unreleased.length > 0)
    throw invalid(
      `Not all signatures of these documents are released yet: ${inWords(unreleased.map(({ name }) => `“${name}”`))}.`,
      'item_uuids',
    );
  const stopped = rows.flatMap(({ uuid, collation_problem: problem }) => (problem === null ? [] : uuid));
  if (stopped.length > 0) await restartCollations(scope, stopped);
  return readAsked(scope, asked);
}

/**
 * Stops creating executed documents. Their pages stay released. Partial results are discarded, and existing executed
 * documents stay.
 */
export async function cancelCollations(scope: DealWrite, { item_uuids: asked }: Asked): Promise<Item[]> {
  const { tx, stamp } = scope;
  assertLeadsDeal(scope, 'cancel its executed documents');
  const rows = await readAsked(scope, asked);
  const running = rows.flatMap(({ uuid, collation }) => (collation === 'running' ? uuid : []));
  if (running.length > 0) {
    await tx.updateTable('collations').set({ problem: 'canceled' }).where('item', 'in', running).execute();
    await changeRows(tx, 'items', running, stamp);
    for (const item of running) scope.put('items', item, { fields: ['collation'] });
  }
  return readAsked(scope, asked);
}

/** @throws {Refusal} `not_found` */
async function readAsked({ tx, deal }: DealWrite, asked: readonly string[]): Promise<Item[]> {
  const rows = await readRows.items(tx, { deal: deal.uuid, among: [...new Set(asked)] });
  if (rows.length < new Set(asked).size) throw notFound('This document');
  return rows;
}
