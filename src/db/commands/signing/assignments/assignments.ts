import { assignmentCollection } from '../../../../contract/collections/assignments.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Stamp, type Step } from '../../../outbox/command.ts';
import type { RowKey } from '../../../outbox/draft.ts';
import { fieldIn, instead } from '../../../outbox/given-ids.ts';
import { mutate, step } from '../../../outbox/mutate.ts';
import type { Collection, CollectionRow } from '../../../rows.ts';
import { createdBy } from '../../collections/create-row.ts';
import { defineDelete } from '../../collections/delete-row.ts';
import { generatedPage } from '../pages/new-page.ts';

type AssignmentRow = CollectionRow<'assignments'>;

/** One signature to assign. */
export interface AssignedPage {
  /** The assignment. */
  uuid: string;
  item: string;
  /** The page. If it doesn't exist yet, it is generated with this id. */
  page: string;
  /** How many signature pages the item has before a generated one, according to this device. */
  pageOrder: number;
  /** Present if the page is new: whether it consolidates what one person signs, like the deal's newest page. */
  newConsolidates?: boolean | undefined;
  signatory: string;
  authRep: string | null;
  /** Whether the page stays when the assignment is removed, because somebody else also signs it. */
  pageStays?: boolean | undefined;
}

export interface AssignmentsArgs {
  transaction: string;
  assignments: AssignedPage[];
}

const REFRESHES: Collection[] = ['assignments', 'signaturePages'];

function keysOf({ assignments }: AssignmentsArgs): RowKey[] {
  const pages = new Set(assignments.map(({ page }) => page));
  return [
    ...assignments.map(({ uuid }): RowKey => ({ table: 'assignments', key: uuid })),
    ...[...pages].map((key): RowKey => ({ table: 'signaturePages', key })),
  ];
}

function idsOf({ assignments }: AssignmentsArgs): string[] {
  return assignments.map(({ uuid }) => uuid);
}

function newAssignment(transaction: string, asked: AssignedPage, stamp: Stamp): AssignmentRow {
  return {
    uuid: asked.uuid,
    transaction,
    item: asked.item,
    itemPageUuid: asked.page,
    signatory: asked.signatory,
    authRep: asked.authRep,
    status: 'assigned',
    header: null,
    customText: '',
    requiresNotary: false,
    requiresWitness: false,
    signingGroupAssignment: null,
    rejectedReason: null,
    createdBy: stamp.userId,
    ...createdBy(stamp),
  };
}

/**
 * Assigns documents to signatories, on the given pages. A page that doesn't exist is generated. An assignment that was deleted under its id is
 * restored.
 */
