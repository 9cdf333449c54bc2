import { assignments, signaturePages } from './endpoints/signing/assignments.ts';
import { auth, config, organization, user } from './endpoints/account/auth.ts';
import { collations } from './endpoints/closing/collations.ts';
import { bulkSignatoryUploads } from './endpoints/signing/bulk-signatory-uploads.ts';
import { verify } from './endpoints/closing/verify.ts';
import { contact } from './endpoints/account/contact.ts';
import { customValues } from './endpoints/signing/custom-values.ts';
import { documents } from './endpoints/documents/documents.ts';
import { downloads } from './endpoints/documents/downloads.ts';
import { edits } from './endpoints/edits.ts';
import { elements } from './endpoints/checklist/elements.ts';
import { featureStatus } from './endpoints/account/feature-status.ts';
import { invitations } from './endpoints/transactions/invitations.ts';
import { items } from './endpoints/checklist/items.ts';
import { notifications } from './endpoints/account/notifications.ts';
import { executedDocumentPages, executedDocuments } from './endpoints/closing/executed-documents.ts';
import { packets } from './endpoints/signing/packets.ts';
import { participants } from './endpoints/transactions/participants.ts';
import { releases } from './endpoints/closing/releases.ts';
import { reports } from './endpoints/transactions/reports.ts';
import { sessions } from './endpoints/account/sessions.ts';
import { representatives, signatories } from './endpoints/signing/signatories.ts';
import { signing } from './endpoints/signing/signing.ts';
import { signingGroupMembers, signingGroups } from './endpoints/signing/signing-groups.ts';
import { standardEndpoints } from './endpoints/standard-endpoints.ts';
import { transactions } from './endpoints/transactions/transactions.ts';
import { userEvents } from './endpoints/account/user-events.ts';

/**
 * Every endpoint, declared once: the server implements it, and the client and `openapi.json` are derived from it.
 * Below `/api`. A collection that isn't named here has the standard endpoints and no others.
 */
export const contract = {
  auth,
  sessions,
  config,
  featureStatus,
  user,
  organization,
  transactions,
  participants,
  invitations,
  elements,
  items,
  documents,
  downloads,
  ...standardEndpoints,
  customValues,
  bulkSignatoryUploads,
  signatories,
  representatives,
  signingGroups,
  signingGroupMembers,
  signaturePages,
  assignments,
  packets,
  executedDocuments,
  executedDocumentPages,
  signing,
  releases,
  collations,
  notifications,
  userEvents,
  reports,
  edits,
  contact,
  verify,
};
