import type { NewParty } from '../../../db/commands/signing/signatories/add-signatories.ts';
import type { Contact } from '../../../db/queries/signing/signatories/contacts.ts';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { folded } from '../../../db/views/checklist-filter.ts';
import { newUuid } from '../../../db/uuid.ts';
import { isEntityName } from '../add-many/entity-name.ts';

/** A person or entity named in a form: a signatory of the deal, or a new one. */
export interface NamedParty {
  uuid: string;
  name: string;
  isOrg: boolean;
  /** The row to add if the party is new. */
  added: NewParty | null;
}

/** Returns the signatories with this name, ignoring case and surrounding spaces. */
export function partiesNamed(signatories: readonly ListedSignatory[], name: string): ListedSignatory[] {
  const wanted = folded(name.trim());
  return wanted === '' ? [] : signatories.filter(({ row }) => folded(row.fullName) === wanted);
}

/** The people and entities that a name in a form can mean. */
export interface Known {
  /** The deal's signatories. */
  signatories: readonly ListedSignatory[];
  /** Contacts from other deals, who would be new in this one. */
  contacts: readonly Contact[];
  /** Whether only an entity can be chosen. */
  mustBeEntity?: boolean;
}

/**
 * Returns the first signatory with this name. If nobody has it, returns a new one, with the details of the contact of that
 * name.
 */
export function partyNamed(known: Known, name: string): NamedParty {
  const [existing] = partiesNamed(known.signatories, name);
  if (existing) {
    const { uuid, fullName, isOrg } = existing.row;
    return { uuid, name: fullName, isOrg, added: null };
  }
  const added = { uuid: newUuid(), ...newParty(known, name) };
  return { uuid: added.uuid, name: added.fullName, isOrg: added.isOrg, added };
}

/** Returns the known details of a party that is new in the deal. */
export function newParty(
  { contacts, mustBeEntity = false }: Pick<Known, 'contacts' | 'mustBeEntity'>,
  name: string,
): Omit<NewParty, 'uuid'> {
  const contact = contactNamed(choosable(contacts, mustBeEntity), name);
  return contact
    ? {
        fullName: contact.name,
        isOrg: contact.isOrg,
        email: contact.email,
        entityDescription: contact.description,
      }
    : { fullName: name.trim(), isOrg: mustBeEntity || isEntityName(name) };
}

function choosable(contacts: readonly Contact[], mustBeEntity: boolean): readonly Contact[] {
  return mustBeEntity ? contacts.filter(({ isOrg }) => isOrg) : contacts;
}

const SUGGESTIONS = 50;

/** Returns names to suggest for a text: the deal's signatories in list order, then contacts who aren't among them. */
export function suggestedParties(
  { signatories, contacts, mustBeEntity = false }: Known,
  text: string,
): { name: string; email: string }[] {
  const wanted = folded(text.trim());
  const names = signatories
    .filter(({ row }) => (row.isOrg || !mustBeEntity) && folded(row.fullName).includes(wanted))
    .map(({ row }) => row.fullName);
  const here = new Set(signatories.map(({ row }) => folded(row.fullName)));
  return [
    ...[...new Set(names)].map((name) => ({ name, email: '' })),
    ...suggestedContacts(choosable(contacts, mustBeEntity), text).filter(
      ({ name }) => !here.has(folded(name)),
    ),
  ].slice(0, SUGGESTIONS);
}

/** Returns contacts whose name or email address contains a text, in order; none until two characters are typed. */
export function suggestedContacts(contacts: readonly Contact[], text: string): readonly Contact[] {
  const wanted = folded(text.trim());
  if (wanted.length < 2) return [];
  return contacts
    .filter(({ name, email }) => folded(name).includes(wanted) || folded(email).includes(wanted))
    .slice(0, SUGGESTIONS);
}

/** Returns the contact with this name; null if no contact or several contacts have it. */
export function contactNamed(contacts: readonly Contact[], name: string): Contact | null {
  const [only, ...others] = contactsNamed(contacts, name);
  return only && others.length === 0 ? only : null;
}

/** Returns whether several contacts have this name, so that it is unclear which one is meant. */
export function isSharedName({ contacts, mustBeEntity = false }: Known, name: string): boolean {
  return contactsNamed(choosable(contacts, mustBeEntity), name).length > 1;
}

function contactsNamed(contacts: readonly Contact[], name: string): Contact[] {
  const wanted = folded(name.trim());
  return contacts.filter((contact) => folded(contact.name) === wanted);
}
