import { TOP } from '../../../../contract/rules/checklist/child-lists.ts';
import type { CopiedSignatories } from '../../../commands/signing/signatories/duplicate-signatories.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { childListKey } from '../../../outbox/draft.ts';
import { folded } from '../../../views/checklist-filter.ts';
import { isUnsynced } from './is-unsynced.ts';

/** Someone who signs in another deal of the user’s organization. */
export interface Contact {
  name: string;
  email: string;
  isOrg: boolean;
  /** An entity's description. */
  description: string;
}

/** The maximum number of signatories that are searched. More would block the form that suggests them. */
const LOOKED_THROUGH = 20_000;

/**
 * Reads the signatories of the other deals on this device that the user's organization leads, each combination of name and
 * email address once, sorted by name. The signatories of another organization's deals are that organization's confidential contacts.
 */
export async function contactsOnDevice(db: MirrorDatabase, transaction: string): Promise<Contact[]> {
  const rows = await db.transaction('r', db.users, db.transactions, db.signatories, async () => {
    const user = await db.users.get(db.userId);
    const deals = await db.transactions.toArray();
    const own = deals.filter(
      ({ uuid, organization }) => uuid !== transaction && organization === user?.organization,
    );
    return db.signatories
      .where('transaction')
      .anyOf(own.map(({ uuid }) => uuid))
      .limit(LOOKED_THROUGH)
      .toArray();
  });
  const contacts = new Map<string, Contact>();
  for (const { fullName, email, isOrg, entityDescription } of rows) {
    const key = `${folded(fullName)} ${folded(email)}`;
    if (!contacts.has(key))
      contacts.set(key, { name: fullName, email, isOrg, description: entityDescription });
  }
  return [...contacts.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Another deal of the user. */
export interface OtherDeal {
  uuid: string;
  name: string;
  /** Whether its rows are on this device. */
  onDevice: boolean;
}

/** Reads the user's other deals, by name. */
export async function otherDeals(db: MirrorDatabase, transaction: string): Promise<OtherDeal[]> {
  return db.transaction('r', db.transactions, db.childLists, async () => {
    const deals = await db.transactions.where('uuid').notEqual(transaction).toArray();
    const lists = await db.childLists.bulkGet(deals.map(({ uuid }) => childListKey(uuid, TOP)));
    return deals
      .map(({ uuid, name }, at) => ({ uuid, name, onDevice: lists[at] !== undefined }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  });
}

/** The number of signatories that can't be copied until they are synced, and of relations among the others. */
export interface Unsynced {
  signatories: number;
  relations: number;
}

/**
 * Reads the signatories of a deal on this device with its relations, to copy them. Leaves out those that aren't on the server
 * yet in this form. Each deal's edits are sent independently, so the copies could arrive before them.
 */
export async function signatoriesToCopy(
  db: MirrorDatabase,
  transaction: string,
): Promise<CopiedSignatories & { unsynced: Unsynced }> {
  const [rows, allRelations, edits] = await db.transaction(
    'r',
    db.signatories,
    db.representatives,
    db.outbox,
    async () =>
      Promise.all([
        db.signatories.where({ transaction }).sortBy('order'),
        db.representatives.where({ transaction }).toArray(),
        db.outbox.where({ lane: transaction }).toArray(),
      ]),
  );
  const edited = new Set(edits.flatMap(({ state, touches }) => (state === 'acked' ? [] : touches)));
  const isSynced = (row: { uuid: string; version: number }) => !isUnsynced(row) && !edited.has(row.uuid);
  const signatories = rows.filter(isSynced);
  const copied = new Set(signatories.map(({ uuid }) => uuid));
  const among = allRelations.filter(({ entity, signatory }) => copied.has(entity) && copied.has(signatory));
  const relations = among.filter(isSynced);
  return {
    signatories,
    relations,
    unsynced: {
      signatories: rows.length - signatories.length,
      relations: among.length - relations.length,
    },
  };
}
