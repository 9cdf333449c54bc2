import { ENTITY_TABLES, type EntityTableName, type RowChange } from '../../../../src/db/outbox/draft.ts';
import { equal } from '../../../../src/db/equal.ts';
import type {
  BaseRow,
  ChildListRow,
  CursorRow,
  DocumentRow,
  ElementRow,
  MirrorRows,
  OutboxRow,
  RejectedRow,
} from '../../../../src/db/rows.ts';
import type { Device } from '../device.ts';
import { isAccessLost } from './invariants-tray.ts';
import type { DealState } from '../model/model-deal.ts';
import type { Program } from '../program.ts';
import { idOf, said } from '../said.ts';
import type { World } from '../world.ts';

/**
 * Checks that the device shows base plus every edit that base does not include, and that base has no other
 * rows.
 */
export function shownIsTheFold({ inspector }: World, device: Device): string[] {
  const outbox = device.rows<OutboxRow>('outbox');
  const base = device.rows<BaseRow>('base');
  const lanes = new Set([...outbox.map(({ lane }) => lane), ...base.map(({ lane }) => lane)]);
  const shown = new Map(rowsShown(device).map((change) => [idOf(change), change]));
  const wrong: string[] = [];
  for (const lane of lanes) {
    const edits = outbox.filter((row) => row.lane === lane);
    const below = base.filter((row) => row.lane === lane);
    if (edits.length === 0) {
      wrong.push(`fold: base has rows in ${lane} for ${below.map(idOf).join(', ')} without an edit`);
      continue;
    }
    for (const change of folded(inspector, device, lane, edits, below, shown)) {
      const onScreen = shown.get(idOf(change))?.row ?? null;
      if (!equal(change.row, onScreen))
        wrong.push(`fold: ${idOf(change)} is ${said(onScreen)}, not ${said(change.row)}`);
    }
  }
  return wrong;
}

function folded(
  program: Program,
  device: Device,
  lane: string,
  edits: readonly OutboxRow[],
  below: readonly BaseRow[],
  shown: ReadonlyMap<string, RowChange>,
): RowChange[] {
  const truth = new Map(shown);
  for (const { lane: _, ...change } of below) truth.set(idOf(change), change);
  const draft = new program.Draft(lane);
  const mutations = edits.flatMap((row) => {
    const decoded = program.decodeMutation(row, device.userId);
    return decoded.ok ? [decoded.mutation] : [];
  });
  const keys = mutations.flatMap((mutation) => mutation.keys);
  draft.take(keys.map((key) => truth.get(idOf(key)) ?? { ...key, row: null }));
  draft.take(
    [...truth.values()].filter(({ table, key }) => table === 'childLists' && key.startsWith(`${lane}/`)),
  );
  for (const mutation of mutations) {
    const { state, awaiting = [] } = mutation.row;
    draft.restrictTo(state === 'acked' ? new Set(awaiting) : null);
    mutation.apply(draft);
  }
  return [...draft.rows()];
}

function rowsShown(device: Device): RowChange[] {
  return [
    ...ENTITY_TABLES.flatMap((table) => rowsOf(device, table)),
    ...device
      .rows<ChildListRow>('childLists')
      .map((row): RowChange => ({ table: 'childLists', key: row.key, row })),
  ];
}

function rowsOf<Table extends EntityTableName>(device: Device, table: Table): RowChange<Table>[] {
  return device.rows<MirrorRows[Table]>(table).map((row) => ({ table, key: row.uuid, row }));
}

/**
 * Checks that what an edit has created does not vanish from the screen on which it was made while the server
 * has it. If the server has it from an earlier edit, which was set aside and retried as this one, it arrives
 * with a pull.
 */
export function ownWorkShown(world: World, device: Device): string[] {
  const pulled = new Set(
    device.rows<CursorRow>('cursors').map(({ lane, collection }) => `${lane}/${collection}`),
  );
  const shown = new Set(device.rows<ElementRow>('elements').map(({ uuid }) => uuid));
  const deals = new Map(world.dealsOf(device.userId).map((deal) => [deal.row.uuid, deal]));
  // The server may have applied these anyway, if a copy of the request was on its way.
  const givenUp = new Set(
    device
      .rows<RejectedRow>('rejected')
      .flatMap((row) => (row.code === 'set_aside' || isAccessLost(row) ? [row.id] : [])),
  );
  const applied = new Set(world.server.applied);
  const documents = new Set(device.rows<DocumentRow>('documents').map(({ uuid }) => uuid));
  // Deleted here, or on the person's other device, from which the edit was imported in a file.
  const deleted = new Set([
    ...(world.deletedOn.get(device.name) ?? []),
    ...device.rows<OutboxRow>('outbox').flatMap((row) => (row.name.endsWith('.delete') ? row.refersTo : [])),
  ]);
  const wrong: string[] = [];
  for (const [id, edit] of world.edits) {
    if (edit.device !== device || edit.state !== 'made' || edit.excused !== null) continue;
    // Then it arrives from the server like other people's edits.
    if (givenUp.has(id) || !applied.has(id)) continue;
    // After lost access has returned, it arrives with the next pull.
    if (!pulled.has(`${edit.deal}/changes`)) continue;
    for (const created of edit.creates) {
      if (deleted.has(created) || shown.has(created)) continue;
      const deal = deals.get(edit.deal);
      if (!deal?.elements.has(created)) continue;
      // Restored rows arrive like anybody else's, and so do lines whose files have not arrived yet.
      if (deal.bin.has(created) || filesOf(deal, created).some((id) => !documents.has(id))) continue;
      wrong.push(`shown: ${created}, which ${id} made on ${device.name}, has vanished from it`);
    }
  }
  return wrong;
}

/** Returns the files of a line of the checklist, as the server has them. */
function filesOf({ elements, documents }: DealState, element: string): string[] {
  const item = elements.get(element)?.item;
  return [...documents.values()].flatMap((row) => (item && row.item_id === item ? [row.uuid] : []));
}
