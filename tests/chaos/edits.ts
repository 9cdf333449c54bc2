import { TOP } from '../../src/contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../src/db/commands/checklist/create-header.ts';
import { createItem } from '../../src/db/commands/checklist/create-item.ts';
import { createTransaction } from '../../src/db/commands/transactions/create-transaction.ts';
import { deleteElements } from '../../src/db/commands/checklist/delete-element.ts';
import { deleteTransaction } from '../../src/db/commands/transactions/delete-transaction.ts';
import { moveElements } from '../../src/db/commands/checklist/move-elements.ts';
import { renameHeader } from '../../src/db/commands/checklist/rename-header.ts';
import { updateTransaction } from '../../src/db/commands/transactions/update-transaction.ts';
import type { MirrorDatabase } from '../../src/db/database.ts';
import { newUuid } from '../../src/db/uuid.ts';
import type { Random } from './random.ts';
import { updateRow } from '../../src/db/commands/collections/standard-commands.ts';

const kinds = [
  { choice: 'create header', weight: 4 },
  { choice: 'create item', weight: 3 },
  { choice: 'rename header', weight: 3 },
  { choice: 'rename item', weight: 3 },
  { choice: 'check item off', weight: 2 },
  { choice: 'move', weight: 6 },
  { choice: 'delete', weight: 2 },
  { choice: 'change details', weight: 2 },
  { choice: 'open deal', weight: 0.7 },
  { choice: 'delete own deal', weight: 0.2 },
] as const;

/**
 * Makes one edit as a user would, to something on their screen: usually in the shared deal, where colleagues
 * also work, otherwise in one of their own deals. `open` shows a deal, `mark` makes the typed text unique.
 */
export async function makeEdit(
  { db, open }: { db: MirrorDatabase; open: (deal: string) => Promise<void> },
  shared: string,
  random: Random,
  mark: string,
): Promise<void> {
  const kind = random.weighted(kinds);
  const deals = (await db.transactions.toArray()).toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  const own = deals.filter((deal) => deal.uuid !== shared && deal.createdBy.uuid === db.userId);
  const some = random.chance(0.2) ? pick(own, random) : undefined;
  const transaction = some?.uuid ?? deals.find((deal) => deal.uuid === shared)?.uuid;
  if (some) await open(some.uuid);
  if (transaction === undefined) return;
  if (kind === 'open deal') {
    const details = { clientName: '', matterNumber: '', closingDate: null };
    await createTransaction(db, { uuid: newUuid(), name: `Project ${mark}`, ...details });
    return;
  }
  if (kind === 'delete own deal') {
    const deal = pick(own, random);
    if (deal) await deleteTransaction(db, { uuid: deal.uuid });
    return;
  }
  if (kind === 'change details') {
    await updateTransaction(db, { uuid: transaction, edits: details(random, mark) });
    return;
  }
  await editChecklist(db, transaction, kind, random, mark);
}

function details(random: Random, mark: string): Parameters<typeof updateTransaction>[1]['edits'] {
  return random.weighted([
    { choice: { name: `Deal ${mark}` }, weight: 1 },
    { choice: { clientName: `Client ${mark}`, matterNumber: mark }, weight: 1 },
    { choice: { closingDate: `2026-0${1 + random.below(9)}-15` }, weight: 1 },
    { choice: { closingDate: null }, weight: 1 },
  ]);
}

type ChecklistEdit = Exclude<
  (typeof kinds)[number]['choice'],
  'open deal' | 'delete own deal' | 'change details'
>;

async function editChecklist(
  db: MirrorDatabase,
  transaction: string,
  kind: ChecklistEdit,
  random: Random,
  mark: string,
): Promise<void> {
  const elements = await db.elements.where({ transaction }).toArray();
  const uuid = newUuid();
  const headers = elements.filter((row) => row.label !== null);
  const items = (await db.items.where({ transaction }).toArray()).map((row) => row.uuid);
  const parent = random.chance(0.5) ? TOP : (pick(headers, random)?.uuid ?? TOP);
  const lists = await db.childLists.where({ transaction }).toArray();
  const siblings = lists.find((list) => list.parent === parent)?.children ?? [];
  const after = random.chance(0.25) ? null : (pick(siblings, random) ?? null);
  switch (kind) {
    case 'create header':
      await createHeader(db, { transaction, uuid, label: `Header ${mark}`, parent, after });
      return;
    case 'create item':
      await createItem(db, {
        transaction,
        uuid,
        elementUuid: newUuid(),
        name: `Item ${mark}`,
        parent,
        after,
      });
      return;
    case 'rename header': {
      const header = pick(headers, random);
      if (header) await renameHeader(db, { transaction, uuid: header.uuid, label: `Renamed ${mark}` });
      return;
    }
    case 'rename item': {
      const item = pick(items, random);
      if (item) await updateRow(db, 'items', { transaction, uuid: item, edits: { name: `Renamed ${mark}` } });
      return;
    }
    case 'check item off': {
      const item = pick(items, random);
      if (item)
        await updateRow(db, 'items', { transaction, uuid: item, edits: { complete: random.chance(0.7) } });
      return;
    }
    case 'move': {
      const ids = [0, 1, 2].slice(0, 1 + random.below(3)).map(() => pick(elements, random)?.uuid);
      const moved = [...new Set(ids.filter((id) => id !== undefined))];
      if (moved.length > 0) await moveElements(db, { transaction, ids: moved, parent, after });
      return;
    }
    case 'delete': {
      const element = pick(elements, random);
      if (element) await deleteElements(db, { transaction, uuids: [element.uuid] });
    }
  }
}

function pick<Entry>(entries: readonly Entry[], random: Random): Entry | undefined {
  return entries[random.below(Math.max(entries.length, 1))];
}
