import type * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import { tabCollection } from '../../../src/contract/collections/tabs.ts';
import type { movedAssignmentsSchema } from '../../../src/contract/entities/signing/assignment.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { readRowsByIds } from '../../present/read-rows.ts';
import { changeRows, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { isSameCapacity } from './assignments.ts';
import { deletePagesWithoutSigners, restorePages } from './signature-pages.ts';

type AssignmentRow = RowOf<'assignments'>;
type Moves = z.output<typeof movedAssignmentsSchema>['moves'];

/**
 * Moves signatures to other generated pages of their documents, and deletes the pages that nobody signs anymore. A page that was deleted
 * is restored. A signature stays where it is, without an error, if it was put into a packet, follows a group or has fields; or if the
 * page is a group's, has the same signature already, or has one that was put into a packet. Returns all of the signatures as they are
 * now.
 */
export async function moveAssignments(
  scope: DealWrite,
  { moves }: z.output<typeof movedAssignmentsSchema>,
): Promise<DealRows['assignments']> {
  const { tx, deal, stamp } = scope;
  const uuids = moves.map(({ uuid }) => uuid);
  const movable = await movableAmong(scope, moves);
  await restorePages(
    scope,
    movable.map(({ to }) => to),
  );
  for (const [to, own] of Map.groupBy(movable, (move) => move.to)) {
    const moved = own.map(({ row }) => row.uuid);
    await changeRows(tx, 'assignments', moved, { item_page_uuid: to, ...stamp });
    for (const uuid of moved) scope.put('assignments', uuid, { fields: ['item_page_uuid'] });
  }
  await deletePagesWithoutSigners(
    scope,
    movable.map(({ row }) => row.item_page_uuid),
  );
  return readRowsByIds(tx, 'assignments', deal.uuid, uuids);
}

async function movableAmong(
  { tx, deal }: DealWrite,
  moves: Moves,
): Promise<{ row: AssignmentRow; to: string }[]> {
  const uuids = moves.map(({ uuid }) => uuid);
  const targets = [...new Set(moves.map(({ item_page_uuid }) => item_page_uuid))];
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among: uuids });
  const pages = await selectRows(tx, signaturePageCollection, { uuids: targets });
  const onPage = { deal: deal.uuid, naming: { field: 'item_page_uuid', rows: targets } } as const;
  const there = Map.groupBy(
    await selectRows(tx, assignmentCollection, onPage),
    ({ item_page_uuid }) => item_page_uuid,
  );
  const ofGroups = await selectRows(tx, dynamicAssignmentCollection, onPage);
  const taken = new Set(ofGroups.map(({ item_page_uuid }) => item_page_uuid));
  const tabs = await selectRows(tx, tabCollection, {
    deal: deal.uuid,
    naming: { field: 'assignment', rows: uuids },
  });
  const withTabs = new Set(tabs.map(({ assignment }) => assignment));
  const pageOf = new Map(pages.map((page) => [page.uuid, page]));
  const rowOf = new Map(rows.map((row) => [row.uuid, row]));
  return moves.flatMap(({ uuid, item_page_uuid: to }) => {
    const row = rowOf.get(uuid);
    const page = pageOf.get(to);
    if (!row || !page || row.item_page_uuid === to || withTabs.has(uuid) || taken.has(to)) return [];
    if (row.status !== 'assigned' || row.signing_group_assignment !== null) return [];
    if (page.transaction !== deal.uuid || page.item !== row.item || page.source !== 'generated') return [];
    const others = there.get(to) ?? [];
    if (others.some((each) => each.status !== 'assigned' || isSameCapacity(each, row))) return [];
    there.set(to, [...others, row]);
    return [{ row, to }];
  });
}
