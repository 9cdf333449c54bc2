import { TOP } from '../../../src/contract/rules/child-lists.ts';
import type { RetryChange } from '../../../src/db/commands/retry-rejected.ts';
import type {
  CustomKeyRow,
  ElementRow,
  ItemRow,
  NotificationRow,
  OutboxRow,
  RejectedRow,
  TaskRow,
  TransactionRow,
} from '../../../src/db/rows.ts';
import type { Device, Tab } from './device.ts';
import { isMember, type DealState } from './model-deal.ts';
import type { Aim, Fault } from './network.ts';
import type { World } from './world.ts';

/** What is listed twice happens twice as often: schedules of nothing but faults say little. */
export const KINDS = [
  'create',
  'create',
  'create',
  'rename',
  'rename',
  'move',
  'move',
  'delete',
  'create item',
  'edit item',
  'create task',
  'edit task',
  'write note',
  'add field',
  'edit field',
  'edit deal',
  'undo',
  'undo',
  'bring back',
  'edit people',
  'archive deal',
  'leave deal',
  'open a deal',
  'discard',
  'set aside',
  'export',
  'import',
  'read notifications',
  'fault',
  'fault',
  'fault',
  'fault',
  'release',
  'release',
  'a moment passes',
  'a moment passes',
  'seconds pass',
  'seconds pass',
  'minutes pass',
  'clock is set',
  'offline',
  'online',
  'tab opens',
  'tab closes',
  'tab crashes',
  'leader sleeps',
  'tab thaws',
  'database is deleted',
  'newer version',
  'try again',
  'disk is full',
  'session ends',
  'sign in',
  'sign in',
  'colleague edits',
  'colleague edits',
  'colleague edits',
  'notification comes',
  'access is lost',
  'access returns',
  'access returns',
  'backup',
  'restore',
  'feed forgets',
  'hints are lost',
  'streams break',
] as const;

const FAULTS: readonly Fault[] = [
  'request lost',
  'answer lost',
  'answer lost',
  'sent twice',
  'request delayed',
  'answer delayed',
  'answer delayed',
  'portal page',
  'firewall',
  'cut',
  'not modified',
  'too many',
  'broken',
  'refused',
  'refused late',
];

/** How an edit of the tray is tried again. */
const CHANGES: readonly RetryChange[] = [{}, {}, { wording: 'Reworded' }, { keepTheirs: true }];

const AIMS: readonly Aim[] = ['any', 'write', 'write', 'content', 'content'];

/** One step of a schedule; `a`, `b` and `c` pick among what is there. */
export interface Step {
  kind: (typeof KINDS)[number];
  a: number;
  b: number;
  c: number;
  /** Of a fault, which one; without it `b` picks among `FAULTS`. */
  fault?: Fault;
  /** How many turns the world runs before the next step; beyond `SETTLED` until it is at rest. */
  turns: number;
}

/** From so many turns on a step is followed by rest. */
export const SETTLED = 60;

/** Carries out a step and lets the world run on as long as it says. */
export async function carryOut(world: World, step: Step): Promise<void> {
  world.scheduler.note(step.kind);
  await act(world, step);
  if (step.turns >= SETTLED) await world.scheduler.settle();
  else await world.scheduler.run(step.turns);
}

