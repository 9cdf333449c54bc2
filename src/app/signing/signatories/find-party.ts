import type { NewParty } from '../../../db/commands/signing/signatories/add-signatories.ts';
import type { Contact } from '../../../db/queries/signing/signatories/contacts.ts';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { folded } from '../../../db/views/checklist-filter.ts';
import { newUuid } from '../../../db/uuid.ts';
import { isEntityName } from '../add-many/entity-name.ts';

/** Someone named in a form: a signatory of the deal, or a new one. */
export interface NamedParty {
  uuid: string;
  name: string;
  isOrg: boolean;
  /** What to add if they are new. */
  added: NewParty | null;
}

/** Returns the signatories with this name, ignoring case and surrounding spaces. */
export function partiesNamed(signatories: readonly ListedSignatory[], name: string): ListedSignatory[] {
  const wanted = folded(name.trim());
  return wanted === '' ? [] : signatories.filter(({ row }) => folded(row.fullName) === wanted);
}

/** Returns whether a name that no signatory has looks like an entity's. */
export function isNewEntity(name: string, mustBeEntity: boolean): boolean {
  return mustBeEntity || isEntityName(name);
}

/** Returns the first signatory with this name, or a new one. */
export function partyNamed(
  signatories: readonly ListedSignatory[],
  name: string,
  { mustBeEntity = false, email = '' }: { mustBeEntity?: boolean; email?: string } = {},
): NamedParty {
  const [existing] = partiesNamed(signatories, name);
  if (existing) {
    const { uuid, fullName, isOrg } = existing.row;
    return { uuid, name: fullName, isOrg, added: null };
  }
  const isOrg = isNewEntity(name, mustBeEntity);
  const uuid = newUuid();
  const fullName = name.trim();
  return { uuid, name: fullName, isOrg, added: { uuid, fullName, isOrg, email } };
}

const SUGGESTIONS = 50;

/** Returns names to suggest for a text, in the order of the list. */
export function suggestedNames(
  signatories: readonly ListedSignatory[],
  text: string,
  mustBeEntity: boolean,
): string[] {
  const wanted = folded(text.trim());
  const names = signatories
    .filter(({ row }) => (row.isOrg || !mustBeEntity) && folded(row.fullName).includes(wanted))
    .map(({ row }) => row.fullName);
  return [...new Set(names)].slice(0, SUGGESTIONS);
}

/** Returns contacts whose name or email address contains a text, in their order. None before two characters are typed. */
export function suggestedContacts(contacts: readonly Contact[], text: string): readonly Contact[] {
  const wanted = folded(text.trim());
  if (wanted.length < 2) return [];
  return contacts
    .filter(({ name, email }) => folded(name).includes(wanted) || folded(email).includes(wanted))
    .slice(0, SUGGESTIONS);
}

/** Returns the contact with this name; null if nobody has it, or several do. */
export function contactNamed(contacts: readonly Contact[], name: string): Contact | null {
  const wanted = folded(name.trim());
  const [only, ...others] = contacts.filter((contact) => folded(contact.name) === wanted);
  return only && others.length === 0 ? only : null;
}
