import type { Stamp } from '../../outbox/command.ts';
import type { DocumentRow, ElementRow, ItemRow, ParticipantRow, TaskRow } from '../../rows.ts';

/** Returns a new item, with a document's signing type (docs/product/documents.md, "Signing type") or to be drafted. */
export function newItemRow(
  item: { uuid: string; transaction: string; name: string },
  document: DocumentRow | null,
  stamp: Stamp,
): ItemRow {
  return {
    uuid: item.uuid,
    transaction: item.transaction,
    name: item.name,
    description: '',
    document: document?.uuid ?? null,
    complete: false,
    forSigning: document?.signingType === 'to_be_signed',
    fullyExecuted: document?.signingType === 'fully_executed',
    isDeed: false,
    isSupplemental: false,
    isTemplate: false,
    nameAlt: '',
    nameAltEnabled: false,
    requiresOriginalSignatures: false,
    frozenAt: null,
    pages: [],
    pagesEmbeddedIn: null,
    pendingVersionDocument: null,
    pendingConversionDocument: null,
    collation: 'none',
    collationRequestedAt: null,
    collationProblem: null,
    collatedAt: null,
    executedPdfUrl: null,
    executedNumPages: null,
    executedSize: null,
    version: 0,
    modifiedAt: stamp.madeAt,
    modifiedBy: stamp.userId,
  };
}

/** Returns the place of a new header, item or task on the checklist. */
export function newElementRow(
  { elementUuid, transaction }: { elementUuid: string; transaction: string },
  of: { item?: string; task?: string; label?: string },
  stamp: Stamp,
): ElementRow {
  const { item = null, task = null, label = null } = of;
  return {
    uuid: elementUuid,
    transaction,
    item,
    task,
    label,
    version: 0,
    modifiedAt: stamp.madeAt,
    modifiedBy: stamp.userId,
  };
}

/** A new participant of a deal. */
export function newParticipantRow(
  { uuid, user, fullName, email }: { uuid: string; user: string; fullName: string; email: string },
  stamp: Stamp,
  creator = false,
): ParticipantRow {
  return {
    uuid,
    userUuid: user,
    fullName,
    email,
    creator,
    deleted: false,
    sendEsigningNotifications: true,
    createdAt: stamp.madeAt,
    version: 0,
    modifiedAt: stamp.madeAt,
    modifiedBy: stamp.userId,
  };
}

/** An unassigned task. */
export function newTaskRow(
  { uuid, transaction, name }: { uuid: string; transaction: string; name: string },
  stamp: Stamp,
): TaskRow {
  return {
    uuid,
    transaction,
    name,
    description: '',
    isComplete: false,
    completedAt: null,
    completedBy: null,
    assignee: null,
    dueDate: null,
    createdAt: stamp.madeAt,
    version: 0,
    modifiedAt: stamp.madeAt,
    modifiedBy: stamp.userId,
  };
}
