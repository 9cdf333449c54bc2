import type { MirrorDatabase } from '../../database.ts';
import { folded } from '../../views/checklist-filter.ts';

/** Someone who signs in another deal on this device. */
export interface Contact {
  name: string;
  email: string;
  isOrg: boolean;
  /** An entity's description. */
  description: string;
}

/** How many signatories are searched: more would block the form that suggests them. */
const LOOKED_THROUGH = 20_000;

/** Reads the signatories of the other deals on this device, each name and email address once, by name. */
export async function contactsOnDevice(db: MirrorDatabase, transaction: string): Promise<Contact[]> {
  const rows = await db.signatories
    .where('transaction')
    .notEqual(transaction)
    .limit(LOOKED_THROUGH)
    .toArray();
  const contacts = new Map<string, Contact>();
  for (const { fullName, email, isOrg, entityDescription } of rows) {
    const key = `${folded(fullName)} ${folded(email)}`;
    if (!contacts.has(key))
      contacts.set(key, { name: fullName, email, isOrg, description: entityDescription });
  }
  return [...contacts.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Reads the user's other deals, by name. */
export async function otherDeals(
  db: MirrorDatabase,
  transaction: string,
): Promise<{ uuid: string; name: string }[]> {
  const deals = await db.transactions.where('uuid').notEqual(transaction).toArray();
  return deals
    .map(({ uuid, name }) => ({ uuid, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}
