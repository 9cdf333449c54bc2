import { bulkSignatoryUploadCollection } from '../../src/contract/collections/bulk-signatory-uploads.ts';
import { signatoryCollection } from '../../src/contract/collections/signatories.ts';
import { representativeCollection } from '../../src/contract/collections/representatives.ts';
import { customValueCollection } from '../../src/contract/collections/custom-values.ts';
import { signingGroupCollection } from '../../src/contract/collections/signing-groups.ts';
import { signingGroupMemberCollection } from '../../src/contract/collections/signing-group-members.ts';
import { signatureBlockCollection } from '../../src/contract/collections/signature-blocks.ts';
import { signaturePageCollection } from '../../src/contract/collections/signature-pages.ts';
import { dynamicAssignmentCollection } from '../../src/contract/collections/dynamic-assignments.ts';
import { assignmentCollection } from '../../src/contract/collections/assignments.ts';
import { executedDocumentPageCollection } from '../../src/contract/collections/executed-document-pages.ts';
import { executedDocumentCollection } from '../../src/contract/collections/executed-documents.ts';
import { packetCollection } from '../../src/contract/collections/packets.ts';
import { releaseCollection } from '../../src/contract/collections/releases.ts';
import { tabGroupCollection } from '../../src/contract/collections/tab-groups.ts';
import { tabCollection } from '../../src/contract/collections/tabs.ts';
import { customKeyCollection } from '../../src/contract/collections/custom-keys.ts';
import { DEAL_COLLECTIONS, type WireName } from '../../src/contract/collections/deal-collections.ts';
import { documentCollection } from '../../src/contract/collections/documents.ts';
import { elementCollection } from '../../src/contract/collections/elements.ts';
import { noteCollection } from '../../src/contract/collections/notes.ts';
import { taskCollection } from '../../src/contract/collections/tasks.ts';
import type { DealRows } from '../../src/contract/entities/transactions/changes.ts';
import { notFound } from '../refusal.ts';
import type { TouchedRows } from '../store/deals/change-log.ts';
import { lastReminders } from '../store/deals/last-reminders.ts';
import { namesOfOrganizations } from '../store/account/organization-names.ts';
import { selectRows, type Which } from '../store/deals/collection-rows.ts';
import { pagesOfDocuments, selectItems } from '../store/deals/items.ts';
import type { Tx } from '../store/tables.ts';
import { presentCustomKey } from './present-custom-key.ts';
import { presentDocument } from './present-document.ts';
import { presentElement } from './present-element.ts';
import { presentExecutedDocument, presentExecutedDocumentPage } from './present-executed-document.ts';
import { presentItem } from './present-item.ts';
import { presentNote } from './present-note.ts';
import { presentPacket } from './present-packet.ts';
import { presentRelease } from './present-release.ts';
import {
  presentAssignment,
  presentBulkSignatoryUpload,
  presentCustomValue,
  presentDynamicAssignment,
  presentRepresentative,
  presentSignatory,
  presentSignatureBlock,
  presentSignaturePage,
  presentSigningGroup,
  presentSigningGroupMember,
  presentTab,
  presentTabGroup,
} from './present-signing.ts';
import { presentTask } from './present-task.ts';

type Readers = { [Wire in WireName]: (tx: Tx, which: Which) => Promise<DealRows[Wire]> };

