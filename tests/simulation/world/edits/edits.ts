import { TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import type {
  CollectionRow,
  ElementRow,
  ItemRow,
  NotificationRow,
  TaskRow,
  TransactionRow,
} from '../../../../src/db/rows.ts';
import type { Tab } from '../device.ts';
import { documentEdits } from './document-edits.ts';
import { pick } from '../random.ts';
import { dealOf, rowsOf, type Act, type Shown } from './shown.ts';
import { signingEdits } from './signing-edits.ts';
import type { Step } from '../steps.ts';
import { trayEdits } from './tray-edits.ts';
import type { World } from '../world.ts';

/** Returns a place on the checklist, and the lines that the step selects. */
function placeOf(shown: Shown) {
  const { a, b, c } = shown.step;
  const elements = rowsOf<ElementRow>(shown, 'elements');
  const [first, second, third] = [a >> 1, b, c].map((index) => pick(elements, index)?.uuid);
  const parent = c % 3 === 0 ? TOP : (third ?? TOP);
  return { elements, first, second, parent, after: b % 4 === 0 ? null : (second ?? null) };
}

const checklistEdits = {
  create(shown) {
    const { tab, deal, uuid, step } = shown;
    const { parent, after } = placeOf(shown);
    tab.command((commands, db) =>
      commands.createHeader(db, { transaction: deal, uuid, label: `Header ${step.a}`, parent, after }),
    );
  },
  rename(shown) {
    const { tab, device, deal, step } = shown;
    const headers = placeOf(shown).elements.filter(({ label }) => label !== null);
    // Often the header that was renamed last, so that edits collide.
    const last = headers.find((each) => step.a % 2 === 0 && each.uuid === device.lastRenamed);
    const header = last ?? pick(headers, step.b);
    if (!header) return;
    device.lastRenamed = header.uuid;
    tab.command((commands, db) =>
      commands.renameHeader(db, { transaction: deal, uuid: header.uuid, label: `Renamed ${step.a}` }),
    );
  },
  move(shown) {
    const { tab, deal, step } = shown;
    const { first, second, parent, after } = placeOf(shown);
    if (!first) return;
    const ids = step.c % 2 === 0 ? [first] : [...new Set([first, second ?? first])];
    tab.command((commands, db) => commands.moveElements(db, { transaction: deal, ids, parent, after }));
  },
  delete(shown) {
    const { tab, deal } = shown;
    const { first } = placeOf(shown);
    if (!first) return;
    tab.command((commands, db) => commands.deleteElements(db, { transaction: deal, uuids: [first] }));
  },
  'create item'(shown) {
    const { tab, world, deal, uuid, step } = shown;
    const { parent, after } = placeOf(shown);
    const elementUuid = world.newId();
    const name = `Document ${step.a}`;
    tab.command((commands, db) =>
      commands.createItem(db, { transaction: deal, uuid, elementUuid, name, parent, after }),
    );
  },
  'edit item'(shown) {
    const { tab, deal, step } = shown;
    const item = pick(rowsOf<ItemRow>(shown, 'items'), step.b);
    if (!item) return;
    const edits = step.a % 2 === 0 ? { name: `Draft ${step.a}` } : { complete: !item.complete };
    tab.command((commands, db) =>
      commands.updateRow(db, 'items', { transaction: deal, uuid: item.uuid, edits }),
    );
  },
  'create task'(shown) {
    const { tab, world, deal, uuid, step } = shown;
    const { parent, after } = placeOf(shown);
    const elementUuid = world.newId();
    const name = `Task ${step.a}`;
    tab.command((commands, db) =>
      commands.createTask(db, { transaction: deal, uuid, elementUuid, name, parent, after }),
    );
  },
  'edit task'(shown) {
    const { tab, world, deal, step } = shown;
    const task = pick(rowsOf<TaskRow>(shown, 'tasks'), step.b);
    if (!task) return;
    // Possibly a person who has left in the meantime.
    const assignee = task.assignee === null ? (pick(world.people, step.c)?.uuid ?? null) : null;
    const edits = pick(
      [
        { name: `To do ${step.a}` },
        { isComplete: !task.isComplete },
        { dueDate: '2026-08-14' },
        { assignee },
        { assignee, description: `By ${step.a} p.m.` },
      ],
      step.a,
    );
    if (!edits) return;
    tab.command((commands, db) => commands.updateTask(db, { transaction: deal, uuid: task.uuid, edits }));
  },
  'write note'(shown) {
    const { tab, deal, uuid, step } = shown;
    const element = placeOf(shown).second ?? null;
    tab.command((commands, db) =>
      commands.createRow(db, 'notes', { transaction: deal, uuid, element, note: `Note ${step.a}` }),
    );
  },
  'add field'({ tab, deal, uuid, step }) {
    tab.command((commands, db) =>
      // Sometimes a key that already exists.
      commands.createRow(db, 'customKeys', { transaction: deal, uuid, key: `Field ${step.a % 20}` }),
    );
  },
  'edit field'(shown) {
    const { tab, deal, step } = shown;
    const { a, b, c } = step;
    const fields = rowsOf<CollectionRow<'customKeys'>>(shown, 'customKeys');
    const field = pick(fields, b);
    if (!field) return;
    const named = { transaction: deal, uuid: field.uuid };
    const behind = pick(
      fields.filter((row) => row !== field),
      c,
    );
    tab.command(async (commands, db) => {
      if (a % 4 === 0) await commands.deleteRow(db, 'customKeys', named);
      else if (a % 2 === 0)
        await commands.updateRow(db, 'customKeys', { ...named, edits: { key: `Field ${a % 20}` } });
      else await commands.moveRow(db, 'customKeys', { ...named, after: behind?.uuid ?? null });
    });
  },
} satisfies Record<string, Act>;

/**
 * Returns a deal that the person loses. Only rarely the schedule's own deal, because little is left to do
 * without it.
 */
function dealToEnd({ device, world, deal, step }: Shown, onceIn: number): string | null {
  if (step.a % onceIn === 0) return deal;
  const others = device.rows<TransactionRow>('transactions').filter(({ uuid }) => uuid !== world.deal);
  return pick(others, step.b)?.uuid ?? null;
}

const dealEdits = {
  'open a deal'({ tab, uuid, step }) {
    tab.command((commands, db) =>
      commands.createTransaction(db, {
        uuid,
        name: `Project ${step.a}`,
        clientName: '',
        matterNumber: '',
        closingDate: null,
      }),
    );
  },
  'edit deal'({ tab, deal, step: { a } }) {
    const edits = a % 2 === 0 ? { name: `Project ${a}` } : { matterNumber: `${a}` };
    tab.command((commands, db) => commands.updateTransaction(db, { uuid: deal, edits }));
  },
  'edit people'({ tab, device, world, deal, step }) {
    // Sometimes the person themselves, or the colleague, who may have a device.
    const person = pick(world.people, step.b % 3 === 0 ? step.c : 2);
    const row = device.rows<TransactionRow>('transactions').find((each) => each.uuid === deal);
    if (!person || !row) return;
    const { uuid, full_name: fullName, email } = person;
    const isOn = row.participants.some(({ userUuid }) => userUuid === uuid);
    const add = isOn ? [] : [{ uuid, fullName, email }];
    const update = { transaction: deal, add, remove: isOn ? [uuid] : [] };
    tab.command((commands, db) => commands.updateParticipants(db, update));
  },
  'archive deal'({ tab, deal, step }) {
    tab.command((commands, db) =>
      commands.archiveTransaction(db, { uuid: deal, archived: step.a % 3 !== 0 }),
    );
  },
  'leave deal'(shown) {
    const uuid = dealToEnd(shown, 2);
    if (uuid !== null) shown.tab.command((commands, db) => commands.leaveTransaction(db, { uuid }));
  },
  'delete deal'(shown) {
    const uuid = dealToEnd(shown, 4);
    if (uuid !== null) shown.tab.command((commands, db) => commands.deleteTransaction(db, { uuid }));
  },
  'read notifications'({ tab, device, step }) {
    const uuids = device.rows<NotificationRow>('notifications').map((row) => row.uuid);
    tab.command((commands, db) => commands.readNotifications(db, uuids.slice(step.b % 3)));
  },
} satisfies Record<string, Act>;

const edits = { ...checklistEdits, ...documentEdits, ...signingEdits, ...dealEdits, ...trayEdits };
type EditKind = keyof typeof edits;

/** Returns whether a person makes this step in a tab, with a command. */
export function isEdit(kind: string): kind is EditKind {
  return Object.hasOwn(edits, kind);
}

/** Makes a tab run a command on what it shows. */
export function makeEdit(world: World, tab: Tab, kind: EditKind, step: Step): void {
  const { device } = tab;
  const deal = dealOf(device, world, step.c);
  if (deal === null && kind !== 'open a deal') return;
  edits[kind]({ world, tab, device, deal: deal ?? '', uuid: world.newId(), step });
}
