import { DEAL_COLLECTIONS } from '../../../../src/contract/collections/deal-collections.ts';
import type { OutboxRow, RejectedRow, SentRow } from '../../../../src/db/rows.ts';
import type { Device, Tab } from '../device.ts';
import { mirrorIsServers, nothingWaits, viewIsMirror } from './invariants-end.ts';
import { ownEditsStand } from './invariants-jumps.ts';
import { noteWipe, nothingIsLeft } from './invariants-left.ts';
import { isAccessLost, trayIsReadable } from './invariants-tray.ts';
import { ownWorkShown, shownIsTheFold } from './invariants-shown.ts';
import { isMember, type DealState } from '../model/model-deal.ts';
import { said } from '../said.ts';
import type { World } from '../world.ts';

/** How many milliseconds after the browser has deleted a mirror another one must be open. */
const REOPENED_WITHIN_MS = 2000;

/** Returns the violations of the rules that hold whenever nothing is being written. */
export function violations(world: World): string[] {
  return [
    ...effectsAtMostOnce(world),
    ...editsAccountedFor(world),
    ...world.devices.flatMap((device) => [
      ...sentAsWanted(device),
      ...shownIsTheFold(world, device),
      ...ownWorkShown(world, device),
      ...ownEditsStand(world, device),
      ...trayIsReadable(world, device),
      ...nothingIsLeft(device),
    ]),
    ...world.dealsOf(world.people[0]?.uuid ?? '').flatMap(filesAreFiled),
  ];
}

/** Returns the violations of the rules that hold at every commit, such as that nothing flickers on the screen. */
export function violationsAtCommit(world: World, device: Device): string[] {
  return [...ownWorkShown(world, device), ...ownEditsStand(world, device), ...noteWipe(device)];
}

/**
 * Returns the violations of the rules that also hold once the world is at rest and the screens are up to
 * date.
 */
export function violationsAtRest(world: World): string[] {
  const shown = world.tabs.filter(({ frozen, isOutdated }) => !frozen && !isOutdated);
  return shown.flatMap((tab) => [...indicatorIsTrue(world, tab), ...nothingIsUncommitted(tab)]);
}

/** Returns the violations of the rules that hold once all faults have ended and time has passed. */
export function violationsInTheEnd(world: World): string[] {
  return [
    ...world.devices.flatMap((device) => [...mirrorIsServers(world, device), ...nothingWaits(device)]),
    ...world.devices.flatMap((device) => nothingIsLost(world, device)),
    ...world.tabs.flatMap((tab) => viewIsMirror(tab)),
  ];
}

/** Checks that nothing is applied without an edit, or twice. */
function effectsAtMostOnce({ server, edits }: World): string[] {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const key of server.applied) {
    if (!edits.has(key)) wrong.push(`effects: the server did ${key}, which is no edit that anybody made`);
    if (seen.has(key)) wrong.push(`effects: the server did ${key} twice`);
    seen.add(key);
  }
  return wrong;
}

/**
 * Checks that each edit is exactly one of these: waiting, acknowledged, in the tray, or gone because the
 * server has it.
 */
function editsAccountedFor({ server, edits, devices }: World): string[] {
  const wrong: string[] = [];
  const applied = new Set(server.applied);
  const places = new Map(
    devices.map((device) => [
      device,
      {
        outbox: new Map(device.rows<OutboxRow>('outbox').map((row) => [row.id, row])),
        tray: new Map(device.rows<RejectedRow>('rejected').map((row) => [row.id, row])),
        sent: sentOf(device),
      },
    ]),
  );
  for (const [id, { device, state, excused, settled, copied, forgotten, deletes }] of edits) {
    const waiting = places.get(device)?.outbox.get(id);
    const rejected = places.get(device)?.tray.get(id);
    const isSent = places.get(device)?.sent.has(id);
    const done = applied.has(id);
    const what = `edits: ${waiting?.name ?? rejected?.name ?? ''} ${id}`;
    if (waiting && rejected) wrong.push(`${what} is in the outbox and in the tray`);
    if (state === 'failed' && (waiting || rejected || done)) wrong.push(`${what} failed, and is there`);
    if (settled && (waiting || rejected)) wrong.push(`${what} was settled by the person, and is back`);
    if (state !== 'made' || excused !== null) continue;
    // Until the device learns of a restore, it keeps the edit as one that the server has.
    if (!waiting && !rejected && !done && !isSent && !neverThere(server.deals, deletes))
      wrong.push(`${what} is nowhere`);
    if (waiting?.state === 'pending' && done) wrong.push(`${what} is done, and counts as never sent`);
    if (waiting?.state === 'acked' && !done) wrong.push(`${what} counts as acknowledged, and is not done`);
    // After losing a deal or setting an edit aside, the device can no longer learn whether the edit was
    // applied.
    const decided = places.get(device)?.tray.get(rejected?.because ?? '') ?? rejected;
    const maybeDone =
      copied || forgotten || decided?.code === 'set_aside' || (decided && isAccessLost(decided));
    if (rejected && done && !maybeDone) wrong.push(`${what} is in the tray (${rejected.code}), and done`);
  }
  return wrong;
}