export const createAssignmentsDefinition: CommandDefinition<AssignmentsArgs> = {
  name: 'assignment.create',
  lane: ({ transaction }) => transaction,
  keys: keysOf,
  structural: false,
  creates: (args) => [...idsOf(args), ...args.assignments.map(({ page }) => page)],
  refersTo: (args) =>
    args.assignments.flatMap(({ uuid, page, item, signatory, authRep }) =>
      authRep === null ? [uuid, page, item, signatory] : [uuid, page, item, signatory, authRep],
    ),
  touches: idsOf,
  apply(draft, { transaction, assignments }, stamp) {
    for (const asked of assignments) {
      if (!draft.get('signaturePages', asked.page))
        draft.put('signaturePages', asked.page, {
          ...generatedPage(
            { uuid: asked.page, transaction, item: asked.item, order: asked.pageOrder },
            stamp,
          ),
          consolidateSigner: asked.newConsolidates ?? false,
        });
      if (!draft.get('assignments', asked.uuid))
        draft.put('assignments', asked.uuid, newAssignment(transaction, asked, stamp));
    }
  },
  inverse(args, before) {
    const isThere = (page: string) => before.get('signaturePages', page) !== null;
    const assignments = args.assignments.map((each) =>
      isThere(each.page) ? { ...each, pageStays: true } : each,
    );
    const removal = (removed: AssignmentsArgs) =>
      step(deleteAssignmentsDefinition, removed, (shown) =>
        idsOf(args).every((uuid) => shown.get('assignments', uuid)?.status === 'assigned'),
      );
    // Since then, somebody else may have assigned a new page to another signatory.
    const prepare = async (db: MirrorDatabase) =>
      removal(await withSharedPages(db, { ...args, assignments }));
    const undone = removal({ ...args, assignments });
    return [assignments.every(({ pageStays }) => pageStays) ? undone : { ...undone, prepare }];
  },
  request: ({ transaction, assignments }) =>
    requestTo('assignments', 'bulkCreate', {
      transaction,
      assignments: assignments.map(({ uuid, item, page, signatory, authRep }) => ({
        uuid,
        item,
        item_page_uuid: page,
        signatory,
        auth_rep: authRep,
      })),
    }),
  refreshes: REFRESHES,
  failure: 'There was a problem attempting to create the assignments',
  // Somebody else has made the same assignment in the meantime.
  remaps({ assignments }, answer) {
    const given = Array.isArray(answer) ? answer : [];
    const pages = new Set(given.map((row) => fieldIn(row, 'item_page_uuid')));
    return new Map(
      assignments.flatMap(({ uuid, page, newConsolidates }, at) => [
        ...instead(uuid, fieldIn(given[at], 'uuid')),
        // If the server has put a signature on another page than an existing one, that page's own edits stay with it.
        ...(newConsolidates === undefined || pages.has(page)
          ? []
          : instead(page, fieldIn(given[at], 'item_page_uuid'))),
      ]),
    );
  },
};

/** Removes assignments, along with generated pages that nobody else signs. */
export const deleteAssignmentsDefinition: CommandDefinition<AssignmentsArgs> = {
  name: 'assignment.delete',
  lane: ({ transaction }) => transaction,
  keys: keysOf,
  structural: false,
  creates: () => [],
  refersTo: idsOf,
  touches: idsOf,
  apply(draft, { assignments }) {
    for (const { uuid, page, pageStays = false } of assignments) {
      draft.remove('assignments', uuid);
      if (!pageStays && draft.get('signaturePages', page)?.source === 'generated')
        draft.remove('signaturePages', page);
    }
  },
  inverse: (args, before) => {
    const existing = args.assignments.filter(({ uuid }) => before.get('assignments', uuid) !== null);
    return existing.length === 0
      ? []
      : [
          step(createAssignmentsDefinition, { ...args, assignments: existing }, (shown) =>
            existing.every(({ uuid }) => shown.get('assignments', uuid) === null),
          ),
        ];
  },
  request: ({ transaction, assignments }) =>
    requestTo('assignments', 'bulkDelete', { transaction, assignments: assignments.map(({ uuid }) => uuid) }),
  without(args, replaced) {
    const own = args.assignments.filter(({ uuid }) => !replaced.has(uuid));
    if (own.length === args.assignments.length) return args;
    return own.length === 0 ? null : { ...args, assignments: own };
  },
  refreshes: REFRESHES,
  failure: 'There was a problem attempting to delete the assignments',
};

export interface MoveAssignmentsArgs {
  transaction: string;
  /** Signatures, and the pages that they move between. */
  moves: { uuid: string; from: string; to: string }[];
  /** The pages that nobody signs afterward. They are deleted. */
  emptied: string[];
  /** Deleted pages that signatures move to. They are restored. */
  restored: CollectionRow<'signaturePages'>[];
}

/**
 * Moves signatures to other generated pages of their documents. The server leaves those where they are that were put into a packet in the
 * meantime.
 */
