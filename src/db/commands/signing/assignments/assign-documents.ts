import {
  pageForSignature,
  withSigners,
} from '../../../../contract/rules/signing/pages/page-for-signature.ts';
import type { MirrorDatabase } from '../../../database.ts';
import type { Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import { newUuid } from '../../../uuid.ts';
import {
  createAssignmentsDefinition,
  deleteAssignmentsDefinition,
  type AssignmentsArgs,
} from './assignments.ts';
import { createDynamicAssignmentDefinition } from './dynamic-assignments.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

/** The maximum number of signatures in one request, so that a large act doesn't block the deal for long. */
const IN_ONE_EDIT = 2000;

/** Documents that are marked for signing when they get their first signature. */
interface Marking {
  transaction: string;
  /** Their items. */
  unmarked: readonly string[];
}

function marking({ transaction, unmarked }: Marking): Step[] {
  return unmarked.map((uuid) =>
    step(STANDARD.items.update, { transaction, uuid, edits: { forSigning: true } }),
  );
}

function inParts({ transaction, assignments }: AssignmentsArgs): AssignmentsArgs[] {
  return Array.from({ length: Math.ceil(assignments.length / IN_ONE_EDIT) }, (_, at) => ({
    transaction,
    assignments: assignments.slice(at * IN_ONE_EDIT, (at + 1) * IN_ONE_EDIT),
  }));
}

/** Assigns documents to signatories, and marks those documents to be signed. One act to undo. */
export async function assignDocuments(
  db: MirrorDatabase,
  args: AssignmentsArgs,
  unmarked: readonly string[],
): Promise<Step[]> {
  const marked = marking({ transaction: args.transaction, unmarked });
  return runSteps(db, [...marked, ...inParts(args).map((part) => step(createAssignmentsDefinition, part))]);
}

/**
 * Unassigns documents from signatories. One act to undo. The caller determines which pages stay (`keepSharedPages`), because
 * looking them up here would delay the screen.
 */
export async function unassignDocuments(db: MirrorDatabase, args: AssignmentsArgs): Promise<Step[]> {
  return runSteps(
    db,
    inParts(args).map((part) => step(deleteAssignmentsDefinition, part)),
  );
}

interface GroupAssignmentsArgs extends Marking {
  group: string;
  items: readonly string[];
  /** The page that the group signs, for documents of which several pages are marked. Without it, they are left out. */
  chosen?: ReadonlyMap<string, string>;
}

/** Returns the documents with several pages marked for signing. A person has to choose which one is signed. */
export async function withSeveralPages(db: MirrorDatabase, items: readonly string[]): Promise<string[]> {
  const pages = await db.signaturePages
    .where('item')
    .anyOf([...items])
    .toArray();
  const pagesOf = Map.groupBy(pages, ({ item }) => item);
  return items.filter((item) => {
    const own = pagesOf.get(item) ?? [];
    return pageForSignature(withSigners(own, { assignments: [], ofGroups: [] }), null) === 'several';
  });
}

/** Assigns documents to a signing group and its current members, each on a marked or generated page. */
export async function assignDocumentsToGroup(
  db: MirrorDatabase,
  { transaction, group, items, unmarked, chosen = new Map() }: GroupAssignmentsArgs,
): Promise<Step[]> {
  const of = [...items];
  const [pages, signed, followed] = await Promise.all([
    db.signaturePages.where('item').anyOf(of).sortBy('order'),
    db.assignments.where('item').anyOf(of).toArray(),
    db.dynamicAssignments.where('item').anyOf(of).toArray(),
  ]);
  const pagesOf = Map.groupBy(pages, ({ item }) => item);
  const signedIn = Map.groupBy(signed, ({ item }) => item);
  const followedIn = Map.groupBy(followed, ({ item }) => item);
  const assigned = items.flatMap((item) => {
    const own = withSigners(pagesOf.get(item) ?? [], {
      assignments: signedIn.get(item) ?? [],
      ofGroups: followedIn.get(item) ?? [],
    });
    const page = chosen.get(item);
    const next = page === undefined ? pageForSignature(own, null) : { page };
    if (next === 'several') return [];
    return [
      step(createDynamicAssignmentDefinition, {
        transaction,
        uuid: newUuid(),
        signingGroup: group,
        item,
        page: next === 'new' ? newUuid() : next.page,
        pageOrder: own.length,
      }),
    ];
  });
  return runSteps(db, [...marking({ transaction, unmarked }), ...assigned]);
}
