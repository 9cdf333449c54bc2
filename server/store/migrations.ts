import type { Migration } from '../postgres/migrate.ts';
import { firstSlice } from './migrations/0001-first-slice.ts';
import { dealOfStoredAnswer } from './migrations/0002-deal-of-kept-answer.ts';
import { notifications } from './migrations/0003-notifications.ts';
import { forgottenChanges } from './migrations/0004-forgotten-changes.ts';
import { uploadSecret } from './migrations/0005-upload-secret.ts';
import { tasksNotesKeys } from './migrations/0006-tasks-notes-keys.ts';
import { peopleOfADeal } from './migrations/0007-people-of-a-deal.ts';
import { versions } from './migrations/0008-versions.ts';
import { features } from './migrations/0009-features.ts';
import { convertingVersions } from './migrations/0010-converting-versions.ts';
import { documentVariables } from './migrations/0011-document-variables.ts';
import { people } from './migrations/0012-people.ts';
import { signIns } from './migrations/0013-sign-ins.ts';
import { mails } from './migrations/0014-mails.ts';
import { passwordResets } from './migrations/0015-password-resets.ts';
import { invitations } from './migrations/0020-invitations.ts';
import { dataAccess } from './migrations/0030-data-access.ts';
import { reports } from './migrations/0031-reports.ts';
import { userEvents } from './migrations/0040-user-events.ts';
import { notifiedFiles } from './migrations/0041-notified-files.ts';
import { provedAddresses } from './migrations/0042-proved-addresses.ts';
import { purgedDeals } from './migrations/0043-purged-deals.ts';
import { purgeProblems } from './migrations/0044-purge-problems.ts';
import { purgeTries } from './migrations/0045-purge-tries.ts';
import { uploadQuotas } from './migrations/0050-upload-quotas.ts';
import { scannedUploads } from './migrations/0052-scanned-uploads.ts';
import { fileLeases } from './migrations/0053-file-leases.ts';
import { idsOfAnswers } from './migrations/0054-ids-of-answers.ts';
import { dealCounts } from './migrations/0055-deal-counts.ts';
import { lookupIndexes } from './migrations/0056-lookup-indexes.ts';
import { changeOrigins } from './migrations/0057-change-origins.ts';
import { indexesOfDeletedRows } from './migrations/0058-indexes-of-deleted-rows.ts';
import { peopleAndAccess } from './migrations/0060-people-and-access.ts';
import { auditLog } from './migrations/0063-audit-log.ts';
import { attempts } from './migrations/0064-attempts.ts';
import { strictAccessRequests } from './migrations/0065-strict-access-requests.ts';
import { rotatedSecrets } from './migrations/0066-rotated-secrets.ts';
import { installation } from './migrations/0067-installation.ts';
import { deletionNotices } from './migrations/0072-told-deletions.ts';
import { numberingOfDeals } from './migrations/0075-numbering-of-deals.ts';
import { unresolvedFailures } from './migrations/0076-unresolved-failures.ts';
import { erasureCascades } from './migrations/0077-erasure-cascades.ts';
import { signatories } from './migrations/0078-signatories.ts';
import { signatoryReminders } from './migrations/0079-signatory-reminders.ts';
import { bulkSignatoryUploads } from './migrations/0080-bulk-signatory-uploads.ts';
import { pageDesigns } from './migrations/0081-page-designs.ts';
import { packets } from './migrations/0085-packets.ts';
import { signing } from './migrations/0086-signing.ts';
import { namedRepresentatives } from './migrations/0087-named-representatives.ts';
import { groupsFollowMembers } from './migrations/0088-groups-follow-members.ts';
import { tabs } from './migrations/0089-tabs.ts';
import { copiedPages } from './migrations/0095-copied-pages.ts';
import { seals } from './migrations/0099-seals.ts';
import { sendersOfPackets } from './migrations/0101-senders-of-packets.ts';
import { queuedPackets } from './migrations/0102-queued-packets.ts';
import { releases } from './migrations/0103-releases.ts';
import { collations } from './migrations/0109-collations.ts';
import { downloads } from './migrations/0110-downloads.ts';
import { executedDocuments } from './migrations/0115-executed-documents.ts';
import { signedPages } from './migrations/0121-signed-pages.ts';
import { packetDocuments } from './migrations/0127-packet-documents.ts';
import { sentCapacities } from './migrations/0128-sent-capacities.ts';
import { canonicalPageHashes } from './migrations/0129-canonical-page-hashes.ts';
import { keptEvidence } from './migrations/0136-kept-evidence.ts';
import { wrongPersons } from './migrations/0140-wrong-persons.ts';
import { accessCodes } from './migrations/0141-access-codes.ts';
import { documentComparisons } from './migrations/0148-document-comparisons.ts';
import { timestampsDue } from './migrations/0149-timestamps-due.ts';
import { collationProblems } from './migrations/0153-collation-problems.ts';
import { ledgerHeads } from './migrations/0154-ledger-heads.ts';
import { blockDesigns } from './migrations/0157-block-designs.ts';
import { undeliveredPackets } from './migrations/0150-undelivered-packets.ts';
import { reminderDays } from './migrations/0151-reminder-days.ts';
import { sheetsOfText } from './migrations/0163-sheets-of-text.ts';
import { packetsOnPaper } from './migrations/0164-packets-on-paper.ts';
import { unsealedPackets } from './migrations/0166-unsealed-packets.ts';
import { waitingPackets } from './migrations/0167-waiting-packets.ts';
import { witnesses } from './migrations/0165-witnesses.ts';
import { mailSenders } from './migrations/0168-mail-senders.ts';
import { dealWatchers } from './migrations/0180-deal-watchers.ts';
import { expectedSignatories } from './migrations/0169-expected-signatories.ts';
import { likelySignaturePages } from './migrations/0170-likely-signature-pages.ts';
import { lastErasure } from './migrations/0161-last-erasure.ts';
import { partsOfSheets } from './migrations/0171-parts-of-sheets.ts';
import { printedNames } from './migrations/0172-printed-names.ts';
import { fitsOfScans } from './migrations/0173-fits-of-scans.ts';
import { docusignEnvelopes } from './migrations/0175-docusign-envelopes.ts';
import { signingDevices } from './migrations/0178-signing-devices.ts';
import { heldPackets } from './migrations/0174-held-packets.ts';
import { recentSigningEvents } from './migrations/0176-recent-signing-events.ts';
import { printedPackets } from './migrations/0147-printed-packets.ts';

