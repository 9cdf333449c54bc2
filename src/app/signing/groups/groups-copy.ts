// The UI copy of signing groups.
import { inWords } from '../../../contract/rules/signing/signatories/names-in-words.ts';
import { counted, grouped } from '../../lib/format/numbers.ts';
import { canBeRestored } from '../../lib/format/restore-copy.ts';

const members = (count: number) => counted(count, 'member', 'members');
const documents = (count: number) => counted(count, 'document', 'documents');
const pages = (count: number) => counted(count, 'signature page', 'signature pages');

export const GROUPS = {
  name: 'Signing groups',
  intro: 'A signing group is a set of signatories who sign the same documents, such as all the buyers.',
  announcements: 'Signing group announcements',
  newGroup: 'New group',
  newExample: 'For example, Guarantors',
  add: 'Add group',
  taken: (name: string) => `This transaction already has a signing group named “${name}”.`,
  noneTitle: 'No signing groups yet',
  none: 'Add a group, such as “Buyers”, then add its members and the documents they all sign.',
  noneViewOnly: 'Groups appear here when someone with edit access adds them.',
  nameOf: (name: string) => `Name of ${name}`,
  members,
  copy: (name: string) => `Copy ${name}`,
  delete: (name: string) => `Delete ${name}`,
};

export const MEMBERS = {
  title: 'Members',
  label: (group: string) => `Members of ${group}`,
  add: 'Add members',
  none: 'This group has no members yet.',
  noSignatories: 'Add signatories to the transaction first.',
  toSignatories: 'Go to signatories',
  capacityOf: (name: string) => `Capacity of ${name}`,
  noCapacity: 'Nobody signs for this entity yet',
  chooseCapacity: 'Choose a capacity',
  reorder: (name: string) => `Reorder ${name}`,
  reorderHint: 'Press the up or down arrow key to move the member.',
  actions: (name: string) => `Actions for ${name}`,
  up: 'Move up',
  down: 'Move down',
  toGroup: (group: string) => `Move to ${group}`,
  remove: 'Remove from group',
  moved: (name: string, position: number, total: number) =>
    `Moved ${name} to position ${position} of ${total}`,
  movedTo: (name: string, group: string) => `Moved ${name} to ${group}`,
  alreadyIn: (name: string, group: string) => `${name} is already in ${group}.`,
};

export const DOCUMENTS = {
  title: 'Documents this group signs',
  label: (group: string) => `Documents that ${group} signs`,
  add: 'Add documents',
  none: 'Each member gets a signature page in every document that you add here.',
  noItems: 'Add documents to the checklist first.',
  toChecklist: 'Go to checklist',
  remove: (name: string) => `Remove ${name}`,
  pages,
  sent: (sent: number, count: number) => `${sent} of ${count} sent`,
  waiting: 'Signature pages will be added after this syncs',
  waitingForNext: 'Signature pages will be added when this group is next assigned a document',
  noMembers: 'No members yet',
};

/** A dialog in which the user picks several items from a list. */
export const PICKING = {
  membersTitle: (group: string) => `Add members to ${group}`,
  membersLabel: 'Signatories',
  membersPlaceholder: 'Search signatories',
  documentsTitle: (group: string) => `Add documents that ${group} signs`,
  documentsLabel: 'Documents',
  documentsPlaceholder: 'Search documents',
  noMatch: 'No results',
  allIn: 'Every signatory is already in this group.',
  allSigned: 'This group already signs every document.',
  selected: 'Selected',
  selectAll: (count: number, isSearch: boolean) =>
    `Select all ${grouped(count)}${isSearch ? ' matching' : ''}`,
  unselectAll: (count: number, isSearch: boolean) =>
    `Unselect all ${grouped(count)}${isSearch ? ' matching' : ''}`,
  more: (count: number) => `${grouped(count)} more. Type to narrow the list.`,
  cancel: 'Cancel',
  addMembers: (count: number) => (count === 0 ? 'Add members' : `Add ${members(count)}`),
  addDocuments: (count: number) => (count === 0 ? 'Add documents' : `Add ${documents(count)}`),
};

/** What a change to a signing group will do. */
export const CHANGE = {
  added: (count: number) => `${pages(count)} will be added:`,
  addedLater: (count: number, group: string) =>
    `${pages(count)} will be added when ${group} is next assigned a document:`,
  signs: (name: string, documents: readonly string[]) => `${name}: ${inWords(documents)}`,
  nothingAdded: 'No signature pages will be added.',
  packets: (names: readonly string[]) =>
    `Unsent packets for ${inWords(names)} will need to be created again.`,
  noEmail: 'No emails will be sent.',
  more: (count: number) => `and ${count} more`,
};

/** Questions before a change that removes or adds assignments. */
export const LEAVING = {
  close: 'Close',
  member: {
    title: (name: string, group: string) => `Remove ${name} from ${group}?`,
    confirm: 'Remove from group',
    moveTitle: (name: string, group: string) => `Move ${name} to ${group}?`,
    confirmMove: 'Move member',
    blocked: (name: string, group: string) => `${name} can’t leave ${group} yet`,
  },
  group: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete group',
    blocked: (name: string) => `${name} can’t be deleted yet`,
    stay: 'Its members will remain signatories of this transaction.',
  },
  document: {
    title: (document: string, group: string) => `Remove “${document}” from ${group}?`,
    confirm: 'Remove document',
    blocked: (document: string) => `“${document}” can’t be removed yet`,
  },
  capacity: {
    title: (name: string) => `Change the capacity of ${name}?`,
    confirm: 'Change capacity',
    blocked: (name: string) => `The capacity of ${name} can’t be changed yet`,
  },
  goes: (count: number) => `${pages(count)} will be removed:`,
  goesLater: (count: number, group: string) =>
    `${pages(count)} will be removed when ${group} is next assigned a document:`,
  sentStays: 'These were already sent or signed, so they stay:',
  sent: 'These were already sent or signed. Cancel their packets first:',
  unsent: 'Not sent yet:',
};

/** Names of the user's actions, for undo. */
export const ACTS = {
  add: (name: string) => `Add the signing group “${name}”`,
  rename: (name: string) => `Rename the signing group “${name}”`,
  copy: (name: string) => `Copy the signing group “${name}”`,
  copied: (name: string, copy: string) => `Copied “${name}” as “${copy}”.`,
  delete: (name: string) => `Delete the signing group “${name}”`,
  deleted: (name: string) => `Deleted the signing group “${name}”. ${canBeRestored(1)}`,
  addMembers: (count: number, group: string) => `Add ${members(count)} to “${group}”`,
  capacity: (name: string) => `Change the capacity of ${name}`,
  move: (name: string) => `Move ${name}`,
  moveTo: (name: string, group: string) => `Move ${name} to “${group}”`,
  remove: (name: string, group: string) => `Remove ${name} from “${group}”`,
  removed: (name: string, group: string) => `Removed ${name} from “${group}”.`,
  addDocuments: (count: number, group: string) => `Add ${documents(count)} to “${group}”`,
  removeDocument: (document: string, group: string) => `Remove “${document}” from “${group}”`,
  removedDocument: (document: string, group: string) => `Removed “${document}” from “${group}”.`,
};