/** How the rows of each collection are read, as the deal's participants see them. */
export const readRows: Readers = {
  elements: async (tx, which) => (await selectRows(tx, elementCollection, which)).map(presentElement),
  async items(tx, which) {
    const rows = await selectItems(tx, which);
    const documents = rows.flatMap(({ document }) => document ?? []);
    const pages = await pagesOfDocuments(tx, documents);
    return rows.map((row) => presentItem(row, pages.get(row.document ?? '') ?? []));
  },
  async documents(tx, which) {
    const rows = await selectRows(tx, documentCollection, which);
    return rows.map((row) => presentDocument(row, { thumbnails: true }));
  },
  tasks: async (tx, which) => (await selectRows(tx, taskCollection, which)).map(presentTask),
  notes: async (tx, which) => (await selectRows(tx, noteCollection, which)).map(presentNote),
  custom_keys: async (tx, which) => (await selectRows(tx, customKeyCollection, which)).map(presentCustomKey),
  bulk_signatory_uploads: async (tx, which) =>
    (await selectRows(tx, bulkSignatoryUploadCollection, which)).map(presentBulkSignatoryUpload),
  signatories: async (tx, which) => (await selectRows(tx, signatoryCollection, which)).map(presentSignatory),
  representatives: async (tx, which) =>
    (await selectRows(tx, representativeCollection, which)).map(presentRepresentative),
  custom_values: async (tx, which) =>
    (await selectRows(tx, customValueCollection, which)).map(presentCustomValue),
  signing_groups: async (tx, which) =>
    (await selectRows(tx, signingGroupCollection, which)).map(presentSigningGroup),
  signing_group_members: async (tx, which) =>
    (await selectRows(tx, signingGroupMemberCollection, which)).map(presentSigningGroupMember),
  signature_blocks: async (tx, which) =>
    (await selectRows(tx, signatureBlockCollection, which)).map(presentSignatureBlock),
  signature_pages: async (tx, which) =>
    (await selectRows(tx, signaturePageCollection, which)).map(presentSignaturePage),
  dynamic_assignments: async (tx, which) =>
    (await selectRows(tx, dynamicAssignmentCollection, which)).map(presentDynamicAssignment),
  assignments: async (tx, which) =>
    (await selectRows(tx, assignmentCollection, which)).map(presentAssignment),
  async packets(tx, which) {
    const rows = await selectRows(tx, packetCollection, which);
    const firms = await namesOfOrganizations(
      tx,
      rows.flatMap(({ sent_for }) => sent_for ?? []),
    );
    const reminders = await lastReminders(
      tx,
      rows.flatMap(({ uuid, sent_at }) => (sent_at === null ? [] : uuid)),
    );
    return rows.map((row) => presentPacket(row, firms, reminders));
  },
  executed_documents: async (tx, which) =>
    (await selectRows(tx, executedDocumentCollection, which)).map(presentExecutedDocument),
  executed_document_pages: async (tx, which) =>
    (await selectRows(tx, executedDocumentPageCollection, which)).map(presentExecutedDocumentPage),
  tab_groups: async (tx, which) => (await selectRows(tx, tabGroupCollection, which)).map(presentTabGroup),
  tabs: async (tx, which) => (await selectRows(tx, tabCollection, which)).map(presentTab),
  releases: async (tx, which) => (await selectRows(tx, releaseCollection, which)).map(presentRelease),
};

/** Returns live rows of the deal in the order of the ids. @throws {Refusal} `not_found` */
export async function readRowsByIds<Wire extends WireName>(
  tx: Tx,
  wire: Wire,
  deal: string,
  uuids: readonly string[],
): Promise<DealRows[Wire][number][]> {
  const byId = new Map<string, DealRows[Wire][number]>();
  for (const row of await readRows[wire](tx, { deal, among: uuids })) byId.set(row.uuid, row);
  return uuids.map((uuid) => {
    const row = byId.get(uuid);
    if (!row) throw notFound();
    return row;
  });
}

/** Returns a live row of the deal. @throws {Refusal} `not_found` */
export async function readRow<Wire extends WireName>(
  tx: Tx,
  wire: Wire,
  deal: string,
  uuid: string,
): Promise<DealRows[Wire][number]> {
  const rows = await readRows[wire](tx, { deal, among: [uuid] });
  const row = rows[0];
  if (!row) throw notFound();
  return row;
}

/** Returns everything in a deal, or only those of the `touched` rows that still exist. */
export function readDealRows(tx: Tx, deal: string, touched?: TouchedRows): Promise<DealRows>;
export async function readDealRows(
  tx: Tx,
  deal: string,
  touched?: TouchedRows,
): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const { wire } of DEAL_COLLECTIONS)
    rows[wire] = await readRows[wire](tx, { deal, among: touched && (touched.get(wire) ?? []) });
  return rows;
}
