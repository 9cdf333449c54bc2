import { assignments, dynamicAssignments, signaturePages } from './endpoints/assignments.ts';
import { auth, config, organization, user } from './endpoints/auth.ts';
import { bulkSignatoryUploads } from './endpoints/bulk-signatory-uploads.ts';
import { verify } from './endpoints/verify.ts';
import { contact } from './endpoints/contact.ts';
import { customKeys } from './endpoints/custom-keys.ts';
import { customValues } from './endpoints/custom-values.ts';
import { documents } from './endpoints/documents.ts';
import { downloads } from './endpoints/downloads.ts';
import { edits } from './endpoints/edits.ts';
import { elements } from './endpoints/elements.ts';
import { featureStatus } from './endpoints/feature-status.ts';
import { invitations } from './endpoints/invitations.ts';
import { items } from './endpoints/items.ts';
import { notes } from './endpoints/notes.ts';
import { notifications } from './endpoints/notifications.ts';
import { executedDocumentPages, executedDocuments } from './endpoints/executed-documents.ts';
import { packets } from './endpoints/packets.ts';
import { participants } from './endpoints/participants.ts';
import { releases } from './endpoints/releases.ts';
import { reports } from './endpoints/reports.ts';
import { sessions } from './endpoints/sessions.ts';
import { representatives, signatories } from './endpoints/signatories.ts';
import { signing } from './endpoints/signing.ts';
import { signingGroupMembers, signingGroups } from './endpoints/signing-groups.ts';
import { tabGroups, tabs } from './endpoints/tabs.ts';
import { tasks } from './endpoints/tasks.ts';
import { transactions } from './endpoints/transactions.ts';
import { userEvents } from './endpoints/user-events.ts';

/**
 * Every endpoint, declared once: the server implements it, and the client and `openapi.json` are derived from it.
 * Below `/api`.
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
  tasks,
  notes,
  customKeys,
  customValues,
  bulkSignatoryUploads,
  signatories,
  representatives,
  signingGroups,
  signingGroupMembers,
  signaturePages,
  dynamicAssignments,
  assignments,
  packets,
  executedDocuments,
  executedDocumentPages,
  signing,
  tabGroups,
  tabs,
  releases,
  notifications,
  userEvents,
  reports,
  edits,
  contact,
  verify,
};