async function act(world: World, step: Step): Promise<void> {
  const { kind, a, b } = step;
  const { network, scheduler, server } = world;
  const device = pick(world.devices, a);
  const tab = pick(
    world.tabs.filter(({ frozen }) => !frozen),
    a,
  );
  if (!device) return;
  switch (kind) {
    case 'create':
    case 'rename':
    case 'move':
    case 'delete':
    case 'create item':
    case 'edit item':
    case 'create task':
    case 'edit task':
    case 'write note':
    case 'add field':
    case 'edit field':
    case 'edit deal':
    case 'undo':
    case 'bring back':
    case 'edit people':
    case 'archive deal':
    case 'leave deal':
    case 'open a deal':
    case 'discard':
    case 'set aside':
    case 'read notifications':
    case 'try again':
      if (tab) edit(world, tab, step);
      return;
    case 'export':
      tab?.command(async (_, db) => world.exportWork(tab, db));
      return;
    case 'import': {
      const archive = pick(world.archives, b);
      if (archive) tab?.command(async (commands, db) => commands.importUnsentWork(db, archive));
      return;
    }
    case 'fault':
      network.fail(device.name, step.fault ?? pick(FAULTS, b) ?? 'request lost', pick(AIMS, step.c) ?? 'any');
      return;
    case 'release':
      network.release(b);
      return;
    case 'a moment passes':
      return scheduler.advance(50 + b * 40);
    case 'seconds pass':
      return scheduler.advance(500 + b * 150);
    case 'minutes pass':
      return scheduler.advance(12_000 + b * 700);
    case 'clock is set':
      device.profile.clockIsOff = (b - 15) * 600_000;
      return;
    case 'offline':
    case 'online':
      device.setOffline(kind === 'offline');
      return;
    case 'tab opens':
      if (device.tabs.length < 2) device.open(world.deal);
      return;
    case 'tab closes':
    case 'tab crashes':
      return endTab(world, device, step);
    case 'leader sleeps':
      return b % 2 === 0 ? freeze(world, b) : sleep(world, device);
    case 'database is deleted':
      return world.deleteDatabase(device);
    case 'newer version':
      return world.update(device);
    case 'tab thaws':
      for (const each of world.tabs) each.thaw();
      return;
    case 'disk is full':
      device.profile.disk.full = 1 + (b % 4);
      return;
    case 'session ends':
      server.endSession(device.name);
      return;
    case 'sign in':
      if (!world.isSignedIn(device)) device.signIn();
      return;
    case 'colleague edits':
      byColleague(world, step);
      return;
    case 'notification comes':
      server.notify(device.userId, world.newId());
      return;
    case 'access is lost':
    case 'access returns':
      setAccess(world, device, kind === 'access returns');
      return;
    case 'backup':
      server.backUp();
      return;
    case 'restore':
      world.restore();
      return;
    case 'feed forgets':
      server.forgetChanges();
      return;
    case 'hints are lost':
      network.lostHints = 1 + (b % 3);
      return;
    case 'streams break':
      network.breakStreams();
  }
}

function pick<Entry>(from: readonly Entry[], index: number): Entry | undefined {
  return from[index % Math.max(from.length, 1)];
}

