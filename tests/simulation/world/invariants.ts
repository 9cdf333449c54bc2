import { camelize } from '../../../src/db/codec.ts';
import { ENTITY_TABLES, type EntityTableName, type RowChange } from '../../../src/db/draft.ts';
import { equal } from '../../../src/db/equal.ts';
import type {
  ActRow,
  BaseRow,
  ChildListRow,
  CursorRow,
  ElementRow,
  ItemRow,
  MemberRow,
  MirrorRows,
  NotificationRow,
  OutboxRow,
  RejectedRow,
  SyncStatus,
  TaskRow,
  TransactionRow,
} from '../../../src/db/rows.ts';
import { elementRow, itemRow } from '../../../src/db/wire-rows.ts';
import type { Device, Tab } from './device.ts';
import { wireDeal, wireElements, wireItems } from './model-deal.ts';
import { actsOf } from './model-feed.ts';
import type { Program } from './program.ts';
import type { World } from './world.ts';

/** How soon after the browser deleted it a mirror is open again, milliseconds. */
const REOPENED_WITHIN_MS = 2000;

/** What must hold at every moment at which nothing is being written. Answers what does not. */
export function violations(world: World): string[] {
  return [
    ...effectsAtMostOnce(world),
    ...editsAccountedFor(world),
    ...world.devices.flatMap((device) => [
      ...sentAsWanted(device),
      ...shownIsTheFold(world, device),
      ...ownWorkShown(world, device),
    ]),
  ];
}

/** What must hold at every commit: nothing flickers on the screen. */
export function violationsAtCommit(world: World, device: Device): string[] {
  return ownWorkShown(world, device);
}

/** What must hold as well once the world is at rest: the screens have had their say. */
export function violationsAtRest(world: World): string[] {
  const shown = world.tabs.filter(({ frozen, isOutdated }) => !frozen && !isOutdated);
  return shown.flatMap((tab) => indicatorIsTrue(world, tab));
}

/** What must hold when every fault is over and time has passed. */
export function violationsInTheEnd(world: World): string[] {
  return [
    ...world.devices.flatMap((device) => [...mirrorIsServers(world, device), ...nothingWaits(device)]),
    ...world.tabs.flatMap((tab) => viewIsMirror(tab)),
  ];
}

/** No effect without an edit, and none twice. */
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

/** Each edit is waiting, acknowledged, in the tray, or gone because the server has it: exactly one of them. */
function editsAccountedFor({ server, edits, devices }: World): string[] {
  const wrong: string[] = [];
  const applied = new Set(server.applied);
  const places = new Map(
    devices.map((device) => [
      device,
      {
        outbox: new Map(device.rows<OutboxRow>('outbox').map((row) => [row.id, row])),
        tray: new Map(device.rows<RejectedRow>('rejected').map((row) => [row.id, row])),
      },
    ]),
  );
  for (const [id, { device, state, excused, settled, copied, forgotten }] of edits) {
    const waiting = places.get(device)?.outbox.get(id);
    const rejected = places.get(device)?.tray.get(id);
    const done = applied.has(id);
    const what = `edits: ${waiting?.name ?? rejected?.name ?? ''} ${id}`;
    if (waiting && rejected) wrong.push(`${what} is in the outbox and in the tray`);
    if (state === 'failed' && (waiting || rejected || done)) wrong.push(`${what} failed, and is there`);
    if (settled && (waiting || rejected)) wrong.push(`${what} was settled by the person, and is back`);
    if (state !== 'made' || excused !== null) continue;
    if (!waiting && !rejected && !done) wrong.push(`${what} is nowhere`);
    if (waiting?.state === 'pending' && done) wrong.push(`${what} is done, and counts as never sent`);
    if (waiting?.state === 'acked' && !done) wrong.push(`${what} counts as acknowledged, and is not done`);
    // Who loses a deal, or sets an edit aside, cannot learn any more whether it has been done.
    const decided = places.get(device)?.tray.get(rejected?.because ?? '') ?? rejected;
    const maybeDone =
      copied || forgotten || decided?.code === 'set_aside' || (decided && isAccessLost(decided));
    if (rejected && done && !maybeDone) wrong.push(`${what} is in the tray (${rejected.code}), and done`);
  }
  return wrong;
}

function isAccessLost({ reason }: RejectedRow): boolean {
  return reason.includes('no longer have access');
}

