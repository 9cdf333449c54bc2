import type { CustomKey } from '../../../src/contract/entities/custom-key.ts';
import type { Element } from '../../../src/contract/entities/element.ts';
import type { Item } from '../../../src/contract/entities/item.ts';
import type { Note } from '../../../src/contract/entities/note.ts';
import type { Participant } from '../../../src/contract/entities/participant.ts';
import type { Task, TaskEdits } from '../../../src/contract/entities/task.ts';
import type { Transaction } from '../../../src/contract/entities/transaction.ts';
import type { User } from '../../../src/contract/entities/user.ts';
import type { ErrorBody, ErrorCode } from '../../../src/contract/errors.ts';
import {
  insertElement,
  moveElements,
  placesOf,
  removeElement,
  TOP,
} from '../../../src/contract/rules/child-lists.ts';
import { DEAL_FACTS } from '../../support/deal-facts.ts';

/** What the server says no to. */
export class Refusal extends Error {
  readonly body: ErrorBody;
  constructor(code: ErrorCode, message: string, more: Partial<ErrorBody> = {}) {
    super(message);
    this.body = { code, error_message: message, ...more };
  }
}

type StoredElement = Omit<Element, 'order' | 'parent_element'>;
type StoredItem = Omit<Item, 'element_order' | 'element_parent'>;
/** What the model keeps by uuid. */
type Kept = 'elements' | 'items' | 'tasks' | 'notes' | 'custom_keys';
type Table = Kept | 'transactions' | 'participants' | 'child_lists';

/** One line of the change log. */
interface Change {
  version: number;
  table: Table;
  /** A row's uuid; of a list, its parent or `TOP`. */
  key: string;
  gone: boolean;
  fields: readonly string[];
  actor: string;
}

/** Who writes, when, and upon which version of the row. */
export interface Writer {
  user: string;
  at: string;
  baseVersion: number | null;
}

/** Where something new comes on the checklist; without an order, at the end. */
interface Place {
  parent: string;
  order?: number | undefined;
}
const AT_THE_END: Place = { parent: TOP };

/** What was deleted, and where it stood. */
type Binned =
  | { element: StoredElement; item: StoredItem | null; task: Task | null; parent: string; order: number }
  | { field: CustomKey };

/** A deal as the server has it: plain values, so that a backup is a copy. */
export interface DealState {
  row: Omit<Transaction, 'version'>;
  version: number;
  deleted: boolean;
  /** Who works on it or did, by their user's id. */
  people: Map<string, Participant>;
  /** Those who have archived it for themselves. */
  archivedBy: Set<string>;
  elements: Map<string, StoredElement>;
  items: Map<string, StoredItem>;
  tasks: Map<string, Task>;
  notes: Map<string, Note>;
  custom_keys: Map<string, CustomKey>;
  lists: Map<string, readonly string[]>;
  makers: Map<string, string>;
  /** What can be restored, by its uuid. */
  bin: Map<string, Binned>;
  log: Change[];
  /** The feed cannot go on from a cursor before this. */
  forgottenTo: number;
}

/** A new deal of the person, without anything in it. */
export function openDeal(
  uuid: string,
  fields: Pick<Transaction, 'name' | 'client_name' | 'matter_number' | 'closing_date'>,
  { user, at }: Writer,
  creator: User,
): DealState {
  const deal: DealState = {
    row: {
      ...DEAL_FACTS,
      uuid,
      ...fields,
      created_at: at,
      created_by: { uuid: user, name: 'Margaret Whitfield' },
      organization: user,
      url: `/transaction/${uuid}/checklist`,
      modified_at: at,
      modified_by: user,
    },
    version: 1,
    deleted: false,
    people: new Map(),
    archivedBy: new Set(),
    elements: new Map(),
    items: new Map(),
    tasks: new Map(),
    notes: new Map(),
    custom_keys: new Map(),
    lists: new Map([[TOP, []]]),
    makers: new Map(),
    bin: new Map(),
    log: [],
    forgottenTo: 0,
  };
  putPerson(deal, creator, { user, at, version: 1, creator: true });
  return deal;
}

/** Has somebody work on a deal; who did before is who they were. */
export function putPerson(
  deal: DealState,
  user: User,
  by: { user: string; at: string; version: number; uuid?: string; creator?: boolean },
): Participant {
  const before = deal.people.get(user.uuid);
  if (before && !before.deleted) return before;
  const row: Participant = {
    // The ids of deals and people have their likeness at the front and at the end.
    uuid: by.uuid ?? `${deal.row.uuid.slice(0, 19)}${user.uuid.slice(19)}`,
    user_uuid: user.uuid,
    full_name: user.full_name,
    email: user.email,
    creator: by.creator ?? false,
    send_esigning_notifications: true,
    created_at: by.at,
    ...before,
    deleted: false,
    version: by.version,
    modified_at: by.at,
    modified_by: by.user,
  };
  deal.archivedBy.delete(user.uuid);
  deal.people.set(user.uuid, row);
  return row;
}