/** Has a tab carry out a command upon what it shows. */
function edit(world: World, tab: Tab, step: Step): void {
  const { kind, a, b, c } = step;
  const { device } = tab;
  const transaction = laneOf(device, world, c);
  if (transaction === null && kind !== 'open a deal') return;
  const deal = transaction ?? '';
  const elements = device.rows<ElementRow>('elements').filter((row) => row.transaction === deal);
  const items = device.rows<ItemRow>('items').filter((row) => row.transaction === deal);
  const [first, second, third] = [a >> 1, b, c].map((index) => pick(elements, index)?.uuid);
  const parent = c % 3 === 0 ? TOP : (third ?? TOP);
  const after = b % 4 === 0 ? null : (second ?? null);
  const headers = elements.filter(({ label }) => label !== null);
  // Often the one that was renamed last: its edits meet.
  const header = headers.find((each) => a % 2 === 0 && each.uuid === device.lastRenamed) ?? pick(headers, b);
  const uuid = world.newId();
  switch (kind) {
    case 'create':
      return tab.command((commands, db) =>
        commands.createHeader(db, { transaction: deal, uuid, label: `Header ${a}`, parent, after }),
      );
    case 'create item': {
      const elementUuid = world.newId();
      return tab.command((commands, db) =>
        commands.createItem(db, {
          transaction: deal,
          uuid,
          elementUuid,
          name: `Document ${a}`,
          parent,
          after,
        }),
      );
    }
    case 'create task': {
      const elementUuid = world.newId();
      return tab.command((commands, db) =>
        commands.createTask(db, { transaction: deal, uuid, elementUuid, name: `Task ${a}`, parent, after }),
      );
    }
    case 'edit task': {
      const task = pick(
        device.rows<TaskRow>('tasks').filter((row) => row.transaction === deal),
        b,
      );
      if (!task) return;
      const edits = [{ name: `To do ${a}` }, { isComplete: !task.isComplete }, { dueDate: '2026-08-14' }][
        a % 3
      ];
      if (!edits) return;
      return tab.command((commands, db) =>
        commands.updateTask(db, { transaction: deal, uuid: task.uuid, edits }),
      );
    }
    case 'write note':
      return tab.command((commands, db) =>
        commands.createNote(db, { transaction: deal, uuid, element: second ?? null, note: `Note ${a}` }),
      );
    case 'add field':
      return tab.command((commands, db) =>
        // Now and then one that there is already.
        commands.createCustomKey(db, { transaction: deal, uuid, key: `Field ${a % 20}` }),
      );
    case 'edit field': {
      const fields = device.rows<CustomKeyRow>('customKeys').filter((row) => row.transaction === deal);
      const field = pick(fields, b);
      if (!field) return;
      const named = { transaction: deal, uuid: field.uuid };
      const behind = pick(
        fields.filter((row) => row !== field),
        c,
      );
      return tab.command(async (commands, db) => {
        if (a % 4 === 0) await commands.deleteCustomKey(db, named);
        else if (a % 2 === 0) await commands.renameCustomKey(db, { ...named, key: `Field ${a % 20}` });
        else await commands.moveCustomKey(db, { ...named, after: behind?.uuid ?? null });
      });
    }
    case 'rename':
      if (!header) return;
      device.lastRenamed = header.uuid;
      return tab.command((commands, db) =>
        commands.renameHeader(db, { transaction: deal, uuid: header.uuid, label: `Renamed ${a}` }),
      );
    case 'move': {
      if (!first) return;
      const ids = c % 2 === 0 ? [first] : [...new Set([first, second ?? first])];
      return tab.command((commands, db) =>
        commands.moveElements(db, { transaction: deal, ids, parent, after }),
      );
    }
    case 'delete':
      if (!first) return;
      return tab.command((commands, db) =>
        commands.deleteElements(db, { transaction: deal, uuids: [first] }),
      );
    case 'edit item': {
      const item = pick(items, b);
      if (!item) return;
      const edits = a % 2 === 0 ? { name: `Draft ${a}` } : { complete: !item.complete };
      return tab.command((commands, db) =>
        commands.updateItem(db, { transaction: deal, uuid: item.uuid, edits }),
      );
    }
    case 'edit deal': {
      const edits = a % 2 === 0 ? { name: `Project ${a}` } : { matterNumber: `${a}` };
      return tab.command((commands, db) => commands.updateTransaction(db, { uuid: deal, edits }));
    }
    case 'undo': {
      // What was undone last is what the next one does again.
      const last = tab.acts.pop();
      if (!last) return;
      return tab.command((commands, db) => commands.takeBack(db, last));
    }
    case 'bring back': {
      // Also what stands again, and what cannot come back any more.
      const gone = pick([...(world.deletedOn.get(device.name) ?? [])], b);
      if (gone === undefined) return;
      return tab.command((commands, db) =>
        commands.restoreDeleted(db, { transaction: deal, kind: 'element', uuid: gone, called: '' }),
      );
    }
    case 'edit people': {
      // Now and then oneself, or the colleague, who may have a device.
      const person = pick(world.people, b % 3 === 0 ? c : 2);
      const row = device.rows<TransactionRow>('transactions').find((each) => each.uuid === deal);
      if (!person || !row) return;
      const { uuid, full_name: fullName, email } = person;
      const isOn = row.participants.some(({ userUuid }) => userUuid === uuid);
      const add = isOn ? [] : [{ uuid, fullName, email }];
      const update = { transaction: deal, add, remove: isOn ? [uuid] : [] };
      return tab.command((commands, db) => commands.updateParticipants(db, update));
    }
    case 'archive deal':
      return tab.command((commands, db) =>
        commands.archiveTransaction(db, { uuid: deal, archived: a % 3 !== 0 }),
      );
    case 'leave deal':
      return tab.command((commands, db) => commands.leaveTransaction(db, { uuid: deal }));
    case 'open a deal':
      return tab.command((commands, db) =>
        commands.createTransaction(db, {
          uuid,
          name: `Project ${a}`,
          clientName: '',
          matterNumber: '',
          closingDate: null,
        }),
      );
    case 'discard': {
      const rejected = pick(device.rows<RejectedRow>('rejected'), b);
      if (!rejected) return;
      return tab.command(async (_, db) => world.discard(tab, rejected, db));
    }
    case 'set aside': {
      const waiting = pick(device.rows<OutboxRow>('outbox'), b);
      if (!waiting) return;
      return tab.command((commands, db) => commands.setAside(db, waiting.id));
    }
    case 'read notifications': {
      const uuids = device.rows<NotificationRow>('notifications').map((row) => row.uuid);
      return tab.command((commands, db) => commands.readNotifications(db, uuids.slice(b % 3)));
    }
    case 'try again': {
      const rejected = pick(device.rows<RejectedRow>('rejected'), b);
      if (!rejected) return;
      const change = pick(CHANGES, c) ?? {};
      return tab.command(async (_, db) => world.tryAgain(tab, rejected, db, change));
    }
    default:
  }
}