/** Every step of the schema in order; a released step never changes. */
export const migrations: readonly Migration[] = [
  firstSlice,
  dealOfStoredAnswer,
  notifications,
  forgottenChanges,
  uploadSecret,
  tasksNotesKeys,
  peopleOfADeal,
  versions,
  features,
  convertingVersions,
  documentVariables,
  people,
  signIns,
  mails,
  passwordResets,
  invitations,
  dataAccess,
  reports,
  userEvents,
  notifiedFiles,
  provedAddresses,
  purgedDeals,
  purgeProblems,
  purgeTries,
  uploadQuotas,
  scannedUploads,
  fileLeases,
  idsOfAnswers,
  dealCounts,
  lookupIndexes,
  changeOrigins,
  indexesOfDeletedRows,
  peopleAndAccess,
  auditLog,
  attempts,
  strictAccessRequests,
  rotatedSecrets,
  installation,
  deletionNotices,
  numberingOfDeals,
  unresolvedFailures,
  erasureCascades,
  signatories,
  signatoryReminders,
  bulkSignatoryUploads,
  pageDesigns,
  packets,
  signing,
  namedRepresentatives,
  groupsFollowMembers,
  tabs,
  copiedPages,
  seals,
  sendersOfPackets,
  queuedPackets,
  releases,
  collations,
  downloads,
  executedDocuments,
  signedPages,
  packetDocuments,
  sentCapacities,
  canonicalPageHashes,
  keptEvidence,
  wrongPersons,
  accessCodes,
  printedPackets,
  documentComparisons,
  timestampsDue,
  undeliveredPackets,
  reminderDays,
  collationProblems,
  ledgerHeads,
  blockDesigns,
  lastErasure,
  sheetsOfText,
  packetsOnPaper,
  witnesses,
  unsealedPackets,
  waitingPackets,
  mailSenders,
  expectedSignatories,
  likelySignaturePages,
  partsOfSheets,
  printedNames,
  fitsOfScans,
  heldPackets,
  docusignEnvelopes,
  recentSigningEvents,
  signingDevices,
  dealWatchers,
];
