import { DAY_MS, KEPT_DAYS } from '../../src/contract/retention.ts';
import { acceptInvitation } from '../commands/account/accept-invitation.ts';
import { approvePurge } from '../commands/account/approve-purge.ts';
import { inviteToDeal, inviteToOrganization } from '../commands/account/create-invitation.ts';
import { removeMember } from '../commands/account/end-membership.ts';
import { listNotifications } from '../commands/account/list-notifications.ts';
import { listPurges } from '../commands/account/list-purges.ts';
import { reportAccess, reportTransactions } from '../commands/account/make-report.ts';
import {
  createOrganizationParticipant,
  deleteOrganizationParticipant,
} from '../commands/account/organization-participants.ts';
import {
  previewInvitation,
  readDealInvitations,
  readOrganizationInvitations,
  readOwnInvitations,
} from '../commands/account/read-invitations.ts';
import { readNotification } from '../commands/account/read-notification.ts';
import { readOrganization, readStrictDataAccess } from '../commands/account/read-organization.ts';
import { readOutbox } from '../commands/account/read-outbox.ts';
import { revokeInvitation } from '../commands/account/revoke-invitation.ts';
import { setSupportAccess } from '../commands/account/set-support-access.ts';
import { updateOrganization } from '../commands/account/update-organization.ts';
import { updateUser } from '../commands/account/update-user.ts';
import { withdrawPurge } from '../commands/account/withdraw-purge.ts';
import {
  addDocumentsToChecklist,
  dealOfDocuments,
} from '../commands/checklist/add-documents-to-checklist.ts';
import { createElement } from '../commands/checklist/create-element.ts';
import { createItem } from '../commands/checklist/create-item.ts';
import { deleteElement } from '../commands/checklist/delete-element.ts';
import { deleteItem } from '../commands/checklist/delete-item.ts';
import { moveElements } from '../commands/checklist/move-elements.ts';
import { reorderItems } from '../commands/checklist/reorder-items.ts';
import { restoreBy, restoreDocument, restoreElementBy } from '../commands/checklist/restore.ts';
import { createTask, deleteTask, updateTask } from '../commands/checklist/tasks.ts';
import { updateElement } from '../commands/checklist/update-element.ts';
import { updateItem } from '../commands/checklist/update-item.ts';
import { createDocument, needsStaging } from '../commands/documents/create-document.ts';
import { deleteDocument } from '../commands/documents/delete-document.ts';
import { assertMayUpload, presignUpload } from '../commands/documents/presign-upload.ts';
import { readDocument, readDocuments } from '../commands/documents/read-documents.ts';
import { shareNotifiedFile } from '../commands/documents/share-notified-file.ts';
import { stageInTurn } from '../commands/documents/stage-upload.ts';
import { updateDocument } from '../commands/documents/update-document.ts';
import { markPageForSigning } from '../commands/signing/mark-page.ts';
import { addParticipant } from '../commands/transactions/add-participant.ts';
import { archiveTransaction } from '../commands/transactions/archive-transaction.ts';
import { createTransaction } from '../commands/transactions/create-transaction.ts';
import { deleteTransaction } from '../commands/transactions/delete-transaction.ts';
import { findUnknownEdits } from '../commands/transactions/find-unknown-edits.ts';
import { readActivity } from '../commands/transactions/read-activity.ts';
import { readTransaction } from '../commands/transactions/read-transaction.ts';
import { leaveTransaction, removeParticipant } from '../commands/transactions/remove-participant.ts';
import { updateParticipant } from '../commands/transactions/update-participant.ts';
import { updateTransaction } from '../commands/transactions/update-transaction.ts';
import { presentParticipant } from '../present/present-participant.ts';
import { presentUser } from '../present/present-user.ts';
import { readRow } from '../present/read-rows.ts';
import { readFlags, readSwitches } from '../store/account/features.ts';
import { dealOfParticipant, listParticipants } from '../store/deals/participants.ts';
import { listReports, readableReport, presentReport } from '../store/reports.ts';
import { dealRead, dealWrite, once, readDeal, signedInUser } from './call.ts';
import { confirmAddress, sendConfirmation } from './calls/address-calls.ts';
import { login, logout, refresh } from './calls/auth-calls.ts';
import { knownCertificates } from '../signing/seal/seal-certificates.ts';
import { configAnswer } from './calls/config-answer.ts';
import { writeToSupport } from './calls/contact-calls.ts';
import { answerChanges } from './calls/changes-call.ts';
import { answerDealList } from './calls/deal-list-call.ts';
import { downloadDeal, downloadItem, downloadItems, downloadOfDeal } from './calls/download-calls.ts';
import { askForReset, changePassword, setPassword } from './calls/password-calls.ts';
import { register } from './calls/registration-calls.ts';
import { deleteOtherSessions, deleteSession, listSessions } from './calls/session-calls.ts';
import { signatureManifestCall, signingMatrixCall, signingStatusCall } from './calls/signing-report-calls.ts';
import { testdrive } from './calls/testdrive-calls.ts';
import { reportEvent } from './calls/user-event-calls.ts';
import {
  byId,
  byTransaction,
  dealOfIts,
  deletion,
  deletionOf,
  elementsDeal,
  listing,
  movedElementsDeal,
} from './deal-of-call.ts';
import { lists, os } from './implement.ts';
import { uploadCall } from './calls/upload-call.ts';
import type { RequestContext } from './request-context.ts';
import { dealWriteBy } from './calls/packet-calls.ts';
import { signingRestores, signingRoutes } from './signing-routes.ts';
import { standardRestores, standardRoutes } from './standard-routes.ts';
import { replaceDocument } from '../commands/replacing/replace-document.ts';
import { compareDocument } from './calls/replacement-calls.ts';