/** What is on its way is what the person wanted last: nothing went into an edit that had left. */
function sentAsWanted(device: Device): string[] {
  return device.rows<OutboxRow>('outbox').flatMap(({ id, name, args, request }) => {
    if (!request || !['header.rename', 'item.update', 'task.update', 'transaction.update'].includes(name))
      return [];
    const { label, edits } = args as { label?: string; edits?: Record<string, unknown> };
    const sent = said(request.input);
    const wanted = [...(label === undefined ? [] : [label]), ...Object.values(edits ?? {})];
    const missing = wanted.filter((value) => value !== undefined && !sent.includes(said(value)));
    return missing.map((value) => `edits: ${name} ${id} is sent without ${said(value)}, which it shows`);
  });
}

/** What is shown is base with every edit that base does not include, and base stands for nothing else. */
function shownIsTheFold({ inspector }: World, device: Device): string[] {
  const outbox = device.rows<OutboxRow>('outbox');
  const base = device.rows<BaseRow>('base');
  const lanes = new Set([...outbox.map(({ lane }) => lane), ...base.map(({ lane }) => lane)]);
  const shown = new Map(rowsShown(device).map((change) => [idOf(change), change]));
  const wrong: string[] = [];
  for (const lane of lanes) {
    const edits = outbox.filter((row) => row.lane === lane);
    const below = base.filter((row) => row.lane === lane);
    if (edits.length === 0) {
      wrong.push(`fold: base stands in ${lane} for ${below.map(idOf).join(', ')} without an edit`);
      continue;
    }
    for (const change of folded(inspector, device, lane, edits, below, shown)) {
      const stands = shown.get(idOf(change))?.row ?? null;
      if (!equal(change.row, stands))
        wrong.push(`fold: ${idOf(change)} is ${said(stands)}, not ${said(change.row)}`);
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
 * What someone made, and the server has by that edit, does not vanish from the screen on which it was made. What it has by an
 * earlier edit, which was set aside and tried again as this one, comes with a pull.
 */
function ownWorkShown(world: World, device: Device): string[] {
  const pulled = new Set(
    device.rows<CursorRow>('cursors').map(({ lane, collection }) => `${lane}/${collection}`),
  );
  const shown = new Set(device.rows<ElementRow>('elements').map(({ uuid }) => uuid));
  const deals = new Map(world.dealsOf(device.userId).map((deal) => [deal.row.uuid, deal]));
  // Done all the same where a copy of the request was on its way.
  const givenUp = new Set(
    device
      .rows<RejectedRow>('rejected')
      .flatMap((row) => (row.code === 'set_aside' || isAccessLost(row) ? [row.id] : [])),
  );
  const applied = new Set(world.server.applied);
  // Here, or on the person's other device, from which the edit came in a file.
  const deleted = new Set([
    ...(world.deletedOn.get(device.name) ?? []),
    ...device.rows<OutboxRow>('outbox').flatMap((row) => (row.name.endsWith('.delete') ? row.refersTo : [])),
  ]);
  const wrong: string[] = [];
  for (const [id, edit] of world.edits) {
    if (edit.device !== device || edit.creates === null || edit.state !== 'made' || edit.excused !== null)
      continue;
    // Until the server tells of it as of anybody's.
    if (givenUp.has(id) || !applied.has(id) || !deals.get(edit.deal)?.elements.has(edit.creates)) continue;
    // After access was lost and has returned it comes with the next pull.
    if (!pulled.has(`${edit.deal}/elements`) && !pulled.has(`${edit.deal}/changes`)) continue;
    if (deleted.has(edit.creates) || shown.has(edit.creates)) continue;
    wrong.push(`shown: ${edit.creates}, which ${id} made on ${device.name}, has vanished from it`);
  }
  return wrong;
}

/** The indicator says that all is saved only if it is, and counts what waits. */
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
  for (const [id, edit] of world.edits) {
    if (edit.device === device && edit.state === 'made' && edit.excused === null && !applied.has(id))
      wrong.push(`indicator: ${device.name} shows that nothing waits, the server has not done ${id}`);
  }
  return wrong;
}

/** Each mirror is what the server tells its person. */
function mirrorIsServers(world: World, device: Device): string[] {
  const wrong: string[] = [];
  const compare = (what: string, mine: unknown, theirs: unknown): void => {
    if (!equal(mine, theirs))
      wrong.push(`mirror: ${device.name} has ${what} ${said(mine)}, the server ${said(theirs)}`);
  };
  compare(
    'notifications',
    byUuid(device.rows<NotificationRow>('notifications')),
    byUuid(world.server.inboxOf(device.userId).map((each) => camelize(each))),
  );
  // Of which firm a person is comes with their sign-in, and goes with a database that the browser has deleted.
  if (device.rows('users').length > 0) {
    compare(
      'the people of the firm',
      byUuid(device.rows<MemberRow>('members')),
      byUuid(camelize(world.server.organizationOf(device.userId).members)),
    );
  }
  const deals = world.dealsOf(device.userId);
  const mine = new Map(device.rows<TransactionRow>('transactions').map((row) => [row.uuid, row]));
  compare('the deals', [...mine.keys()].toSorted(), deals.map(({ row }) => row.uuid).toSorted());
  for (const deal of deals) {
    const { uuid } = deal.row;
    compare(`the row of ${uuid}`, mine.get(uuid), camelize(wireDeal(deal, device.userId)));
    // The content of other deals comes when they are opened, and later seldom.
    if (uuid !== world.deal) continue;
    const ofDeal = (row: { transaction: string }): boolean => row.transaction === uuid;
    compare(
      'elements',
      byUuid(device.rows<ElementRow>('elements').filter(ofDeal)),
      byUuid(wireElements(deal).map(elementRow)),
    );
    compare(
      'items',
      byUuid(device.rows<ItemRow>('items').filter(ofDeal)),
      byUuid(wireItems(deal).map(itemRow)),
    );
    for (const [table, rows] of [
      ['tasks', deal.tasks],
      ['notes', deal.notes],
      ['customKeys', deal.custom_keys],
    ] as const) {
      compare(
        table,
        byUuid(device.rows<TaskRow>(table).filter(ofDeal)),
        byUuid([...rows.values()].map((row) => camelize(row))),
      );
    }
    const isTold = ({ version }: { version: number }): boolean => version >= deal.forgottenTo;
    compare(
      'who did what',
      device
        .rows<ActRow>('activity')
        .filter((act) => ofDeal(act) && isTold(act))
        .toSorted((one, other) => one.version - other.version)
        .map(({ version, numSubjects }) => [version, numSubjects]),
      actsOf(deal)
        .filter(isTold)
        .map(({ version, num_subjects: count }) => [version, count]),
    );
    compare(
      'lists',
      listsOf(device, uuid),
      Object.fromEntries([...deal.lists].filter(([, list]) => list.length > 0)),
    );
  }
  return wrong;
}

function nothingWaits(device: Device): string[] {
  const outbox = device.rows<OutboxRow>('outbox');
  const base = device.rows<BaseRow>('base');
  const status = device.rows<{ key: string; value: unknown }>('meta').find(({ key }) => key === 'sync');
  const { connection } = (status?.value ?? {}) as Partial<SyncStatus>;
  return [
    ...outbox.map(
      ({ name, state, lastError }) => `waiting: ${device.name} ${name} is ${state}: ${lastError ?? ''}`,
    ),
    ...(base.length > 0 && outbox.length === 0
      ? [`waiting: ${device.name} keeps ${base.length} base rows`]
      : []),
    ...(connection === 'online'
      ? []
      : [`waiting: ${device.name} says that it is ${connection ?? 'nothing'}`]),
  ];
}

/** What the checklist shows is the mirror, whatever announcements were lost. */
function viewIsMirror({ device, deal, view }: Tab): string[] {
  const { state, lists, entries } = view.getSnapshot();
  if (state === 'loading') return [`view: ${device.name} is still loading`];
  const shown = Object.fromEntries([...lists].filter(([, list]) => list.length > 0));
  const named = [...device.rows<ItemRow>('items'), ...device.rows<TaskRow>('tasks')];
  const names = new Map(named.map(({ uuid, name }) => [uuid, name]));
  const mirror = device
    .rows<ElementRow>('elements')
    .filter(({ transaction }) => transaction === deal)
    .map(({ uuid, label, item, task }) => [uuid, label ?? names.get(item ?? task ?? '') ?? '']);
  const visible = [...entries.values()].map(({ uuid, name }) => [uuid, name]);
  return [
    ...(equal(shown, listsOf(device, deal)) ? [] : [`view: the lists on ${device.name} are ${said(shown)}`]),
    ...(equal(Object.fromEntries(visible), Object.fromEntries(mirror))
      ? []
      : [`view: ${device.name} shows ${said(visible)}, not ${said(mirror)}`]),
  ];
}

function listsOf(device: Device, deal: string): Record<string, string[]> {
  const lists = device.rows<ChildListRow>('childLists').filter(({ transaction }) => transaction === deal);
  return Object.fromEntries(
    lists.filter(({ children }) => children.length > 0).map(({ parent, children }) => [parent, children]),
  );
}

function byUuid<Row extends { uuid: string }>(rows: readonly Row[]): Record<string, Row> {
  return Object.fromEntries(rows.map((row) => [row.uuid, row]));
}

function idOf({ table, key }: { table: string; key: string }): string {
  return `${table}:${key}`;
}

function said(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
