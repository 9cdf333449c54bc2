import { changeSeq } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { NewEdit } from '../../outbox/command.ts';
import { Draft, type RowChange } from '../../outbox/draft.ts';
import { equal } from '../../equal.ts';
import { changesIn, fold } from '../../outbox/fold.ts';
import { RowMap } from '../../outbox/row-map.ts';
import type { CollectionRow, MirrorRows, MirrorTable } from '../../rows.ts';

/** The tables that a signature matrix is made from, besides those of the checklist. */
const MATRIX_TABLES = [
  'signatories',
  'representatives',
  'signingGroups',
  'signingGroupMembers',
  'signaturePages',
  'assignments',
  'dynamicAssignments',
] as const;
type MatrixTable = (typeof MATRIX_TABLES)[number];

type Tables = { [Table in MatrixTable]: ReadonlyMap<string, MirrorRows[Table]> };

type AssignmentRow = CollectionRow<'assignments'>;

/** A deal's rows about signing, as of one commit. Never changed in place. */
export interface MatrixRows extends Tables {
  /** The number of the deal's last commit that is in them. */
  seq: number;
  /** The assignments of each item. The array stays the same until one of them changes. */
  byItem: ReadonlyMap<string, readonly AssignmentRow[]>;
}

/** Returns the rows from one moment of the mirror. */
export async function readMatrixRows(db: MirrorDatabase, transaction: string): Promise<MatrixRows> {
  const own = MATRIX_TABLES.map((table) => db.table(table));
  return db.transaction('r', [...own, db.meta], async () => {
    const [
      seq,
      signatories,
      representatives,
      signingGroups,
      signingGroupMembers,
      signaturePages,
      assignments,
      dynamicAssignments,
    ] = await Promise.all([
      changeSeq(db, transaction),
      db.signatories.where({ transaction }).toArray(),
      db.representatives.where({ transaction }).toArray(),
      db.signingGroups.where({ transaction }).toArray(),
      db.signingGroupMembers.where({ transaction }).toArray(),
      db.signaturePages.where({ transaction }).toArray(),
      db.assignments.where({ transaction }).toArray(),
      db.dynamicAssignments.where({ transaction }).toArray(),
    ]);
    return {
      seq,
      signatories: byUuid(signatories),
      representatives: byUuid(representatives),
      signingGroups: byUuid(signingGroups),
      signingGroupMembers: byUuid(signingGroupMembers),
      signaturePages: byUuid(signaturePages),
      assignments: byUuid(assignments),
      dynamicAssignments: byUuid(dynamicAssignments),
      byItem: byItem(assignments),
    };
  });
}

/** Returns new rows in which all that equals the rows before is the same object, so that a screen renders only what changed. */
export function sharing(before: MatrixRows, now: MatrixRows): MatrixRows {
  const same = <Row>(had: ReadonlyMap<string, Row>, has: ReadonlyMap<string, Row>) =>
    had === has || (had.size === has.size && [...has].every(([key, row]) => equal(row, had.get(key))))
      ? had
      : has;
  const items = new Map(
    Array.from(now.byItem, ([item, rows]) => {
      const known = before.byItem.get(item);
      return [item, known && equal(known, rows) ? known : rows];
    }),
  );
  return {
    seq: now.seq,
    signatories: same(before.signatories, now.signatories),
    representatives: same(before.representatives, now.representatives),
    signingGroups: same(before.signingGroups, now.signingGroups),
    signingGroupMembers: same(before.signingGroupMembers, now.signingGroupMembers),
    signaturePages: same(before.signaturePages, now.signaturePages),
    assignments: same(before.assignments, now.assignments),
    dynamicAssignments: same(before.dynamicAssignments, now.dynamicAssignments),
    byItem: items,
  };
}

/** Returns the rows with edits that are not committed yet, by the fold that will commit them (SPEC: SHOW). */
export function withEdits(rows: MatrixRows, edits: readonly NewEdit[], deal: string): MatrixRows {
  const draft = new Draft(deal);
  for (const { mutation } of edits) {
    for (const { table, key } of mutation.keys) {
      draft.load(table, key, isOwn(table) ? (rows[table].get(key) ?? null) : null);
    }
  }
  const before = RowMap.of(draft.entities());
  for (const { mutation, stands } of edits) if (stands?.(draft) ?? true) fold(draft, [mutation]);
  return withChanges(rows, changesIn(draft, deal, before));
}

function withChanges(rows: MatrixRows, changes: readonly RowChange[]): MatrixRows {
  const own = changes.flatMap((change) => (isOwn(change.table) ? { ...change, table: change.table } : []));
  if (own.length === 0) return rows;
  const copies = {
    signatories: new Map(rows.signatories),
    representatives: new Map(rows.representatives),
    signingGroups: new Map(rows.signingGroups),
    signingGroupMembers: new Map(rows.signingGroupMembers),
    signaturePages: new Map(rows.signaturePages),
    assignments: new Map(rows.assignments),
    dynamicAssignments: new Map(rows.dynamicAssignments),
  };
  for (const { table, key, row } of own) {
    const copy: Map<string, unknown> = copies[table];
    if (row) copy.set(key, row);
    else copy.delete(key);
  }
  const next = { ...rows, ...copies };
  return { ...next, byItem: patchedByItem(rows, next, own) };
}

/** Groups only those items anew whose assignments change. */
function patchedByItem(
  rows: MatrixRows,
  next: MatrixRows,
  changes: readonly { table: MatrixTable; key: string }[],
): MatrixRows['byItem'] {
  const touched = new Map<string, Set<string>>();
  for (const { table, key } of changes) {
    const item =
      table === 'assignments' ? (next.assignments.get(key) ?? rows.assignments.get(key))?.item : undefined;
    if (item === undefined) continue;
    const keys = touched.get(item);
    if (keys) keys.add(key);
    else touched.set(item, new Set([key]));
  }
  if (touched.size === 0) return rows.byItem;
  const patched = new Map(rows.byItem);
  for (const [item, keys] of touched) {
    const kept = (rows.byItem.get(item) ?? []).filter(({ uuid }) => !keys.has(uuid));
    const changed = [...keys].flatMap((key) => next.assignments.get(key) ?? []);
    patched.set(item, [...kept, ...changed]);
  }
  return patched;
}

function isOwn(table: MirrorTable): table is MatrixTable {
  return MATRIX_TABLES.some((own) => own === table);
}

function byUuid<Row extends { uuid: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.uuid, row]));
}

function byItem(assignments: readonly AssignmentRow[]): Map<string, AssignmentRow[]> {
  return Map.groupBy(assignments, ({ item }) => item);
}