// The only middleware runs before the input is parsed, so that signed-out users learn nothing about the schema.
/** A time from a device's own clock: not in the future, and not before the retention period. */
function pastInstant(told: string, now: Date): Date {
  const first = now.getTime() - KEPT_DAYS * DAY_MS;
  return new Date(Math.min(Math.max(Date.parse(told), first), now.getTime()));
}

/** The response contains links that work for anyone, so no cache may keep it. */
function keepNowhere({ answer }: RequestContext): void {
  answer.headers['cache-control'] = 'no-store';
}

const restoreDeleted = restoreBy({
  element: restoreElementBy('uuid'),
  item: restoreElementBy('item'),
  task: restoreElementBy('task'),
  document: restoreDocument,
  ...standardRestores(),
  ...signingRestores,
});

/** Every endpoint of the contract, bound to its command or query. */
export const router = os.router({
  auth: {
    login: os.auth.login.handler(({ input, context }) => login(context, input)),
    resetPassword: os.auth.resetPassword.handler(({ input, context }) => askForReset(context, input)),
    setPassword: os.auth.setPassword.handler(({ input, context }) => setPassword(context, input)),
    changePassword: os.auth.changePassword.handler(({ input, context }) => changePassword(context, input)),
    confirmAddress: os.auth.confirmAddress.handler(({ input, context }) => confirmAddress(context, input)),
    testdrive: os.auth.testdrive.handler(({ context }) => testdrive(context)),
    logout: os.auth.logout.handler(({ context }) => logout(context)),
    refresh: os.auth.refresh.handler(({ context }) => refresh(context)),
  },
  sessions: {
    list: lists.sessions.list.handler(({ context }) => listSessions(context)),
    delete: os.sessions.delete.handler(({ input, context }) => deleteSession(context, input.id)),
    deleteOthers: os.sessions.deleteOthers.handler(({ context }) => deleteOtherSessions(context)),
  },
  config: { get: os.config.get.handler(({ context }) => configAnswer(context.services.settings)) },
  verify: {
    certificates: os.verify.certificates.handler(({ context }) => knownCertificates(context.services.db)),
  },
  contact: { send: os.contact.send.handler(({ input, context }) => writeToSupport(context, input)) },
  featureStatus: {
    get: os.featureStatus.get.handler(async ({ input: { transaction }, context }) => {
      if (transaction === undefined) return readSwitches(context.services.db);
      const asked = { transaction };
      const declared = { meta: { policy: 'deal' }, route: { method: 'GET' }, act: 'opened' } as const;
      return readDeal(context, declared, byTransaction, asked, async ({ tx, deal }) =>
        readFlags(tx, deal.uuid),
      );
    }),
  },
  user: {
    me: os.user.me.handler(({ context }) => presentUser(signedInUser(context), context.services)),
    sendConfirmation: os.user.sendConfirmation.handler(({ context }) => sendConfirmation(context)),
    update: os.user.update.handler(({ input, context }) =>
      once(context, 200, async (tx) => updateUser(context.services, tx, signedInUser(context), input)),
    ),
  },
  organization: {
    get: os.organization.get.handler(({ input, context }) =>
      readOrganization(context.services, signedInUser(context), input.id),
    ),
    update: os.organization.update.handler(({ input, context }) =>
      once(context, 200, async (tx) =>
        updateOrganization(context.services, tx, signedInUser(context), input),
      ),
    ),
    createParticipant: os.organization.createParticipant.handler(
      dealWrite(byTransaction, createOrganizationParticipant),
    ),
    deleteParticipant: os.organization.deleteParticipant.handler(
      dealWrite(byTransaction, deleteOrganizationParticipant),
    ),
    removeMember: os.organization.removeMember.handler(({ input, context }) =>
      once(context, 200, async (tx) => removeMember(context.services, tx, signedInUser(context), input)),
    ),
    strictDataAccess: os.organization.strictDataAccess.handler(({ input, context }) =>
      readStrictDataAccess(context.services, signedInUser(context), input.id),
    ),
    setSupportAccess: os.organization.setSupportAccess.handler(({ input, context }) =>
      once(context, 200, async (tx) => setSupportAccess(context.services, tx, signedInUser(context), input)),
    ),
    approvePurge: os.organization.approvePurge.handler(({ input, context }) =>
      once(context, 204, async (tx) => approvePurge(context.services, tx, signedInUser(context), input)),
    ),
    withdrawPurge: os.organization.withdrawPurge.handler(({ input, context }) =>
      once(context, 204, async (tx) => withdrawPurge(context.services, tx, signedInUser(context), input)),
    ),
    purges: os.organization.purges.handler(({ input, context }) =>
      listPurges(context.services, signedInUser(context), input.id),
    ),
    outbox: os.organization.outbox.handler(({ input, context }) => {
      keepNowhere(context);
      return readOutbox(context.services, signedInUser(context), input.id);
    }),
  },
  transactions: {
    list: lists.transactions.list.handler(({ input, context }) => answerDealList(context, input)),
    create: os.transactions.create.handler(({ input, context }) =>
      once(context, 201, async (tx, about) => {
        const deal = await createTransaction(context.services, tx, signedInUser(context), input);
        about(deal.uuid);
        return deal;
      }),
    ),
    get: os.transactions.get.handler(dealRead(byId, readTransaction)),
    update: os.transactions.update.handler(dealWriteBy(byId, updateTransaction)),
    delete: os.transactions.delete.handler(dealWrite(byId, deleteTransaction)),
    participantSettings: os.transactions.participantSettings.handler(dealWrite(byId, archiveTransaction)),
    participantLeave: os.transactions.participantLeave.handler(dealWrite(byId, leaveTransaction)),
    reorder: os.transactions.reorder.handler(dealWrite(byId, reorderItems)),
    restore: os.transactions.restore.handler(dealWrite(byId, restoreDeleted)),
    changes: lists.transactions.changes.handler(answerChanges),
    activity: lists.transactions.activity.handler(dealRead(byId, readActivity)),
    viewed: os.transactions.viewed.handler(({ input, context }) => {
      const at = pastInstant(input.viewed_at, context.services.now());
      // Checked like a read: support may look, but not change anything.
      const declared = { meta: { policy: 'deal_outline' }, route: { method: 'GET' }, act: 'viewed' } as const;
      return readDeal(context, { ...declared, at }, byId, input, async () => undefined);
    }),
    presignUpload: os.transactions.presignUpload.handler(async (call) =>
      presignUpload(call.context.services, await dealRead(byId, assertMayUpload)(call)),
    ),
  },
  participants: {
    list: lists.participants.list.handler(
      dealRead(byTransaction, async ({ tx, deal }) =>
        (await listParticipants(tx, deal.uuid)).map(presentParticipant),
      ),
    ),
    create: os.participants.create.handler(
      dealWrite(async (_tx, { transaction_uuid: deal }) => deal, addParticipant),
    ),
    delete: os.participants.delete.handler(
      dealWrite(async (tx, { id }) => dealOfParticipant(tx, id), removeParticipant),
    ),
    update: os.participants.update.handler(
      dealWrite(async (tx, { id }) => dealOfParticipant(tx, id), updateParticipant),
    ),
  },
  invitations: {
    list: lists.invitations.list.handler(async (call) => {
      const { context, input } = call;
      const { transaction } = input;
      if (transaction !== undefined) {
        const declared = { meta: { policy: 'deal' }, route: { method: 'GET' }, act: 'opened' } as const;
        return readDeal(context, declared, byTransaction, { transaction }, readDealInvitations);
      }
      return input.org_invitations === true
        ? readOrganizationInvitations(context.services, signedInUser(context))
        : readOwnInvitations(context.services, signedInUser(context));
    }),
    create: os.invitations.create.handler(async (call) => {
      const { context, input } = call;
      if (input.transaction !== undefined)
        return dealWrite(async (_tx, asked: typeof input) => asked.transaction ?? null, inviteToDeal)(call);
      return once(context, 201, async (tx) =>
        inviteToOrganization(context.services, tx, signedInUser(context), input),
      );
    }),
    accept: os.invitations.accept.handler(({ input, context }) =>
      once(context, 200, async (tx, about) => {
        const user = signedInUser(context);
        const accepted = await acceptInvitation(context.services, tx, user, input);
        if (accepted.deal !== null) about(accepted.deal);
        return accepted.invitation;
      }),
    ),
    delete: os.invitations.delete.handler(({ input, context }) =>
      once(context, 204, async (tx) => revokeInvitation(context.services, tx, signedInUser(context), input)),
    ),
    preview: os.invitations.preview.handler(({ input, context }) => {
      context.answer.headers['cache-control'] = 'no-store';
      return previewInvitation(context.services, context.session?.user ?? null, input);
    }),
    register: os.invitations.register.handler(({ input, context }) => register(context, input)),
  },
  elements: {
    list: lists.elements.list.handler(listing('elements')),
    create: os.elements.create.handler(dealWrite(byTransaction, createElement)),
    bulkUpdate: os.elements.bulkUpdate.handler(dealWrite(movedElementsDeal, moveElements)),
    update: os.elements.update.handler(dealWrite(elementsDeal, updateElement)),
    delete: os.elements.delete.handler(deletionOf('elements', ({ params }) => params.id, deleteElement)),
  },
  items: {
    list: lists.items.list.handler(listing('items')),
    create: os.items.create.handler(dealWrite(byTransaction, createItem)),
    fromDocuments: os.items.fromDocuments.handler(dealWrite(dealOfDocuments, addDocumentsToChecklist)),
    get: os.items.get.handler(
      dealRead(dealOfIts('items'), ({ tx, deal }, { id }) => readRow(tx, 'items', deal.uuid, id)),
    ),
    markPageForSigning: os.items.markPageForSigning.handler(
      dealWrite(dealOfIts('items'), markPageForSigning),
    ),
    compare: os.items.compare.handler(compareDocument),
    replaceDocument: os.items.replaceDocument.handler(dealWriteBy(dealOfIts('items'), replaceDocument)),
    update: os.items.update.handler(dealWrite(dealOfIts('items'), updateItem)),
    delete: os.items.delete.handler(deletion('items', deleteItem)),
  },
  documents: {
    list: lists.documents.list.handler(dealRead(byTransaction, readDocuments)),
    create: os.documents.create.handler(
      uploadCall({ needs: needsStaging, stage: stageInTurn, create: createDocument }),
    ),
    get: os.documents.get.handler(dealRead(dealOfIts('documents'), readDocument)),
    update: os.documents.update.handler(dealWrite(dealOfIts('documents'), updateDocument)),
    delete: os.documents.delete.handler(deletionOf('documents', ({ params }) => params.id, deleteDocument)),
  },
  downloads: {
    item: os.downloads.item.handler(downloadItem),
    items: os.downloads.items.handler(downloadItems),
    transaction: os.downloads.transaction.handler(downloadDeal),
    documents: os.downloads.documents.handler(downloadOfDeal),
    signaturePages: os.downloads.signaturePages.handler(downloadOfDeal),
  },
  tasks: {
    list: lists.tasks.list.handler(listing('tasks')),
    create: os.tasks.create.handler(dealWrite(byTransaction, createTask)),
    update: os.tasks.update.handler(dealWrite(dealOfIts('tasks'), updateTask)),
    delete: os.tasks.delete.handler(deletion('tasks', deleteTask)),
  },
  ...standardRoutes(),
  ...signingRoutes,
  reports: {
    organization: os.reports.organization.handler(({ input, context }) => {
      keepNowhere(context);
      return reportTransactions(context.services, signedInUser(context), input);
    }),
    transactions: os.reports.transactions.handler(({ input, context }) => {
      keepNowhere(context);
      return reportTransactions(context.services, signedInUser(context), input);
    }),
    accessLog: os.reports.accessLog.handler(({ context }) =>
      reportAccess(context.services, signedInUser(context)),
    ),
    signingStatus: os.reports.signingStatus.handler(signingStatusCall),
    signingMatrix: os.reports.signingMatrix.handler(signingMatrixCall),
    signatureManifest: os.reports.signatureManifest.handler(signatureManifestCall),
    list: lists.reports.list.handler(({ context }) => listReports(context.services, signedInUser(context))),
    get: os.reports.get.handler(async ({ input, context }) =>
      presentReport(await readableReport(context.services, signedInUser(context), input.id)),
    ),
  },
  notifications: {
    list: lists.notifications.list.handler(({ context }) =>
      listNotifications(context.services, signedInUser(context)),
    ),
    update: os.notifications.update.handler(({ input, context }) =>
      once(context, 200, async (tx) =>
        readNotification(context.services, tx, signedInUser(context), input.id),
      ),
    ),
    shareFile: os.notifications.shareFile.handler(({ input, context }) =>
      once(context, 200, async (tx) =>
        shareNotifiedFile(context.services, tx, signedInUser(context), input.id),
      ),
    ),
  },
  edits: {
    unknown: os.edits.unknown.handler(({ input, context }) =>
      findUnknownEdits(context.services, signedInUser(context).uuid, input),
    ),
  },
  userEvents: {
    create: os.userEvents.create.handler(({ input, context }) => reportEvent(context, input)),
  },
});
