import type { ImportLine } from '../../../contract/rules/checklist/checklist-import.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import type { Place } from '../../../contract/rules/checklist/place.ts';
import type { Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { runSteps, step } from '../../outbox/mutate.ts';
import { newUuid } from '../../uuid.ts';
import { createTransactionDefinition, newTransactionArgs } from '../transactions/create-transaction.ts';
import { createHeaderDefinition } from './create-header.ts';
import { createItemDefinition } from './create-item.ts';
import { createTaskDefinition } from './create-task.ts';

/**
 * Creates a deal with this checklist, and returns its id. It needs no network, because it uses the same commands as any other
 * edit. Either the deal and all of its lines are stored, or nothing, so a retry after a failure leaves no half-finished deal.
 */
export async function importChecklist(
  db: MirrorDatabase,
  name: string,
  lines: readonly ImportLine[],
): Promise<string> {
  const transaction = newUuid();
  const facts = { uuid: transaction, name, clientName: '', matterNumber: '', closingDate: null };
  const steps = [step(createTransactionDefinition, await newTransactionArgs(db, facts))];
  /** The element of the last line at each depth. */
  const above: string[] = [];
  const lastBelow = new Map<string, string>();
  for (const line of lines) {
    const element = newUuid();
    const parent = line.depth === 0 ? TOP : (above[line.depth - 1] ?? TOP);
    const after = lastBelow.get(parent) ?? null;
    steps.push(lineStep({ transaction, parent, after }, element, line));
    above[line.depth] = element;
    lastBelow.set(parent, element);
  }
  await runSteps(db, steps);
  return transaction;
}

function lineStep(place: Place & { transaction: string }, element: string, { kind, name }: ImportLine): Step {
  switch (kind) {
    case 'header':
      return step(createHeaderDefinition, { ...place, uuid: element, label: name });
    case 'document':
      return step(createItemDefinition, { ...place, uuid: newUuid(), elementUuid: element, name });
    case 'task':
      return step(createTaskDefinition, { ...place, uuid: newUuid(), elementUuid: element, name });
  }
}
