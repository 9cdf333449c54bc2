import {
  byWire,
  COLLECTION_NAMED,
  type CollectionName,
  type CollectionNamed,
  type DealCollection,
  type WireName,
  type WireRow,
} from '../../../../src/contract/collections/deal-collections.ts';
import type { Document } from '../../../../src/contract/entities/documents/document.ts';
import type { Element } from '../../../../src/contract/entities/checklist/element.ts';
import type { Item } from '../../../../src/contract/entities/checklist/item.ts';
import type { Participant } from '../../../../src/contract/entities/transactions/participant.ts';
import type { Task } from '../../../../src/contract/entities/checklist/task.ts';
import type { Transaction } from '../../../../src/contract/entities/transactions/transaction.ts';
import type { User } from '../../../../src/contract/entities/account/user.ts';
import { parentElement, placesOf, TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import { DEAL_FACTS } from '../../../support/deal-facts.ts';

/** A row as the model stores it: its place is in the deal's lists. */
type StoredRow<Name extends CollectionName> = Omit<
  WireRow<Name>,
  CollectionNamed<Name>['placeFields'][number]
>;
export type StoredElement = StoredRow<'elements'>;
export type StoredItem = StoredRow<'items'>;

type StoredRows = {
  [Wire in WireName]: Map<string, StoredRow<Extract<DealCollection, { wire: Wire }>['name']>>;
};
export type Table = WireName | 'transactions' | 'participants' | 'child_lists';

/** One line of the change log. */
interface Change {
  version: number;
  table: Table;
  /** A row's uuid, or a list's parent or `TOP`. */
  key: string;
  gone: boolean;
  fields: readonly string[];
  actor: string;
  origin: string | null;
  at: string;
}

/** The author, the time, and the base version of a write. */
export interface Writer {
  user: string;
  at: string;
  baseVersion: number | null;
  /** The mirror in which the edit was made. */
  origin: string | null;
}

/** A row of any collection. */
export type ModelRow = { uuid: string; order: number } & Record<string, unknown>;

/**
 * A deleted row, and the version of the write that deleted it. A line of the checklist also has its place.
 */
type Binned =
  | {
      element: StoredElement;
      item: StoredItem | null;
      task: Task | null;
      parent: string;
      order: number;
      version: number;
    }
  | { document: Document; version: number; waited: boolean }
  | { row: ModelRow; name: CollectionName; version: number };

/** A deal on the server. It consists of plain values, so a backup is a copy. */
export interface DealState extends StoredRows {
  row: Omit<Transaction, 'version'>;
  version: number;
  deleted: boolean;
  /** Current and former participants, by user id. */
  people: Map<string, Participant>;
  /** Users who have archived it for themselves. */
  archivedBy: Set<string>;
  lists: Map<string, readonly string[]>;
  /** The user who created each row, by the row's uuid. Includes deleted rows. */
  creators: Map<string, string>;
  /** The user who has queued each packet. */
  queuedBy: Map<string, string>;
  /** What can be restored, by its uuid. */
  bin: Map<string, Binned>;
  log: Change[];
  /** The feed cannot continue from a cursor before this version. */
  forgottenTo: number;
}

/** Creates an empty deal of the person. */
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
    ...byWire(() => new Map()),
    lists: new Map([[TOP, []]]),
    creators: new Map(),
    queuedBy: new Map(),
    bin: new Map(),
    log: [],
    forgottenTo: 0,
  };
  putPerson(deal, creator, { user, at, version: 1, creator: true });
  return deal;
}

/** Adds a participant to a deal. A former participant returns under their old id. */
export function putPerson(
  deal: DealState,
  user: User,
  by: { user: string; at: string; version: number; uuid?: string; creator?: boolean },
): Participant {
  const before = deal.people.get(user.uuid);
  if (before && !before.deleted) return before;
  const row: Participant = {
    // Half of each id. Together, they are unique for the deal and the person.
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

/** Returns whether a person is a current participant. */
export function isMember({ people }: DealState, user: string): boolean {
  return people.get(user)?.deleted === false;
}

/** Returns a deal's current participants. */
export function membersOf({ people }: DealState): Set<string> {
  return new Set([...people.values()].flatMap(({ user_uuid, deleted }) => (deleted ? [] : [user_uuid])));
}

/** Returns the elements of a deal as in the list endpoint's response. */
function wireElements(deal: DealState): Element[] {
  const places = placesOf(deal.lists);
  return [...deal.elements.values()].map((element) => {
    const place = places.get(element.uuid);
    return {
      ...element,
      order: place?.index ?? 0,
      parent_element: place ? parentElement(place.parent) : null,
    };
  });
}

/** Returns the items of a deal as in the list endpoint's response. */
function wireItems(deal: DealState): Item[] {
  const elements = new Map(wireElements(deal).map((element) => [element.item, element]));
  return [...deal.items.values()].map((item) => ({
    ...item,
    element_order: elements.get(item.uuid)?.order ?? 0,
    element_parent: elements.get(item.uuid)?.parent_element ?? null,
  }));
}

/** Returns a collection's rows as in its list endpoint's response. */
export function wireRows<Name extends CollectionName>(deal: DealState, name: Name): WireRow<Name>[];
export function wireRows(deal: DealState, name: CollectionName): unknown[] {
  if (name === 'elements') return wireElements(deal);
  if (name === 'items') return wireItems(deal);
  return [...deal[COLLECTION_NAMED[name].wire].values()];
}

/** Returns the deal's own row as sent over the network. */
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

/** Returns the fields of a new item. */
export function newItem(
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
    collation: 'none',
    collation_requested_at: null,
    collation_problem: null,
    collated_at: null,
    executed_pdf_url: null,
    executed_num_pages: null,
    executed_size: null,
    ...stamp,
  };
}
