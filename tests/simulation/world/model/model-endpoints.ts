import { DEAL_COLLECTIONS, type WireName } from '../../../../src/contract/collections/deal-collections.ts';
import type { NewBulkSignatoryUpload } from '../../../../src/contract/entities/signing/bulk-signatory-upload.ts';
import type { AskedValue } from '../../../../src/contract/entities/signing/custom-value.ts';
import type { QueuedPacket } from '../../../../src/contract/entities/signing/packet.ts';
import type { RestoreRequest } from '../../../../src/contract/entities/transactions/transaction.ts';
import type { User } from '../../../../src/contract/entities/account/user.ts';
import { TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import { createHeader, createItem, createTask, move, remove, rename } from './model-checklist.ts';
import { isMember, wireDeal, type DealState } from './model-deal.ts';
import { addDocuments, deleteDocument, updateDocument } from './model-documents.ts';
import { createRow, deleteRow, updateRow } from './model-collection.ts';
import { deleteDeal, updateDeal, updateItem } from './model-edits.ts';
import {
  addMember,
  assignGroup,
  deleteGroup,
  deleteGroupAssignment,
  deleteMember,
  moveMember,
  updateMember,
} from './model-groups.ts';
import { addPerson, archive, leave, removePerson } from './model-people.ts';
import { restore } from './model-restore.ts';
import { addList, duplicateSignatories, type DuplicatedSignatories } from './model-lists.ts';
import {
  assign,
  deleteList,
  deleteSignatory,
  deleteTabGroup,
  markPage,
  mergeSignatory,
  replaceRepresentative,
  unassign,
  updateAssignment,
  type Asked,
} from './model-signing.ts';
import { createPackets, queuePacket } from './model-packets.ts';
import { updatePage } from './model-pages.ts';
import { setValues } from './model-values.ts';
import { Refusal, type DealWrite } from './model-write.ts';

export type Input = Readonly<Record<string, unknown>>;

/** The deal of a write, and its effect. The effect returns the response if a client reads it. */
export interface Effect {
  deal: DealState;
  runCommand(write: DealWrite): unknown;
}

/** The server's deals that one person can see. */
export class DealsOfPerson {
  readonly all: ReadonlyMap<string, DealState>;
  readonly user: string;
  readonly people: ReadonlyMap<string, User>;

  constructor(all: ReadonlyMap<string, DealState>, user: string, people: ReadonlyMap<string, User>) {
    this.all = all;
    this.user = user;
    this.people = people;
  }

  list(): DealState[] {
    return [...this.all.values()].filter((deal) => !deal.deleted && isMember(deal, this.user));
  }

  get(uuid: unknown): DealState {
    const deal = this.all.get(String(uuid));
    if (!deal || deal.deleted || !isMember(deal, this.user))
      throw new Refusal('not_found', 'There is no such transaction.');
    return deal;
  }

  /** Returns the deal of a row, live or deleted. */
  ofRow(table: WireName, uuid: unknown): DealState {
    const id = String(uuid);
    return this.#first((deal) => deal[table].has(id) || deal.bin.has(id));
  }

  /**
   * Returns the deal of these documents. At least one must be in it; the others may have been deleted from
   * it.
   */
  ofDocuments(uuids: readonly string[]): DealState {
    return this.#first(
      ({ documents, bin }) =>
        uuids.some((uuid) => documents.has(uuid)) &&
        uuids.every((uuid) => documents.has(uuid) || bin.has(uuid)),
    );
  }

  /** Returns the deal that has all of these signatories. */
  ofSignatories(uuids: readonly string[]): DealState {
    return this.#first(({ signatories }) => uuids.every((uuid) => signatories.has(uuid)));
  }

  ofParticipant(uuid: unknown): DealState {
    return this.#first(({ people }) => [...people.values()].some((each) => each.uuid === uuid));
  }

  person(uuid: unknown): User {
    const person = this.people.get(String(uuid));
    if (!person) throw new Refusal('invalid', 'There is no such person.');
    return person;
  }

  #first(holds: (deal: DealState) => boolean): DealState {
    const deal = this.list().find(holds);
    if (!deal) throw new Refusal('not_found', 'There is no such row.');
    return deal;
  }
}

