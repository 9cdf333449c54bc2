import { assignmentCollection } from './assignments.ts';
import { bulkSignatoryUploadCollection } from './bulk-signatory-uploads.ts';
import { customKeyCollection } from './custom-keys.ts';
import { customValueCollection } from './custom-values.ts';
import { dynamicAssignmentCollection } from './dynamic-assignments.ts';
import { executedDocumentPageCollection } from './executed-document-pages.ts';
import { executedDocumentCollection } from './executed-documents.ts';
import { packetCollection } from './packets.ts';
import { releaseCollection } from './releases.ts';
import { representativeCollection } from './representatives.ts';
import { signatoryCollection } from './signatories.ts';
import { signatureBlockCollection } from './signature-blocks.ts';
import { signaturePageCollection } from './signature-pages.ts';
import { signingGroupMemberCollection } from './signing-group-members.ts';
import { signingGroupCollection } from './signing-groups.ts';
import { documentCollection } from './documents.ts';
import { elementCollection } from './elements.ts';
import { tabGroupCollection } from './tab-groups.ts';
import { tabCollection } from './tabs.ts';
import { itemCollection } from './items.ts';
import { noteCollection } from './notes.ts';
import { taskCollection } from './tasks.ts';

/** Everything in a deal, in the order in which it is sent and written. */
export const DEAL_COLLECTIONS = [
  elementCollection,
  itemCollection,
  documentCollection,
  taskCollection,
  noteCollection,
  customKeyCollection,
  bulkSignatoryUploadCollection,
  signatoryCollection,
  representativeCollection,
  customValueCollection,
  signingGroupCollection,
  signingGroupMemberCollection,
  signatureBlockCollection,
  signaturePageCollection,
  dynamicAssignmentCollection,
  assignmentCollection,
  packetCollection,
  executedDocumentCollection,
  executedDocumentPageCollection,
  tabGroupCollection,
  tabCollection,
  releaseCollection,
] as const;

export type DealCollection = (typeof DEAL_COLLECTIONS)[number];
export type CollectionName = DealCollection['name'];
export type WireName = DealCollection['wire'];
export type EditableField = DealCollection['fields'][number];
export type RestorableKind = NonNullable<DealCollection['restorable']>;

/** Returns the declaration with that name. */
export type CollectionNamed<Name extends CollectionName> = Extract<DealCollection, { name: Name }>;

/** A row of the collection, as it is on the wire. */
export type WireRow<Name extends CollectionName> = NonNullable<CollectionNamed<Name>['row']>;

/** The collections' names in code, in order. */
export const COLLECTION_NAMES: readonly CollectionName[] = DEAL_COLLECTIONS.map(({ name }) => name);

/** What `transactions.restore` brings back. */
export const RESTORABLE_KINDS: readonly RestorableKind[] = DEAL_COLLECTIONS.flatMap(
  ({ restorable }) => restorable ?? [],
);

/** Returns an object with one value per collection, by its name in code. */
export function byName<Value>(valueOf: (collection: DealCollection) => Value): Record<CollectionName, Value>;
export function byName(valueOf: (collection: DealCollection) => unknown): Record<string, unknown> {
  return Object.fromEntries(DEAL_COLLECTIONS.map((each) => [each.name, valueOf(each)]));
}

/** Returns an object with one value per collection, by its name on the wire. */
export function byWire<Value>(valueOf: (collection: DealCollection) => Value): Record<WireName, Value>;
export function byWire(valueOf: (collection: DealCollection) => unknown): Record<string, unknown> {
  return Object.fromEntries(DEAL_COLLECTIONS.map((each) => [each.wire, valueOf(each)]));
}

/** Returns an object with one value per collection, by the kind of subject that the activity names. */
export function bySubject<Value>(
  valueOf: (collection: DealCollection) => Value,
): Record<DealCollection['subject'], Value>;
export function bySubject(valueOf: (collection: DealCollection) => unknown): Record<string, unknown> {
  return Object.fromEntries(DEAL_COLLECTIONS.map((each) => [each.subject, valueOf(each)]));
}

/** The declarations by their names in code. */
export const COLLECTION_NAMED = byName((each) => each);
