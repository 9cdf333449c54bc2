import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type * as z from 'zod';
import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { dynamicAssignmentCollection } from '../../../src/contract/collections/dynamic-assignments.ts';
import { signaturePageCollection } from '../../../src/contract/collections/signature-pages.ts';
import { tabCollection } from '../../../src/contract/collections/tabs.ts';
import type { movedAssignmentsSchema } from '../../../src/contract/entities/signing/assignment.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import { newPageDesign } from '../../../src/contract/rules/signature-page/design/new-design.ts';
import { readRows } from '../../present/read-rows.ts';
import { changeRows, selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { assertDifferent } from '../standard/create-rows.ts';
import { isSameCapacity } from './assignments.ts';
import { deletePagesWithoutSigners, restorePages } from './signature-pages.ts';

type AssignmentRow = RowOf<'assignments'>;
type PageRow = RowOf<'signature_pages'>;
type Moves = z.output<typeof movedAssignmentsSchema>['moves'];

/**
 * Moves signatures between generated pages of their documents, and deletes the pages that nobody signs anymore. A page that an earlier
 * move left without signers is restored. A signature stays where it is, without an error, if it can't move: it was deleted or put into a
 * packet, follows a group or has fields, or the pages look different by now, or something similar holds for the other page. Returns the
 * signatures as they are now.
 */
export async function moveAssignments(
  scope: DealWrite,
  { moves }: z.output<typeof movedAssignmentsSchema>,
): Promise<DealRows['assignments']> {
  const { tx, deal, stamp } = scope;
  const uuids = moves.map(({ uuid }) => uuid);
  assertDifferent(uuids, assignmentCollection.nouns.one);
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
  return readRows.assignments(tx, { deal: deal.uuid, among: uuids });
}

async function movableAmong(
  { tx, deal }: DealWrite,
  moves: Moves,
): Promise<{ row: AssignmentRow; to: string }[]> {
  const among = moves.map(({ uuid }) => uuid);
  const rows = await selectRows(tx, assignmentCollection, { deal: deal.uuid, among });
  const rowOf = new Map(rows.map((row) => [row.uuid, row]));
  const uuids = [
    ...new Set([...moves.map((move) => move.item_page_uuid), ...rows.map((row) => row.item_page_uuid)]),
  ];
  const pages = await selectRows(tx, signaturePageCollection, { uuids });
  const pageOf = new Map(pages.map((page) => [page.uuid, page]));
  const onPages = { deal: deal.uuid, naming: { field: 'item_page_uuid', rows: uuids } } as const;
  const signed = await selectRows(tx, assignmentCollection, onPages);
  const there = Map.groupBy(signed, ({ item_page_uuid: page }) => page);
  const fixed = new Set([
    ...(await selectRows(tx, dynamicAssignmentCollection, onPages)).map(({ item_page_uuid: page }) => page),
    ...(await pagesWithTabs({ tx, deal }, signed)),
    ...(await pagesDeletedWithSignatures(
      { tx },
      pages.filter(({ deleted_at }) => deleted_at !== null).map(({ uuid }) => uuid),
    )),
  ]);
  return moves.flatMap(({ uuid, item_page_uuid: to }) => {
    const row = rowOf.get(uuid);
    const [from, page] = [pageOf.get(row?.item_page_uuid ?? ''), pageOf.get(to)];
    if (!row || !from || !page || from === page || fixed.has(from.uuid) || fixed.has(to)) return [];
    if (row.status !== 'assigned' || row.signing_group_assignment !== null) return [];
    if (page.transaction !== deal.uuid || page.item !== row.item || !isInterchangeable(from, page)) return [];
    const others = there.get(to) ?? [];
    if (others.some((each) => each.status !== 'assigned' || isSameCapacity(each, row))) return [];
    there.set(to, [...others, row]);
    return [{ row, to }];
  });
}

/** Returns whether a signature can move without a change of what is signed. A deleted page comes back as it was. */
function isInterchangeable(from: PageRow, to: PageRow): boolean {
  const lookOf = ({ margins, font, font_size, signature_page_type, blocks }: PageRow) => [
    margins,
    font,
    font_size,
    signature_page_type,
    blocks ?? newPageDesign().blocks,
  ];
  if (from.source !== 'generated' || to.source !== 'generated') return false;
  return to.deleted_at !== null || isDeepStrictEqual(lookOf(from), lookOf(to));
}

/** Returns the pages of signatures with fields. Fields are placed on the sheet, so its lines must stay where they are. */
async function pagesWithTabs(
  { tx, deal }: Pick<DealWrite, 'tx' | 'deal'>,
  signed: readonly AssignmentRow[],
): Promise<string[]> {
  const rows = signed.map(({ uuid }) => uuid);
  const tabs = await selectRows(tx, tabCollection, {
    deal: deal.uuid,
    naming: { field: 'assignment', rows },
  });
  const withTabs = new Set(tabs.map(({ assignment }) => assignment));
  return signed.filter(({ uuid }) => withTabs.has(uuid)).map(({ item_page_uuid: page }) => page);
}

/** Returns those of the deleted pages that somebody deleted with their signatures. Only restoring such a page brings those back. */
async function pagesDeletedWithSignatures(
  { tx }: Pick<DealWrite, 'tx'>,
  deleted: readonly string[],
): Promise<string[]> {
  if (deleted.length === 0) return [];
  const { rows } = await sql<{ page: string }>`
    select distinct page.uuid as page
    from signature_pages as page
    join assignments on item_page_uuid = page.uuid and assignments.version = page.version
    where page.uuid = any(${deleted}::uuid[]) and assignments.deleted_at is not null
  `.execute(tx);
  return rows.map(({ page }) => page);
}
