// The UI copy of the signatories screen.
import { inWords } from '../../../contract/rules/signing/signatories/names-in-words.ts';
import { counted, grouped } from '../../lib/format/numbers.ts';
import { canBeRestored, canBeRestoredFromActivity } from '../../lib/format/restore-copy.ts';

export const SIGNATORIES = {
  name: 'Signatories',
  list: 'Signatories',
  add: 'Add signatory',
  addShort: 'Add',
  /** The name of the action in the palette. */
  addAction: 'Add signatory…',
  addMany: 'Add many',
  addManyAction: 'Add signatories from a list…',
  emptyTitle: 'No signatories yet',
  empty: 'Add the people who sign, and the entities they sign for.',
  emptyViewOnly: 'Nobody has added signatories to this transaction yet.',
  noMatchTitle: 'No signatories match',
  noMatch: (total: number) =>
    `This transaction has ${counted(total, 'signatory', 'signatories')}, but none match your search and filter.`,
  showAll: 'Show all signatories',
  notHere: 'This signatory is no longer in the transaction, or hasn’t loaded on this device yet.',
  shown: (count: number, total: number) =>
    count === total ? counted(total, 'signatory', 'signatories') : `${grouped(count)} of ${grouped(total)}`,
};

export const TOOLBAR = {
  name: 'Signatories',
  search: 'Search signatories',
  searchShort: 'Search',
  filter: 'Show',
  filters: {
    all: 'All signatories',
    outstanding: 'Outstanding signatures',
    no_email: 'No email',
    no_capacity: 'No capacity',
  },
  delete: 'Delete',
  deleteSelected: 'Delete the selected signatories',
};

export const COLUMNS = {
  select: 'Select',
  name: 'Name and capacity',
  email: 'Email',
  groups: 'Groups',
  signatures: 'Signatures',
};

export const ROW = {
  select: (name: string) => `Select ${name}`,
  renaming: (name: string) => `New name of ${name}`,
  email: (name: string) => `Email of ${name}`,
  person: 'Person',
  entity: 'Entity',
  individual: 'Signs individually',
  noEmail: 'No email',
  noCapacity: 'No capacity',
  noCapacityHint: 'Nobody signs for this entity yet',
  or: (way: string) => `or ${way}`,
  represents: (title: string, entity: string) =>
    title === '' ? `Signs for ${entity}` : `${title} of ${entity}`,
  noSignatures: 'None',
  signatures: (done: number, total: number) => `${done} of ${total}`,
};

export const ADD = {
  title: 'Add signatory',
  name: 'Name',
  nameExample: 'Jane Doe or Alpha Capital Group, L.P.',
  kind: 'Person or entity',
  kinds: { person: 'Person', entity: 'Entity' },
  email: 'Email',
  entityEmail: 'Email for notices',
  description: 'Description',
  descriptionExample: 'a Delaware limited partnership',
  through: 'Signs through',
  representative: 'Representative',
  titleField: 'Title',
  titleExample: 'President, general partner',
  cancel: 'Cancel',
  confirm: 'Add signatory',
  alreadyHere: (name: string) => `A signatory named ${name} is already in this transaction.`,
};

/** The fields in which the user chooses a person or entity by name. */
export const PARTY = {
  existing: 'Already in this transaction',
  newPerson: (email: string) => (email === '' ? 'New person' : `New person, ${email}`),
  newEntity: (email: string) => (email === '' ? 'New entity' : `New entity, ${email}`),
  severalContacts: 'Several contacts have this name, so the email address isn’t filled in. Add it afterward.',
  several: (name: string) => `More than one signatory is named ${name}. We’ll use the first one.`,
};

export const PANEL = {
  name: 'Signatory details',
  title: 'Signatory',
  close: 'Close details',
  fullName: 'Name',
  email: 'Email',
  kind: 'Kind',
  kinds: { person: 'Person', entity: 'Entity' },
  address: 'Address',
  description: 'Description',
  descriptionExample: 'a Delaware limited partnership',
  signatures: (done: number, total: number) =>
    `${done} of ${counted(total, 'signature', 'signatures')} executed`,
  groups: 'Signing groups',
  more: 'More details',
  delete: 'Delete signatory',
  hasRepresentatives: 'Remove its representatives before you change it to a person.',
};

/** The settings in which a signatory's blocks differ from the pages. */
export const LOOK = {
  title: 'Look of signature blocks',
  hint: 'Applies to this signatory on all pages that haven’t been sent.',
  asOnPage: 'Same as the page',
  entity: 'Title label',
  individual: 'Title line',
  individuals: [
    ['shown', 'Shown'],
    ['hidden', 'Hidden'],
  ],
} as const;

export const CAPACITY = {
  entityTitle: 'Signs through',
  personTitle: 'Signs for',
  none: 'Nobody signs for this entity yet.',
  noneForPerson: 'Signs individually.',
  titleOf: (name: string) => `Title of ${name}`,
  titleAt: (entity: string) => `Title at ${entity}`,
  more: (name: string) => `More actions for ${name}`,
  up: 'Move up',
  down: 'Move down',
  moved: (name: string, position: number, total: number) =>
    `Moved ${name} to position ${position} of ${total}`,
  replace: 'Replace…',
  replaceBy: (name: string) => `Replacement for ${name}`,
  replaceConfirm: 'Replace',
  remove: 'Remove',
  drag: (name: string) => `Drag to reorder ${name}`,
  cancel: 'Cancel',
  addRepresentative: 'Add representative',
  addEntity: 'Add entity',
  representative: 'Person or entity',
  entity: 'Entity',
  title: 'Title',
  add: 'Add',
};

