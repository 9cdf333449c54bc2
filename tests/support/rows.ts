import { byWire, type WireName } from '../../src/contract/collections/deal-collections.ts';
import { DEFAULT_NUMBERING } from '../../src/contract/rules/checklist/numbering.ts';
import { isUnderWay, UPLOAD_STATUSES } from '../../src/contract/rules/documents/upload-status.ts';
import { NEW_DEAL_FACTS } from '../../src/db/new-deal.ts';
import type { QueueEntry } from '../../src/db/queries/documents/upload-queue.ts';
import type { DocumentRow, FileRow, NotificationRow, TransactionRow, UserRow } from '../../src/db/rows.ts';
import { newUuid } from '../../src/db/uuid.ts';

const AT = '2026-01-01T00:00:00.000Z';

/** Returns a deal's row as the mirror stores it. */
export function newTransactionRow(name: string): TransactionRow {
  const creator = newUuid();
  return {
    ...NEW_DEAL_FACTS,
    uuid: newUuid(),
    name,
    description: '',
    clientName: '',
    clientNumber: '',
    matterNumber: '',
    closingDate: null,
    createdAt: AT,
    createdBy: { uuid: creator, name: 'Margaret Whitfield' },
    organization: newUuid(),
    url: '',
    participants: [],
    version: 1,
    modifiedAt: AT,
    modifiedBy: creator,
  };
}

/** Returns a person's own row as the mirror stores it. */
export function newUserRow(uuid: string): UserRow {
  return {
    uuid,
    email: 'associate@demo.test',
    firstName: 'Daniel',
    lastName: 'Okafor',
    fullName: 'Daniel Okafor',
    createdAt: AT,
    organization: newUuid(),
    organizationName: 'Whitfield & Crane LLP',
    role: 'member',
    experience: null,
    fusionUrl: null,
    netDocsConfig: null,
    imanageConfigs: [],
    binderFormatStructure: DEFAULT_NUMBERING,
    beaconSignature: null,
    hideSupport: false,
    version: 1,
    modifiedAt: AT,
    modifiedBy: null,
  };
}

/** Returns a converted document in the upload queue. */
export function newDocumentRow(transaction: string): DocumentRow {
  const uuid = newUuid();
  return {
    uuid,
    transaction,
    itemId: null,
    inQueue: true,
    name: 'Agreement',
    signingType: 'to_be_signed',
    uploadOrder: 0,
    numPages: 1,
    hasVariables: false,
    metadata: { dms: null, dmsId: null, dmsProcessedAt: null },
    uploadedFileKey: `incoming/${transaction}/${uuid}`,
    pdfFileKey: 'pdf',
    fileUrl: '',
    pdfUrl: null,
    fileName: 'Agreement.pdf',
    size: 1000,
    sha256: '',
    thumbnails: null,
    conversionRequestedAt: AT,
    conversionFinishedAt: AT,
    conversionStatus: 'complete',
    thumbnailsFinishedAt: AT,
    errorMessage: null,
    createdAt: AT,
    createdBy: newUuid(),
    version: 1,
    modifiedAt: AT,
    modifiedBy: null,
  };
}

/** Returns a PDF in the upload queue that hasn't been sent yet. */
export function newFileRow(transaction: string, change: Partial<FileRow> = {}): FileRow {
  return {
    uuid: newUuid(),
    transaction,
    fileName: 'Escrow.pdf',
    name: 'Escrow',
    signingType: 'to_be_signed',
    mediaType: 'application/pdf',
    size: 1000,
    status: 'QUEUED',
    uploadOrder: 0,
    addedAt: AT,
    sentBytes: 0,
    ...change,
  };
}

/** Returns an unread notification. */
export function newNotificationRow(): NotificationRow {
  return {
    uuid: newUuid(),
    level: 'info',
    notificationType: 'document_converted',
    title: '“Agreement” in “Project Birch” is ready.',
    read: false,
    cleared: false,
    extraData: {},
    downloadUrls: [],
    createdAt: AT,
    version: 1,
    modifiedAt: AT,
    modifiedBy: null,
  };
}

/** Returns a row of the upload queue whose name is its id. */
export function newQueueEntry(uuid: string, status: QueueEntry['status']): QueueEntry {
  const { saved, failed } = UPLOAD_STATUSES[status];
  return {
    uuid,
    name: uuid,
    fileName: `${uuid}.pdf`,
    signingType: 'to_be_signed',
    status,
    percent: 0,
    saved,
    failed,
    underWay: isUnderWay(status),
    duplicateOf: null,
    twinGone: false,
    evicted: false,
    errorMessage: null,
    setback: null,
    versionOf: null,
    byAnother: false,
    numPages: null,
    uploadOrder: 0,
    thumbnailUrl: null,
    sha256: null,
  };
}

/** The rows of a feed's response if nothing has changed. */
export const NO_ROWS: Record<WireName, never[]> = byWire(() => []);