/** The deal of the schedule for most edits, now and then another that stands on the device. */
function laneOf(device: Device, world: World, c: number): string | null {
  const shown = device.rows<{ uuid: string }>('transactions').map(({ uuid }) => uuid);
  if (c % 5 !== 4 && shown.includes(world.deal)) return world.deal;
  return pick(shown, c) ?? null;
}

async function endTab(world: World, device: Device, { kind, b, c }: Step): Promise<void> {
  const tab = pick(device.tabs, b);
  if (!tab) return;
  await world.scheduler.run(c);
  // Not while it opens its database: a browser cleans up behind that by itself.
  if (!(await tab.untilOpened())) return;
  if (kind === 'tab closes') tab.close();
  else tab.crash();
  if (device.tabs.length === 0) device.open(world.deal);
}

async function freeze(world: World, b: number): Promise<void> {
  const tab = pick(
    world.tabs.filter(({ frozen }) => !frozen),
    b,
  );
  if (!tab || tab.device.tabs.every((each) => each === tab || each.frozen)) return;
  // A browser does not freeze a tab that keeps others from a database.
  await tab.untilIdle();
  tab.freeze();
}

/** The leading tab freezes with whatever it has under way, for so long that another takes the lead from it. */
async function sleep(world: World, device: Device): Promise<void> {
  if (device.tabs.length < 2) device.open(world.deal);
  await world.scheduler.run(SETTLED);
  const leader = device.tabs.find(
    ({ worker }) => worker.strand === device.profile.locks.holder('counterpart-sync'),
  );
  if (!leader || device.tabs.every((each) => each === leader || each.frozen)) return;
  await leader.untilIdle();
  leader.freeze();
  await world.scheduler.advance(15_000);
}

function setAccess(world: World, device: Device, member: boolean): void {
  const deal = world.server.deals.get(world.deal);
  if (deal && isMember(deal, device.userId) !== member) world.server.setMember(deal, device.userId, member);
}

/** The other person works on the deal, from elsewhere. */
function byColleague(world: World, { a, b, c }: Step): void {
  const deal: DealState | undefined = world.server.deals.get(world.deal);
  const colleague = world.people[1];
  if (!deal || !colleague) return;
  const ids = [...deal.elements.keys()];
  const [id, target] = [pick(ids, b), pick(ids, c)];
  const parent = c % 2 === 0 ? TOP : (target ?? TOP);
  const created = world.newId();
  world.server.write(deal, colleague.uuid, (writer) => {
    switch (a % 9) {
      case 0:
      case 1:
        return writer.createHeader(created, `Colleague’s ${b}`, TOP, b);
      case 2:
        return id ? writer.move([id], parent, c) : undefined;
      case 3:
        return id ? writer.remove(id) : undefined;
      case 4:
        return id ? writer.rename(id, `Theirs ${c}`) : undefined;
      case 5: {
        const task = pick([...deal.tasks.keys()], b);
        return task ? writer.updateTask(task, { is_complete: c % 2 === 0, name: `Theirs ${c}` }) : undefined;
      }
      case 6: {
        const field = pick([...deal.custom_keys.keys()], b);
        return field
          ? writer.updateCustomKey(field, { order: c % 3 })
          : writer.createCustomKey(created, 'Field 1');
      }
      case 7: {
        const daniel = world.people[2];
        if (daniel && !isMember(deal, daniel.uuid)) writer.addPerson(daniel, created);
        return;
      }
      default: {
        const item = pick([...deal.items.keys()], b);
        return item ? writer.updateItem(item, { name: `Theirs ${c}` }) : undefined;
      }
    }
  });
}
