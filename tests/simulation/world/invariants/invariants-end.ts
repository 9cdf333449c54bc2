import { DEAL_COLLECTIONS } from '../../../../src/contract/collections/deal-collections.ts';
import { camelize } from '../../../../src/db/codec.ts';
import { equal } from '../../../../src/db/equal.ts';
import type {
  ActRow,
  BaseRow,
  ChildListRow,
  ElementRow,
  ItemRow,
  MemberRow,
  NotificationRow,
  OutboxRow,
  SyncStatus,
  TaskRow,
  TransactionRow,
} from '../../../../src/db/rows.ts';
import { mirrorRow } from '../../../../src/db/wire-rows.ts';
import type { Device, Tab } from '../device.ts';
import { wireDeal, wireRows } from '../model/model-deal.ts';
import { actsOf } from '../model/model-feed.ts';
import { said } from '../said.ts';
import type { World } from '../world.ts';

/** Checks that each mirror has what the server shows its person. */
export function mirrorIsServers(world: World, device: Device): string[] {
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
  // A person's firm is stored at their sign-in, and lost if the browser deletes the database.
  if (device.rows('users').length > 0 || device.lostAt === -Infinity) {
    compare(
      'who they are',
      device.rows<{ uuid: string }>('users').map(({ uuid }) => uuid),
      [device.userId],
    );
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
    // The content of other deals arrives when they are opened, and is rarely updated later.
    if (uuid !== world.deal) continue;
    const ofDeal = (row: { transaction: string }): boolean => row.transaction === uuid;
    for (const { name } of DEAL_COLLECTIONS) {
      compare(
        name,
        byUuid(device.rows<{ uuid: string; transaction: string }>(name).filter(ofDeal)),
        byUuid(wireRows(deal, name).map((row) => mirrorRow(name, row))),
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

export function nothingWaits(device: Device): string[] {
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

/** Checks that the checklist shows the mirror, even if announcements were lost. */
export function viewIsMirror({ device, deal, view }: Tab): string[] {
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