/** Whether somebody works on a deal now. */
export function isMember({ people }: DealState, user: string): boolean {
  return people.get(user)?.deleted === false;
}

/** Those who work on a deal now. */
export function membersOf({ people }: DealState): Set<string> {
  return new Set([...people.values()].flatMap(({ user_uuid, deleted }) => (deleted ? [] : [user_uuid])));
}

/** One write to a deal: everything in it bears the deal's next version (as in server/commands/). */
export class DealWriter {
  readonly #deal: DealState;
  readonly #writer: Writer;
  readonly #version: number;

  constructor(deal: DealState, writer: Writer) {
    this.#deal = deal;
    this.#writer = writer;
    this.#version = deal.version + 1;
  }

  createHeader(uuid: string, label: string, parent: string, order: number | undefined): void {
    if (this.#isOwn('elements', uuid)) return;
    this.#assertStands(parent);
    this.#deal.elements.set(uuid, {
      uuid,
      transaction: this.#deal.row.uuid,
      item: null,
      task: null,
      label,
      ...this.#stamp(),
    });
    this.#deal.makers.set(uuid, this.#writer.user);
    this.#log('elements', uuid);
    this.#setLists(insertElement(this.#deal.lists, { id: uuid, parent, order }));
  }

  createItem(uuid: string, elementUuid: string, name: string, place: Place = AT_THE_END): void {
    if (this.#isOwn('items', uuid)) return;
    this.#assertStands(place.parent);
    this.#assertFree(elementUuid);
    this.#deal.items.set(uuid, newItem(uuid, this.#deal.row.uuid, name, this.#stamp()));
    this.#log('items', uuid);
    this.#placeNew(uuid, elementUuid, { item: uuid }, place);
  }

  createTask(uuid: string, elementUuid: string, name: string, place: Place): void {
    if (this.#isOwn('tasks', uuid)) return;
    this.#assertStands(place.parent);
    if (place.parent !== TOP && this.#element(place.parent).item !== null)
      throw new Refusal('invalid', 'Only documents can be put below a document.');
    this.#assertFree(elementUuid);
    this.#deal.tasks.set(uuid, {
      uuid,
      transaction: this.#deal.row.uuid,
      name,
      description: '',
      is_complete: false,
      completed_at: null,
      completed_by: null,
      assignee: null,
      due_date: null,
      created_at: this.#writer.at,
      ...this.#stamp(),
    });
    this.#log('tasks', uuid);
    this.#placeNew(uuid, elementUuid, { task: uuid }, place);
  }

  updateTask(uuid: string, edits: TaskEdits): void {
    const task = this.#deal.tasks.get(uuid);
    if (!task) throw new Refusal('not_found', 'There is no such task.');
    const fields = (['name', 'is_complete', 'due_date'] as const).filter(
      (field) => edits[field] !== undefined && edits[field] !== task[field],
    );
    this.#assertUnchanged(uuid, fields, task);
    if (fields.length === 0) return;
    const { name = task.name, is_complete = task.is_complete, due_date = task.due_date } = edits;
    const checked = is_complete
      ? { completed_at: this.#writer.at, completed_by: this.#writer.user }
      : { completed_at: null, completed_by: null };
    this.#deal.tasks.set(uuid, {
      ...task,
      name,
      due_date,
      ...(is_complete !== task.is_complete && { is_complete, ...checked }),
      ...this.#stamp(),
    });
    this.#log('tasks', uuid, fields);
  }

  createNote(uuid: string, element: string | null, note: string): void {
    if (this.#isOwn('notes', uuid)) return;
    if (element !== null) this.#element(element);
    this.#deal.notes.set(uuid, {
      uuid,
      transaction: this.#deal.row.uuid,
      element,
      note,
      created_at: this.#writer.at,
      created_by: this.#writer.user,
      ...this.#stamp(),
    });
    this.#deal.makers.set(uuid, this.#writer.user);
    this.#log('notes', uuid);
  }

  createCustomKey(uuid: string, key: string): void {
    if (this.#isOwn('custom_keys', uuid)) return;
    this.#assertKeyIsFree(key, uuid);
    const order = this.#deal.custom_keys.size;
    const { at } = this.#writer;
    const row = { uuid, transaction: this.#deal.row.uuid, key, order, created_at: at, ...this.#stamp() };
    this.#deal.custom_keys.set(uuid, row);
    this.#deal.makers.set(uuid, this.#writer.user);
    this.#log('custom_keys', uuid);
  }

  updateCustomKey(uuid: string, { key, order }: { key?: string; order?: number }): void {
    const row = this.#customKey(uuid);
    if (key !== undefined && key !== row.key) {
      this.#assertUnchanged(uuid, ['key'], row);
      this.#assertKeyIsFree(key, uuid);
      this.#deal.custom_keys.set(uuid, { ...row, key, ...this.#stamp() });
      this.#log('custom_keys', uuid, ['key']);
    }
    if (order === undefined) return;
    const others = this.#customKeysInOrder().filter((each) => each.uuid !== uuid);
    this.#orderCustomKeys(others.toSpliced(order, 0, this.#customKey(uuid)));
  }

  deleteCustomKey(uuid: string): void {
    // What is deleted already is.
    if (!this.#deal.custom_keys.has(uuid) && this.#deal.bin.has(uuid)) return;
    this.#deal.bin.set(uuid, { field: this.#customKey(uuid) });
    this.#deal.custom_keys.delete(uuid);
    this.#log('custom_keys', uuid, [], true);
    this.#orderCustomKeys(this.#customKeysInOrder());
  }

  rename(uuid: string, label: string): void {
    const element = this.#element(uuid);
    if (element.label === null) throw new Refusal('invalid', 'Only a header has a name of its own.');
    if (element.label === label) return;
    this.#assertUnchanged(uuid, ['label'], element);
    this.#deal.elements.set(uuid, { ...element, label, ...this.#stamp() });
    this.#log('elements', uuid, ['label']);
  }

  updateItem(uuid: string, edits: { name?: string; complete?: boolean }): void {
    const item = this.#deal.items.get(uuid);
    if (!item) throw new Refusal('not_found', 'There is no such document.');
    const fields = (['name', 'complete'] as const).filter(
      (field) => edits[field] !== undefined && edits[field] !== item[field],
    );
    this.#assertUnchanged(uuid, fields, item);
    if (fields.length === 0) return;
    const { name = item.name, complete = item.complete } = edits;
    this.#deal.items.set(uuid, { ...item, name, complete, ...this.#stamp() });
    this.#log('items', uuid, fields);
  }

  update(edits: Partial<Pick<Transaction, 'name' | 'client_name' | 'matter_number'>>): void {
    const { row } = this.#deal;
    const fields = (['name', 'client_name', 'matter_number'] as const).filter(
      (field) => edits[field] !== undefined && edits[field] !== row[field],
    );
    this.#assertUnchanged(row.uuid, fields, row);
    if (fields.length === 0) return;
    const { modified_at, modified_by } = this.#stamp();
    const changed = Object.fromEntries(fields.map((field) => [field, edits[field]]));
    this.#deal.row = { ...row, ...changed, modified_at, modified_by };
    this.#log('transactions', row.uuid, fields);
  }

  /** Answers who it is: who was on the deal before has the id that they had. */
  addPerson(person: User, uuid: string): Participant {
    const { user, at } = this.#writer;
    const before = this.#deal.people.get(person.uuid);
    const taken = [...this.#deal.people.values()].some((each) => each.uuid === uuid && each !== before);
    if (taken) throw new Refusal('uuid_taken', 'This id is taken already.');
    const row = putPerson(this.#deal, person, { user, at, version: this.#version, uuid });
    if (row !== before) this.#log('participants', row.uuid);
    return row;
  }

  removePerson(uuid: string): void {
    const row = [...this.#deal.people.values()].find((each) => each.uuid === uuid);
    if (!row) throw new Refusal('not_found', 'There is no such participant.');
    const { user } = this.#writer;
    if (row.user_uuid !== user && this.#deal.row.created_by.uuid !== user)
      throw new Refusal('not_allowed', 'Only the person who opened this transaction can do this.');
    if (row.deleted) return;
    if (membersOf(this.#deal).size < 2) throw new Refusal('invalid', 'A transaction keeps one participant.');
    this.#deal.people.set(row.user_uuid, { ...row, deleted: true, ...this.#stamp() });
    this.#log('participants', uuid, [], true);
  }

  leave(): void {
    this.removePerson(this.#deal.people.get(this.#writer.user)?.uuid ?? '');
  }

  archive(archived: boolean): void {
    const { user } = this.#writer;
    if (this.#deal.archivedBy.has(user) === archived) return;
    if (archived) this.#deal.archivedBy.add(user);
    else this.#deal.archivedBy.delete(user);
    const row = this.#deal.people.get(user);
    if (row) this.#deal.people.set(user, { ...row, ...this.#stamp() });
    this.#log('participants', row?.uuid ?? '', ['archived']);
  }

  move(ids: string[], parent: string, order: number | undefined): void {
    for (const id of ids) this.#element(id);
    this.#assertStands(parent);
    const moved = moveElements(this.#deal.lists, { ids, parent, order });
    if (!moved.ok) throw new Refusal('invalid', 'An element cannot be moved below itself.');
    this.#setLists(moved.lists);
  }

  remove(uuid: string): void {
    // What is deleted already is.
    if (!this.#deal.elements.has(uuid) && this.#deal.bin.has(uuid)) return;
    const element = this.#element(uuid);
    const { item, task } = element;
    const { parent, index: order } = placesOf(this.#deal.lists).get(uuid) ?? { parent: TOP, index: 0 };
    this.#deal.bin.set(uuid, {
      element,
      item: (item !== null && this.#deal.items.get(item)) || null,
      task: (task !== null && this.#deal.tasks.get(task)) || null,
      parent,
      order,
    });
    this.#setLists(removeElement(this.#deal.lists, uuid));
    this.#deal.lists.delete(uuid);
    this.#deal.elements.delete(uuid);
    this.#log('elements', uuid, [], true);
    for (const [table, of] of [['items', item] as const, ['tasks', task] as const]) {
      if (of === null) continue;
      this.#deal[table].delete(of);
      this.#log(table, of, [], true);
    }
  }

  restore(uuid: string): void {
    if (this.#deal.elements.has(uuid) || this.#deal.custom_keys.has(uuid)) return;
    const binned = this.#deal.bin.get(uuid);
    if (!binned) throw new Refusal('not_found', 'There is nothing to restore.');
    if ('field' in binned) {
      this.#assertKeyIsFree(binned.field.key, uuid);
      const others = this.#customKeysInOrder();
      this.#deal.custom_keys.set(uuid, { ...binned.field, ...this.#stamp() });
      this.#log('custom_keys', uuid);
      this.#orderCustomKeys(others.toSpliced(binned.field.order, 0, this.#customKey(uuid)));
      return;
    }
    const { element, item, task, parent, order } = binned;
    this.#deal.elements.set(uuid, { ...element, ...this.#stamp() });
    this.#log('elements', uuid);
    if (item) {
      this.#deal.items.set(item.uuid, { ...item, ...this.#stamp() });
      this.#log('items', item.uuid);
    }
    if (task) {
      this.#deal.tasks.set(task.uuid, { ...task, ...this.#stamp() });
      this.#log('tasks', task.uuid);
    }
    const above = parent === TOP ? null : this.#deal.elements.get(parent);
    const stands = above !== undefined && !above?.task && (item !== null || !above?.item);
    const place = stands ? { parent, order } : AT_THE_END;
    this.#setLists(insertElement(this.#deal.lists, { id: uuid, ...place }));
  }

  /** The deal's counter moves if anything was written; answers whether. */
  close(): boolean {
    const wrote = this.#deal.log.at(-1)?.version === this.#version;
    if (wrote) this.#deal.version = this.#version;
    return wrote;
  }

  #stamp(): { version: number; modified_at: string; modified_by: string } {
    return { version: this.#version, modified_at: this.#writer.at, modified_by: this.#writer.user };
  }

  #log(table: Table, key: string, fields: readonly string[] = [], gone = false): void {
    this.#deal.log.push({ version: this.#version, table, key, gone, fields, actor: this.#writer.user });
  }

  #setLists(changed: ReadonlyMap<string, readonly string[]>): void {
    for (const [parent, children] of changed) {
      if (children.length === 0 && parent !== TOP) this.#deal.lists.delete(parent);
      else this.#deal.lists.set(parent, children);
      this.#log('child_lists', parent);
    }
  }

  #element(uuid: string): StoredElement {
    const element = this.#deal.elements.get(uuid);
    if (!element) throw new Refusal('not_found', 'There is no such line on the checklist.');
    return element;
  }

  #assertStands(parent: string): void {
    if (parent !== TOP) this.#element(parent);
  }

  #placeNew(
    uuid: string,
    elementUuid: string,
    of: { item: string } | { task: string },
    { parent, order }: Place,
  ): void {
    const element = {
      uuid: elementUuid,
      transaction: this.#deal.row.uuid,
      item: null,
      task: null,
      label: null,
    };
    this.#deal.elements.set(elementUuid, { ...element, ...of, ...this.#stamp() });
    for (const id of [uuid, elementUuid]) this.#deal.makers.set(id, this.#writer.user);
    this.#log('elements', elementUuid);
    this.#setLists(insertElement(this.#deal.lists, { id: elementUuid, parent, order }));
  }

  #customKey(uuid: string): CustomKey {
    const row = this.#deal.custom_keys.get(uuid);
    if (!row) throw new Refusal('not_found', 'There is no such field.');
    return row;
  }

  #customKeysInOrder(): CustomKey[] {
    return [...this.#deal.custom_keys.values()].toSorted((one, other) => one.order - other.order);
  }

  #orderCustomKeys(rows: readonly CustomKey[]): void {
    for (const [order, row] of rows.entries()) {
      if (row.order === order) continue;
      this.#deal.custom_keys.set(row.uuid, { ...row, order, ...this.#stamp() });
      this.#log('custom_keys', row.uuid, ['order']);
    }
  }

  #assertKeyIsFree(key: string, but: string): void {
    const others = [...this.#deal.custom_keys.values()].filter(({ uuid }) => uuid !== but);
    if (others.some((other) => other.key === key))
      throw new Refusal('invalid', 'There is such a field already.');
  }

  #assertFree(uuid: string): void {
    if (this.#deal.elements.has(uuid) || this.#deal.makers.has(uuid))
      throw new Refusal('uuid_taken', 'This id is taken already.');
  }

  /** The same create sent again answers its row; an id of someone else's, or of what is deleted, is taken. */
  #isOwn(table: Kept, uuid: string): boolean {
    if (!this.#deal.makers.has(uuid)) return false;
    if (this.#deal.makers.get(uuid) === this.#writer.user && this.#deal[table].has(uuid)) return true;
    throw new Refusal('uuid_taken', 'This id is taken already.');
  }

  #assertUnchanged(uuid: string, fields: readonly string[], current: object): void {
    const { baseVersion, user } = this.#writer;
    if (baseVersion === null) return;
    const theirs = this.#deal.log.filter(
      (change) =>
        change.key === uuid &&
        change.version > baseVersion &&
        change.actor !== user &&
        change.fields.some((field) => fields.includes(field)),
    );
    const last = theirs.at(-1);
    if (!last) return;
    const both = fields.filter((field) => theirs.some((change) => change.fields.includes(field)));
    throw new Refusal('changed_meanwhile', 'Someone else changed this in the meantime.', {
      fields: both,
      current: { ...current },
      changed_by: 'Priya Nair',
      changed_at: this.#writer.at,
    });
  }
}

/** The elements of a deal as the list endpoint answers them. */
export function wireElements(deal: DealState): Element[] {
  const places = placesOf(deal.lists);
  return [...deal.elements.values()].map((element) => {
    const place = places.get(element.uuid);
    return {
      ...element,
      order: place?.index ?? 0,
      parent_element: !place || place.parent === TOP ? null : place.parent,
    };
  });
}

/** The items of a deal as the list endpoint answers them. */
export function wireItems(deal: DealState): Item[] {
  const elements = new Map(wireElements(deal).map((element) => [element.item, element]));
  return [...deal.items.values()].map((item) => ({
    ...item,
    element_order: elements.get(item.uuid)?.order ?? 0,
    element_parent: elements.get(item.uuid)?.parent_element ?? null,
  }));
}

/** The deal's own row on the wire. */
export function wireDeal({ row, version, people, archivedBy }: DealState, reader: string): Transaction {
  const all = [...people.values()];
  return {
    ...row,
    archived: archivedBy.has(reader),
    participants: all.filter(({ deleted }) => !deleted),
    deleted_participants: all.filter(({ deleted }) => deleted),
    version,
  };
}

function newItem(
  uuid: string,
  transaction: string,
  name: string,
  stamp: Pick<Item, 'version' | 'modified_at' | 'modified_by'>,
): StoredItem {
  return {
    uuid,
    transaction,
    name,
    description: '',
    document: null,
    complete: false,
    for_signing: false,
    fully_executed: false,
    is_deed: false,
    is_supplemental: false,
    is_template: false,
    name_alt: '',
    name_alt_enabled: false,
    requires_original_signatures: false,
    frozen_at: null,
    pages: [],
    pages_embedded_in: null,
    pending_version_document: null,
    pending_conversion_document: null,
    ...stamp,
  };
}