export const moveAssignmentsDefinition: CommandDefinition<MoveAssignmentsArgs> = {
  name: 'assignment.move',
  lane: ({ transaction }) => transaction,
  keys: ({ moves, emptied, restored }) => [
    ...moves.map(({ uuid }): RowKey => ({ table: 'assignments', key: uuid })),
    ...[...new Set([...emptied, ...restored.map(({ uuid }) => uuid)])].map((key): RowKey => ({
      table: 'signaturePages',
      key,
    })),
  ],
  structural: false,
  creates: () => [],
  refersTo: ({ moves }) => [...new Set(moves.flatMap(({ uuid, from, to }) => [uuid, from, to]))],
  touches: ({ moves }) => moves.map(({ uuid }) => uuid),
  apply(draft, { moves, emptied, restored }) {
    for (const page of restored)
      if (!draft.get('signaturePages', page.uuid)) draft.put('signaturePages', page.uuid, page);
    for (const { uuid, to } of moves) {
      const row = draft.get('assignments', uuid);
      if (row) draft.put('assignments', uuid, { ...row, itemPageUuid: to });
    }
    const targets = new Set(moves.map(({ to }) => to));
    for (const page of emptied) if (!targets.has(page)) draft.remove('signaturePages', page);
  },
  inverse({ transaction, moves, emptied, restored }, before) {
    const back: MoveAssignmentsArgs = {
      transaction,
      moves: moves.map(({ uuid, from, to }) => ({ uuid, from: to, to: from })),
      emptied: restored.map(({ uuid }) => uuid),
      restored: emptied.flatMap((page) => before.get('signaturePages', page) ?? []),
    };
    return [
      step(moveAssignmentsDefinition, back, (shown) =>
        moves.some(({ uuid, to }) => {
          const row = shown.get('assignments', uuid);
          return row?.itemPageUuid === to && row.status === 'assigned';
        }),
      ),
    ];
  },
  request: ({ transaction, moves }) =>
    requestTo('assignments', 'bulkMove', {
      transaction,
      moves: moves.map(({ uuid, to }) => ({ uuid, item_page_uuid: to })),
    }),
  // Signatures that turned out to be somebody else's stay where they are, with their pages.
  without(args, replaced) {
    const moves = args.moves.filter(({ uuid }) => !replaced.has(uuid));
    if (moves.length === args.moves.length) return args;
    const left = new Set(args.moves.flatMap(({ uuid, from }) => (replaced.has(uuid) ? [from] : [])));
    const emptied = args.emptied.filter((page) => !left.has(page));
    return moves.length === 0 ? null : { ...args, moves, emptied };
  },
  refreshes: REFRESHES,
  failure: 'There was a problem attempting to move the assignments',
};

/** Restores one assignment, from the activity. */
export const { restoring: restoreAssignmentDefinition } = defineDelete(assignmentCollection);

export async function createAssignments(db: MirrorDatabase, args: AssignmentsArgs): Promise<Step[]> {
  return mutate(db, createAssignmentsDefinition, args);
}

export async function deleteAssignments(db: MirrorDatabase, args: AssignmentsArgs): Promise<Step[]> {
  return mutate(db, deleteAssignmentsDefinition, await withSharedPages(db, args));
}

/** An assignment to a signatory or a group, used to find out who else signs a page. */
export type AssignedTo = { readonly uuid: string; readonly itemPageUuid: string };

/** Returns the assignments to remove, and which of their pages stay because somebody among `assigned` also signs them. */
export function keepSharedPages(
  removed: readonly AssignedPage[],
  assigned: readonly AssignedTo[],
): AssignedPage[] {
  const uuids = new Set(removed.map(({ uuid }) => uuid));
  const shared = new Set(assigned.filter(({ uuid }) => !uuids.has(uuid)).map((row) => row.itemPageUuid));
  return removed.map((each) => (shared.has(each.page) ? { ...each, pageStays: true } : each));
}

/** The same removal, with what the mirror knows about others who sign the pages. */
async function withSharedPages(
  db: MirrorDatabase,
  { transaction, assignments }: AssignmentsArgs,
): Promise<AssignmentsArgs> {
  const pages = [...new Set(assignments.map(({ page }) => page))];
  const [signed, followed] = await Promise.all([
    db.assignments.where('itemPageUuid').anyOf(pages).toArray(),
    db.dynamicAssignments.where('itemPageUuid').anyOf(pages).toArray(),
  ]);
  return { transaction, assignments: keepSharedPages(assignments, [...signed, ...followed]) };
}