export const TAKE_OVER = {
  title: (name: string) => `Replace ${name} on unsent pages only?`,
  text: (sent: number, name: string, by: string) =>
    `${counted(sent, 'signature', 'signatures')} from ${name} ${sent === 1 ? 'was' : 'were'} already requested or collected and won’t change. ${by} will sign everything that hasn’t been sent.`,
  twice: (documents: readonly string[], name: string, by: string) =>
    `More than one person signs ${inWords(documents.map((each) => `“${each}”`))} through ${name}. ${by} signs only once, so the other signatures stay: remove them, or assign them to someone else.`,
  cancel: 'Cancel',
  confirm: 'Replace on unsent pages',
  done: (name: string, by: string) => `${by} replaced ${name} on unsent pages.`,
};

/** The dialog for a capacity in which pages were sent or signed. */
export const USED_CAPACITY = {
  title: (name: string, entity: string) => `${name} can’t be removed as a representative of ${entity}`,
  text: (name: string) =>
    `Signature pages were sent or signed in this capacity, and the record of that stays with the transaction. You can cancel the open packets, or replace ${name} on unsent pages.`,
  close: 'Close',
};

export const DUPLICATE = {
  open: 'Copy from another transaction',
  openAction: 'Copy signatories from another transaction…',
  title: 'Copy signatories',
  deals: 'Transactions',
  searchDeals: 'Search transactions',
  noDeals: 'You have no other transactions.',
  nobody: 'This transaction has no signatories.',
  loading: 'Loading…',
  noMatch: 'No results',
  onlyOnDevice: 'You’re offline, so only transactions on this device are listed.',
  noneOnDevice:
    'You’re offline, and none of your other transactions is on this device. You can copy signatories when you’re back online.',
  unsynced: (count: number) =>
    `${counted(count, 'signatory can’t be copied until it has', 'signatories can’t be copied until they have')} been synced.`,
  unsyncedRelations: (count: number) =>
    `${counted(count, 'capacity won’t be copied because it hasn’t', 'capacities won’t be copied because they haven’t')} been synced.`,
  cancel: 'Cancel',
  fromTitle: (deal: string) => `Copy signatories from ${deal}`,
  people: 'Signatories',
  searchPeople: 'Search signatories',
  confirm: (count: number) =>
    count === 0 ? 'Copy signatories' : `Copy ${counted(count, 'signatory', 'signatories')}`,
  act: (count: number) => `Copy ${counted(count, 'signatory', 'signatories')}`,
  done: (deal: string) => `Copied the signatories from ${deal}.`,
  allHere: (count: number) =>
    `This transaction already has ${count === 1 ? 'this signatory' : 'these signatories'}.`,
};

export const DOCUMENTS = {
  ofGroup: 'From a signing group',
  title: 'Documents to sign',
  none: 'No documents are assigned yet.',
  assign: 'Assign document',
  document: 'Document',
  choose: 'Choose a document',
  capacity: 'Capacity',
  unassign: (name: string) => `Unassign ${name}`,
};

export const DELETE = {
  title: (count: number, name: string) =>
    count === 1 ? `Delete ${name}?` : `Delete ${grouped(count)} signatories?`,
  question: (signatures: number) =>
    `This also removes ${counted(signatures, 'assigned signature', 'assigned signatures')}. ${canBeRestoredFromActivity('They')}`,
  confirm: (count: number) => (count === 1 ? 'Delete signatory' : `Delete ${grouped(count)} signatories`),
  blocked: (count: number, name: string) =>
    count === 1 ? `${name} can’t be deleted` : 'These signatories can’t be deleted',
  /** `sent`: the names of those through whom pages were sent or signed. */
  whyBlocked: (sent: readonly string[]) =>
    `Signature pages that name ${inWords(sent)} were sent or signed, and the record of that stays with the transaction. You can cancel open packets and unassign documents instead.`,
  close: 'Close',
};

/** Names of the user's actions, for undo and the palette. */
export const ACTS = {
  add: (name: string) => `Add ${name}`,
  rename: (name: string) => `Rename ${name}`,
  change: (name: string) => `Change ${name}`,
  delete: (count: number, name: string) =>
    count === 1 ? `Delete ${name}` : `Delete ${grouped(count)} signatories`,
  deleted: (count: number, name: string) =>
    `${count === 1 ? `Deleted ${name}` : `Deleted ${grouped(count)} signatories`}. ${canBeRestored(count)}`,
  addRepresentative: (name: string, entity: string) => `Let ${name} sign for ${entity}`,
  changeTitle: (name: string) => `Change the title of ${name}`,
  move: (name: string) => `Move ${name}`,
  replace: (name: string, by: string) => `Replace ${name} with ${by}`,
  removeRepresentative: (name: string) => `Remove ${name}`,
  removedRepresentative: (name: string, entity: string) => `${name} no longer signs for ${entity}.`,
  assign: (document: string, name: string) => `Assign “${document}” to ${name}`,
  unassign: (document: string, name: string) => `Unassign “${document}” from ${name}`,
};