/** Returns the response of a list endpoint; null if the endpoint isn't a list of a deal. */
export function listOf(endpoint: string, input: Input, deals: DealsOfPerson): unknown {
  switch (endpoint) {
    case 'transactions.list':
      return deals
        .list()
        .map((deal) => wireDeal(deal, deals.user))
        .filter(({ archived }) => archived === (input['archived'] === 'true'));
    case 'transactions.get':
      return wireDeal(deals.get(input['id']), deals.user);
    default:
      return null;
  }
}

/**
 * Returns the effect of an endpoint that writes to a deal. @throws {Refusal} if the person can't see the deal, or it
 * doesn't exist
 */
export function effectOf(endpoint: string, input: Input, deals: DealsOfPerson): Effect {
  const [group = ''] = endpoint.split('.');
  const effect = (effects[group] ?? standardEffect)(endpoint, input, deals);
  if (!effect) throw new Error(`the model has no ${endpoint}`);
  return effect;
}

type Effects = (endpoint: string, input: Input, deals: DealsOfPerson) => Effect | null;

const effects: Record<string, Effects> = {
  transactions(endpoint, input, deals) {
    const deal = deals.get(input['id']);
    switch (endpoint) {
      case 'transactions.update':
        return { deal, runCommand: (write) => updateDeal(write, input) };
      case 'transactions.delete':
        return { deal, runCommand: deleteDeal };
      case 'transactions.restore':
        return { deal, runCommand: (write) => restore(write, input as unknown as RestoreRequest) };
      case 'transactions.participantSettings':
        return { deal, runCommand: (write) => archive(write, input['archived'] === true) };
      case 'transactions.participantLeave':
        return { deal, runCommand: leave };
      default:
        return null;
    }
  },
  participants(endpoint, input, deals) {
    if (endpoint === 'participants.create') {
      const person = deals.person(input['user_uuid']);
      const deal = deals.get(input['transaction_uuid']);
      return { deal, runCommand: (write) => addPerson(write, person, String(input['uuid'])) };
    }
    const id = String(input['id']);
    return { deal: deals.ofParticipant(id), runCommand: (write) => removePerson(write, id) };
  },
  elements(endpoint, input, deals) {
    const { params, body, query } = input as {
      params?: { id: string };
      body?: { label: string };
      query?: { transaction?: string };
    };
    const { parent, order } = placeIn(input['parent_element'], input['order']);
    const id = String(params?.id);
    switch (endpoint) {
      case 'elements.create': {
        const [uuid, label] = [String(input['uuid']), String(input['label'])];
        const deal = deals.get(input['transaction']);
        return { deal, runCommand: (write) => createHeader(write, uuid, label, parent, order) };
      }
      case 'elements.bulkUpdate': {
        const ids = (input['element_uuids'] as unknown[]).map(String);
        const deal = deals.ofRow('elements', ids[0]);
        return { deal, runCommand: (write) => move(write, ids, parent, order) };
      }
      case 'elements.update':
        return {
          deal: deals.get(query?.transaction),
          runCommand: (write) => rename(write, id, String(body?.label)),
        };
      case 'elements.delete':
        return { deal: deals.get(query?.transaction), runCommand: (write) => remove(write, id) };
      default:
        return null;
    }
  },
  items(endpoint, input, deals) {
    switch (endpoint) {
      case 'items.create': {
        const { uuid, element, name, place } = newLineIn(input);
        const deal = deals.get(input['transaction']);
        return { deal, runCommand: (write) => createItem(write, uuid, element, name, place) };
      }
      case 'items.update': {
        const deal = deals.ofRow('items', input['id']);
        return { deal, runCommand: (write) => updateItem(write, String(input['id']), input) };
      }
      case 'items.markPageForSigning': {
        const [item, page] = [String(input['id']), String(input['page_uuid'])];
        const forSigning = input['for_signing'] === true;
        const deal = deals.ofRow('items', item);
        return { deal, runCommand: (write) => markPage(write, { item, page, forSigning }) };
      }
      case 'items.fromDocuments': {
        const asked = input['documents'] as Parameters<typeof addDocuments>[1];
        const deal = deals.ofDocuments(asked.map(({ document_id }) => document_id));
        return { deal, runCommand: (write) => addDocuments(write, asked) };
      }
      default:
        return null;
    }
  },
  documents(endpoint, input, deals) {
    const { params, query } = input as { params?: { id: string }; query?: { in_queue?: string } };
    const id = String(params?.id ?? input['id']);
    const deal = deals.ofRow('documents', id);
    switch (endpoint) {
      case 'documents.update':
        return { deal, runCommand: (write) => updateDocument(write, id, input) };
      case 'documents.delete':
        return { deal, runCommand: (write) => deleteDocument(write, id, query?.in_queue === 'true') };
      default:
        return null;
    }
  },
  tasks(endpoint, input, deals) {
    if (endpoint === 'tasks.create') {
      const { uuid, element, name, place } = newLineIn(input);
      const deal = deals.get(input['transaction']);
      return { deal, runCommand: (write) => createTask(write, uuid, element, name, place) };
    }
    return standardEffect(endpoint, input, deals);
  },
  signatories(endpoint, input, deals) {
    if (endpoint === 'signatories.delete') {
      const id = String(input['id']);
      return { deal: deals.ofRow('signatories', id), runCommand: (write) => deleteSignatory(write, id) };
    }
    if (endpoint === 'signatories.merge') {
      const [id, into] = [String(input['id']), String(input['into'])];
      return { deal: deals.ofRow('signatories', id), runCommand: (write) => mergeSignatory(write, id, into) };
    }
    if (endpoint === 'signatories.bulkDuplicate') {
      const asked = input as unknown as DuplicatedSignatories;
      const source = deals.ofSignatories(asked.signatories);
      return {
        deal: deals.get(asked.transaction),
        runCommand: (write) => duplicateSignatories(write, source, asked),
      };
    }
    // The simulation uploads no list of signatories.
    const created = endpoint === 'signatories.create' ? { ...input, bulk_signatory_upload_id: null } : input;
    return standardEffect(endpoint, created, deals);
  },
  customValues(endpoint, input, deals) {
    if (endpoint !== 'customValues.bulkSet') return standardEffect(endpoint, input, deals);
    const values = input['values'] as AskedValue[];
    return { deal: deals.get(input['transaction']), runCommand: (write) => setValues(write, values) };
  },
  bulkSignatoryUploads(endpoint, input, deals) {
    if (endpoint === 'bulkSignatoryUploads.create') {
      const list = input as unknown as NewBulkSignatoryUpload;
      return { deal: deals.get(list.transaction), runCommand: (write) => addList(write, list) };
    }
    const id = String(input['id']);
    const deal = deals.ofRow('bulk_signatory_uploads', id);
    return { deal, runCommand: (write) => deleteList(write, id) };
  },
  representatives(endpoint, input, deals) {
    if (endpoint === 'representatives.replace') {
      const [entity, from, to] = ['entity_pk', 'existing_representative_pk', 'new_representative_pk'].map(
        (field) => String(input[field]),
      );
      return {
        deal: deals.ofRow('signatories', entity),
        runCommand: (write) =>
          replaceRepresentative(write, { entity: entity ?? '', from: from ?? '', to: to ?? '' }),
      };
    }
    if (endpoint !== 'representatives.create')
      return standardEffect(endpoint, { ...input, id: input['rep'] }, deals);
    const { id: entity, ...rest } = input;
    const { row } = deals.ofRow('signatories', entity);
    return standardEffect(endpoint, { ...rest, entity, transaction: row.uuid }, deals);
  },
  signingGroups(endpoint, input, deals) {
    const id = String(input['id']);
    switch (endpoint) {
      case 'signingGroups.assignDynamic':
        return {
          deal: deals.ofRow('signing_groups', id),
          runCommand: (write) => assignGroup(write, input as unknown as Parameters<typeof assignGroup>[1]),
        };
      case 'signingGroups.delete':
        return { deal: deals.ofRow('signing_groups', id), runCommand: (write) => deleteGroup(write, id) };
      default:
        return standardEffect(endpoint, input, deals);
    }
  },
  signingGroupMembers(endpoint, input, deals) {
    if (endpoint === 'signingGroupMembers.create')
      return {
        deal: deals.ofRow('signing_groups', input['group']),
        runCommand: (write) => addMember(write, input as unknown as Parameters<typeof addMember>[1]),
      };
    const id = String(input['id']);
    const deal = deals.ofRow('signing_group_members', id);
    switch (endpoint) {
      case 'signingGroupMembers.move':
        return {
          deal,
          runCommand: (write) => moveMember(write, id, input as unknown as Parameters<typeof moveMember>[2]),
        };
      case 'signingGroupMembers.update':
        return { deal, runCommand: (write) => updateMember(write, id, input) };
      case 'signingGroupMembers.delete':
        return { deal, runCommand: (write) => deleteMember(write, id) };
      default:
        return null;
    }
  },
  dynamicAssignments(endpoint, input, deals) {
    if (endpoint !== 'dynamicAssignments.delete') return standardEffect(endpoint, input, deals);
    const id = String(input['id']);
    return {
      deal: deals.ofRow('dynamic_assignments', id),
      runCommand: (write) => deleteGroupAssignment(write, id),
    };
  },
  signaturePages(endpoint, input, deals) {
    if (endpoint !== 'signaturePages.update') return standardEffect(endpoint, input, deals);
    const { id, ...edits } = input;
    return {
      deal: deals.ofRow('signature_pages', id),
      runCommand: (write) => updatePage(write, String(id), edits),
    };
  },
  tabs(endpoint, input, deals) {
    if (endpoint !== 'tabs.create') return standardEffect(endpoint, input, deals);
    const { row } = deals.ofRow('assignments', input['assignment']);
    return standardEffect(endpoint, { filled_at: null, sheet: 1, ...input, transaction: row.uuid }, deals);
  },
  tabGroups(endpoint, input, deals) {
    if (endpoint === 'tabGroups.delete') {
      const id = String(input['id']);
      return { deal: deals.ofRow('tab_groups', id), runCommand: (write) => deleteTabGroup(write, id) };
    }
    if (endpoint !== 'tabGroups.create') return standardEffect(endpoint, input, deals);
    const { row } = deals.ofRow('assignments', input['assignment_id']);
    return standardEffect(endpoint, { ...input, transaction: row.uuid }, deals);
  },
  packets(endpoint, input, deals) {
    if (endpoint === 'packets.create') {
      const asked = input as unknown as Parameters<typeof createPackets>[1];
      return { deal: deals.get(input['transaction']), runCommand: (write) => createPackets(write, asked) };
    }
    if (endpoint !== 'packets.queue') return null;
    const id = String(input['id']);
    return {
      deal: deals.ofRow('packets', id),
      runCommand: (write) => queuePacket(write, id, input as unknown as QueuedPacket),
    };
  },
  assignments(endpoint, input, deals) {
    const { transaction, assignments } = input;
    switch (endpoint) {
      case 'assignments.bulkCreate':
        return { deal: deals.get(transaction), runCommand: (write) => assign(write, assignments as Asked[]) };
      case 'assignments.bulkDelete':
        return {
          deal: deals.get(transaction),
          runCommand: (write) => unassign(write, assignments as string[]),
        };
      case 'assignments.update': {
        const { id, ...edits } = input;
        return {
          deal: deals.ofRow('assignments', id),
          runCommand: (write) => updateAssignment(write, String(id), edits),
        };
      }
      default:
        return standardEffect(endpoint, input, deals);
    }
  },
};

