import type { ImportLine } from '../../../../contract/rules/checklist-import.ts';
import { TOP } from '../../../../contract/rules/child-lists.ts';
import { createHeader } from '../../../../db/commands/create-header.ts';
import { createItem } from '../../../../db/commands/create-item.ts';
import { createTask } from '../../../../db/commands/create-task.ts';
import { createTransaction } from '../../../../db/commands/create-transaction.ts';
import type { MirrorDatabase } from '../../../../db/database.ts';
import { newUuid } from '../../../../db/uuid.ts';

/** Opens a deal with this checklist, and answers its id. Needs no network: these are the commands of every other edit. */
export async function makeDeal(
  db: MirrorDatabase,
  name: string,
  lines: readonly ImportLine[],
): Promise<string> {
  const transaction = newUuid();
  await createTransaction(db, {
    uuid: transaction,
    name,
    clientName: '',
    matterNumber: '',
    closingDate: null,
  });
  /** The element of the last line at each depth. */
  const above: string[] = [];
  const lastBelow = new Map<string, string>();
  for (const line of lines) {
    const element = newUuid();
    const parent = line.depth === 0 ? TOP : (above[line.depth - 1] ?? TOP);
    const after = lastBelow.get(parent) ?? null;
    await addLine(db, { transaction, parent, after }, element, line);
    above[line.depth] = element;
    lastBelow.set(parent, element);
  }
  return transaction;
}

async function addLine(
  db: MirrorDatabase,
  place: { transaction: string; parent: string; after: string | null },
  element: string,
  { kind, name }: ImportLine,
): Promise<void> {
  switch (kind) {
    case 'header':
      await createHeader(db, { ...place, uuid: element, label: name });
      return;
    case 'document':
      await createItem(db, { ...place, uuid: newUuid(), elementUuid: element, name });
      return;
    case 'task':
      await createTask(db, { ...place, uuid: newUuid(), elementUuid: element, name });
  }
}
