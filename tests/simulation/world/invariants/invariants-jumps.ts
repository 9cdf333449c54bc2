import {
  byWire,
  COLLECTION_NAMED,
  COLLECTION_NAMES,
} from '../../../../src/contract/collections/deal-collections.ts';
import { camelize, camelKey } from '../../../../src/db/codec.ts';
import { equal } from '../../../../src/db/equal.ts';
import type { CursorRow, ItemRow, OutboxRow, RejectedRow } from '../../../../src/db/rows.ts';
import type { Device } from '../device.ts';
import type { DealState } from '../model/model-deal.ts';
import { idOf, said } from '../said.ts';
import type { World } from '../world.ts';

/** Tables of rows whose fields people edit: their names in the change log, and in the mirror. */
const EDITED = byWire(({ name }) => name);

/** The fields that all of these rows have. */
type EditedRow = Pick<ItemRow, 'uuid' | 'version' | 'modifiedAt'>;

/** An edit of the device that the server has applied. */
interface Done {
  id: string;
  /** It is still in the outbox, so base may not include it. */
  waits: boolean;
}

/**
 * Checks that the device has each value that the server has from an edit of this device and that nobody has
 * changed since: the edit's own value if it was based on the server's state, and the server's value once the
 * edit has left the outbox. The screen never jumps back (PUSH4).
 */
export function ownEditsStand(world: World, device: Device): string[] {
  const outbox = device.rows<OutboxRow>('outbox');
  const waiting = new Set(outbox.map(({ id }) => id));
  const tray = new Set(device.rows<RejectedRow>('rejected').map(({ id }) => id));
  const pulled = new Set(device.rows<CursorRow>('cursors').map(({ lane }) => lane));
  return world.dealsOf(device.userId).flatMap((deal) => {
    const { uuid } = deal.row;
    if (!pulled.has(uuid)) return [];
    const own = new Map<number, Done>();
    for (const [id, { deal: of, version }] of world.server.written) {
      const edit = world.edits.get(id);
      const isOver = edit?.device === device && edit.state === 'made' && edit.excused === null;
      if (of === uuid && isOver && !tray.has(id)) own.set(version, { id, waits: waiting.has(id) });
    }
    return own.size === 0 ? [] : jumps(device, deal, own, sayingOf(world, device, outbox));
  });
}

/** The rows that the edits in the outbox concern. */
interface Saying {
  /** Edits by the rows that they concern. */
  byKey: Map<string, string[]>;
  /**
   * Edits of rows that the device does not have, and moves made before it had all rows. Nothing can be
   * expected of these.
   */
  mute: Set<string>;
}

function sayingOf({ inspector }: World, device: Device, outbox: readonly OutboxRow[]): Saying {
  const byKey = new Map<string, string[]>();
  const mute = new Set<string>();
  for (const row of outbox) {
    const decoded = inspector.decodeMutation(row, device.userId);
    const keys = decoded.ok ? decoded.mutation.keys : [];
    for (const key of keys.map(idOf)) byKey.set(key, [...(byKey.get(key) ?? []), row.id]);
    const isHere = ({ table, key }: { table: string; key: string }): boolean =>
      device.rows<EditedRow>(table).some(({ uuid }) => uuid === key);
    if (!keys.every(isHere) || isBlindMove(device, row, keys)) mute.add(row.id);
  }
  return { byKey, mute };
}

/**
 * Returns whether a row was moved among fewer others than there are now. Until the next pull, those then have
 * their own order.
 */
function isBlindMove(device: Device, { args }: OutboxRow, keys: readonly { table: string }[]): boolean {
  const { uuid, others } = args as { uuid?: string; others?: readonly string[] };
  const table = COLLECTION_NAMES.find((name) => name === keys[0]?.table);
  if (!others || !table) return false;
  const within = camelKey(COLLECTION_NAMED[table].orderedWithin ?? 'transaction');
  const rows = device.rows<EditedRow>(table);
  const scopeOf = (row: EditedRow | undefined): unknown => Reflect.get(row ?? {}, within);
  const scope = scopeOf(rows.find((row) => row.uuid === uuid));
  return rows.some((row) => row.uuid !== uuid && scopeOf(row) === scope && !others.includes(row.uuid));
}

/** Goes through the change log from its end, because the last change of a field counts. */
function jumps(device: Device, deal: DealState, own: ReadonlyMap<number, Done>, saying: Saying): string[] {
  const wrong: string[] = [];
  const later = new Set<string>();
  for (const { table, key, fields, version } of deal.log.toReversed()) {
    if (!(table in EDITED)) continue;
    const of = table as keyof typeof EDITED;
    const theirs = deal[of].get(key);
    for (const field of fields) {
      const place = `${key} ${field}`;
      if (later.has(place)) continue;
      later.add(place);
      const edit = own.get(version);
      if (!edit || !theirs) continue;
      const by = saying.byKey.get(idOf({ table: EDITED[of], key })) ?? [];
      if (by.some((id) => id !== edit.id) || (edit.waits && by.length === 0)) continue;
      const mine = device.rows<EditedRow>(EDITED[of]).find(({ uuid }) => uuid === key);
      if (!mine) continue;
      if (edit.waits && (saying.mute.has(edit.id) || !isMadeUpon(mine, deal, version))) continue;
      const [shown, done] = [mine, camelize(theirs)].map((row) => Reflect.get(Object(row), fieldOf(field)));
      if (equal(shown, done)) continue;
      wrong.push(
        `jump: ${field} of ${key} is ${said(shown)} on ${device.name}, ${edit.id} made it ${said(done)}`,
      );
    }
  }
  return wrong;
}

/**
 * Returns whether the device had the row as it was before this version of the deal, in this history of the
 * server.
 */
function isMadeUpon(mine: EditedRow, { log }: DealState, version: number): boolean {
  const before = log.findLast((line) => line.key === mine.uuid && line.version < version);
  return before?.version === mine.version && before.at === mine.modifiedAt;
}

/** Returns the mirror's name of a wire field. */
function fieldOf(field: string): string {
  return Object.keys(camelize({ [field]: null }))[0] ?? field;
}