/** Creates, changes and deletes rows of a collection according to its declaration. */
function standardEffect(endpoint: string, input: Input, deals: DealsOfPerson): Effect | null {
  const [group, act] = endpoint.split('.');
  const collection = DEAL_COLLECTIONS.find(({ name }) => name === group);
  if (!collection) return null;
  const { name, wire } = collection;
  if (act === 'create' || act === 'bulkCreate') {
    const { transaction, ...rest } = input;
    const rows = act === 'create' ? [rest] : (rest[wire] as Input[]);
    return {
      deal: deals.get(transaction),
      runCommand(write) {
        for (const row of rows) createRow(write, name, { ...row, uuid: String(row['uuid']) });
      },
    };
  }
  const id = String(input['id']);
  const deal = deals.ofRow(wire, id);
  if (act === 'update') return { deal, runCommand: (write) => updateRow(write, name, id, input) };
  return act === 'delete' ? { deal, runCommand: (write) => deleteRow(write, name, id) } : null;
}

function placeIn(parent: unknown, order: unknown): { parent: string; order: number | undefined } {
  return {
    parent: parent == null ? TOP : String(parent),
    order: typeof order === 'number' ? order : undefined,
  };
}

function newLineIn(input: Input) {
  return {
    uuid: String(input['uuid']),
    element: String(input['element_uuid']),
    name: String(input['name']),
    place: placeIn(input['element_parent'], input['element_order']),
  };
}
