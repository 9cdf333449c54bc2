import { updateItemDefinition } from '../checklist/update-item.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Step } from '../../outbox/command.ts';
import { runSteps, step } from '../../outbox/mutate.ts';
import {
  createAssignmentsDefinition,
  createDynamicAssignmentDefinition,
  type AssignmentsArgs,
  type DynamicAssignmentArgs,
} from './assignments.ts';

/** Documents that are marked as to be signed when they get their first signature. */
interface Marking {
  transaction: string;
  /** Their items. */
  unmarked: readonly string[];
}

function marking({ transaction, unmarked }: Marking): Step[] {
  return unmarked.map((uuid) =>
    step(updateItemDefinition, { transaction, uuid, edits: { forSigning: true } }),
  );
}

/** Assigns documents to signatories, and marks those as to be signed that aren't yet. One act to undo. */
export async function assignDocuments(
  db: MirrorDatabase,
  args: AssignmentsArgs,
  unmarked: readonly string[],
): Promise<Step[]> {
  const marked = marking({ transaction: args.transaction, unmarked });
  return runSteps(db, [...marked, step(createAssignmentsDefinition, args)]);
}

/** Assigns documents to a signing group, whoever its members are, in the same way. */
export async function assignDocumentsToGroup(
  db: MirrorDatabase,
  documents: readonly DynamicAssignmentArgs[],
  { transaction, unmarked }: Marking,
): Promise<Step[]> {
  return runSteps(db, [
    ...marking({ transaction, unmarked }),
    ...documents.map((args) => step(createDynamicAssignmentDefinition, args)),
  ]);
}