/**
 * Returns whether the server never had the rows that an edit deletes: its response contained another person's
 * rows, so the edit is dropped (PUSH11).
 */
function neverThere(deals: ReadonlyMap<string, DealState>, rows: readonly string[]): boolean {
  const isThere = (uuid: string) =>
    [...deals.values()].some(
      (deal) => deal.bin.has(uuid) || DEAL_COLLECTIONS.some(({ wire }) => deal[wire].has(uuid)),
    );
  return rows.length > 0 && !rows.some(isThere);
}

/** Returns the ids of the edits that the device keeps as acknowledged. */
function sentOf(device: Device): ReadonlySet<string> {
  return new Set(device.rows<SentRow>('sent').map(({ id }) => id));
}

/** Commands that set values. */
const edited = new Set([
  'header.rename',
  'item.update',
  'item.set-version',
  'document.update',
  'task.update',
  'transaction.update',
  'signatory.update',
  'representative.update',
]);

/**
 * Checks that what is being sent is what the person wanted last: no change was merged into an edit that had
 * already been sent.
 */
function sentAsWanted(device: Device): string[] {
  return device.rows<OutboxRow>('outbox').flatMap(({ id, name, args, request }) => {
    if (!request || !edited.has(name)) return [];
    const { label, edits, document } = args as Partial<Record<'label' | 'document', string>> & {
      edits?: Record<string, unknown>;
    };
    const sent = said(request.input);
    const wanted = [label, document, ...Object.values(edits ?? {})];
    const missing = wanted.filter((value) => value !== undefined && !sent.includes(said(value)));
    return missing.map((value) => `edits: ${name} ${id} is sent without ${said(value)}, which it shows`);
  });
}

/**
 * Checks that the server has every edit that the device keeps as acknowledged, unless its loss was already
 * reported after a restore (LOST1). Edits of a deal that was deleted for everybody are gone with it; if the
 * deal is restored, the device checks for them. The same applies if its user regains access to the deal:
 * until then, nothing could be sent again.
 */
function nothingIsLost({ server, edits }: World, device: Device): string[] {
  const applied = new Set(server.applied);
  const lost = [...sentOf(device)].filter((id) => {
    const edit = edits.get(id);
    if (applied.has(id) || edit?.excused !== null) return false;
    const deal = server.deals.get(edit.deal);
    return !deal || (!deal.deleted && isMember(deal, device.userId));
  });
  return lost.map(
    (id) => `lost: ${device.name} keeps ${id} as acknowledged, and the server does not have it`,
  );
}

/**
 * Checks that the indicator says that everything is saved only if that is true, and that it counts what
 * waits.
 */
function indicatorIsTrue(world: World, { device, summary, thawedAt }: Tab): string[] {
  const reopenedAt = Math.max(device.lostAt, thawedAt) + REOPENED_WITHIN_MS;
  if (!summary || world.scheduler.now < reopenedAt) return [];
  const wrong: string[] = [];
  const unsent = device
    .rows<OutboxRow>('outbox')
    .filter(({ state, name }) => state !== 'acked' && name !== 'notification.read').length;
  const rejected = device.rows<RejectedRow>('rejected').length;
  if (summary.unsent !== unsent || summary.rejected > 0 !== rejected > 0) {
    const shows = `${summary.unsent} unsent and ${summary.rejected} rejected`;
    wrong.push(`indicator: ${device.name} shows ${shows}, there are ${unsent} and ${rejected}`);
  }
  if (summary.unsent > 0 || summary.rejected > 0) return wrong;
  const applied = new Set(world.server.applied);
  const sent = sentOf(device);
  for (const [id, edit] of world.edits) {
    if (sent.has(id)) continue;
    if (edit.device === device && edit.state === 'made' && edit.excused === null && !applied.has(id))
      wrong.push(`indicator: ${device.name} shows that nothing waits, the server has not done ${id}`);
  }
  return wrong;
}

/** Checks that every edit that a tab shows is committed by now, or has failed (SHOW3). */
function nothingIsUncommitted(tab: Tab): string[] {
  const left = tab.isBusy() ? 0 : tab.page.program.uncommittedEdits(tab.db);
  return left === 0 ? [] : [`show: ${tab.device.name} counts ${left} edits as uncommitted for good`];
}

/**
 * Checks that each file is in the upload queue or a version of one item, and that an item's current and
 * pending files are among its versions: no file is lost, or on the checklist twice, when two people work on
 * it.
 */
function filesAreFiled({ documents, items }: DealState): string[] {
  const wrong: string[] = [];
  for (const { uuid, in_queue: queued, item_id: item } of documents.values()) {
    if (queued !== (item === null)) wrong.push(`files: ${uuid} is of item ${item}, in the queue: ${queued}`);
    if (item !== null && !items.has(item)) wrong.push(`files: ${uuid} is of item ${item}, which is gone`);
  }
  for (const { uuid, document, pending_version_document: waits } of items.values()) {
    const strays = [document, waits].filter((id) => id !== null && documents.get(id)?.item_id !== uuid);
    for (const id of strays) wrong.push(`files: ${id} is of item ${uuid}, and is no version of it`);
  }
  return wrong;
}
