import { signatureBlockCollection } from '../../src/contract/collections/signature-blocks.ts';
import { signaturePageCollection } from '../../src/contract/collections/signature-pages.ts';
import { signingGroupCollection } from '../../src/contract/collections/signing-groups.ts';
import { tabGroupCollection } from '../../src/contract/collections/tab-groups.ts';
import {
  acceptSignature,
  acceptSignatures,
  rejectSignature,
  rejectSignatures,
} from '../commands/signing/accept-signatures.ts';
import {
  createAssignment,
  createAssignments,
  restoreAssignment,
  updateAssignment,
} from '../commands/signing/assignments.ts';
import {
  createBulkSignatoryUpload,
  deleteBulkSignatoryUpload,
  restoreBulkSignatoryUpload,
} from '../commands/signing/bulk-signatory-uploads.ts';
import { confirmRelease, meetCondition, withdrawRelease } from '../commands/closing/agree-to-release.ts';
import { createRelease, updateRelease } from '../commands/closing/edit-release.ts';
import { readLedger } from '../commands/closing/read-ledger.ts';
import { cancelCollations, retryCollations } from '../commands/closing/retry-collations.ts';
import { ledgerPdfCall } from './calls/signing-report-calls.ts';
import { watchBoard } from './calls/watch-call.ts';
import { releasePages } from '../commands/closing/release-pages.ts';
import { createPackets } from '../commands/packets/sending/create-packets.ts';
import { queuePacket } from '../commands/packets/sending/queue-packet.ts';
import { readPacketCreation } from '../commands/packets/read-packets.ts';
import { assertEntries } from '../commands/packets/room/assert-printable.ts';
import { consent, decline, finish, noteViewed } from '../commands/packets/room/sign-packet.ts';
import { reportWrongPerson } from '../commands/packets/room/report-wrong-person.ts';
import { signPages } from '../commands/packets/room/sign-pages.ts';
import {
  createCustomValue,
  deleteCustomValue,
  restoreCustomValue,
  setCustomValues,
  updateCustomValue,
} from '../commands/signing/custom-values.ts';
import { duplicateSignatories } from '../commands/signing/duplicate-signatories.ts';
import {
  assignGroup,
  assignGroupDynamically,
  deleteAssignment,
  deleteAssignments,
  deleteDynamicAssignment,
  restoreDynamicAssignment,
  updateDynamicAssignment,
} from '../commands/signing/group-assignments.ts';
import {
  answeringInFull,
  assignmentsInFull,
  readAssignments,
  readSignatories,
  readSignatory,
  readSignatoryAuditLog,
  readSignaturePage,
  readSigningGroups,
  signatoriesInFull,
  signingGroupsInFull,
} from '../commands/signing/read-signing.ts';
import { moveAssignments } from '../commands/signing/move-assignments.ts';
import { mergeSignatory } from '../commands/signing/merge-signatory.ts';
import { replaceRepresentative } from '../commands/signing/replace-representative.ts';
import {
  createRepresentative,
  deleteRepresentative,
  restoreRepresentative,
  updateRepresentative,
} from '../commands/signing/representatives.ts';
import { updateSignaturePage } from '../commands/signing/update-signature-page.ts';
import {
  createSignatories,
  createSignatory,
  deleteSignatory,
  restoreSignatory,
  updateSignatory,
} from '../commands/signing/signatories.ts';
import {
  cleanUpGroupOrder,
  copySigningGroup,
  createSigningGroup,
  createSigningGroupMember,
  createSigningGroupMembers,
  deleteSigningGroup,
  deleteSigningGroupMember,
  moveSigningGroupMember,
  restoreSigningGroupMember,
  updateSigningGroup,
  updateSigningGroupMember,
} from '../commands/signing/signing-groups.ts';
import { createExecutedDocument, needsStagedScan } from '../commands/paper/create-executed-document.ts';
import { deleteExecutedDocument } from '../commands/paper/delete-executed-document.ts';
import { restoreExecutedDocument } from '../commands/paper/restore-executed-document.ts';
import { matchPage } from '../commands/paper/match-page.ts';
import { stageBytesInTurn } from '../commands/documents/stage-upload.ts';
import { readRow } from '../present/read-rows.ts';
import { downloadReturnedFile, readBlankPage, readReturnedPage } from './calls/paper-calls.ts';
import { uploadCall } from './calls/upload-call.ts';
import { readPacketDetail } from '../commands/packets/read-packet-detail.ts';
import {
  cancelCall,
  dealWriteBy,
  downloadPacket,
  readPacketPage,
  remindCall,
  sendCall,
  sendOneCall,
} from './calls/packet-calls.ts';
import { openPreviewDocument, previewRoom } from './calls/room-preview-calls.ts';
import { downloadSignaturePage } from './calls/signature-page-calls.ts';
import {
  adoptCall,
  enterWitnessCode,
  openRoom,
  openRoomFile,
  openViewCall,
  roomWrite,
  unlockRoom,
  witnessCall,
  witnessCodeCall,
} from './calls/signing-calls.ts';
import { returnFileCall, uploadFromRoom } from './calls/room-upload-calls.ts';
import { confirmDeviceCall, emailDeviceCodeCall } from './calls/signing-device-calls.ts';
import { submitDeed } from '../commands/rooms/submit-deed.ts';
import { deleteSignaturePage } from '../commands/signing/mark-page.ts';
import { copySignaturePage, createSignaturePage } from '../commands/signing/new-signature-pages.ts';
import {
  createSignatureBlock,
  deleteSignatureBlock,
  updateSignatureBlock,
} from '../commands/signing/signature-blocks.ts';
import {
  createTab,
  createTabGroup,
  deleteTab,
  deleteTabGroup,
  restoreTab,
  updateTab,
  updateTabGroup,
} from '../commands/signing/tabs.ts';
import { restoreRow } from '../commands/standard/restore-row.ts';
import { dealRead, dealWrite } from './call.ts';
import {
  byId,
  byTransaction,
  dealOfAssignment,
  dealOfAssignments,
  dealOfEntity,
  dealOfGroup,
  dealOfItem,
  dealOfPacketRequest,
  dealOfIts,
  dealOfNewAssignments,
  dealOfRelation,
  deletion,
  deletionOf,
  listing,
} from './deal-of-call.ts';
import { lists, os } from './implement.ts';

/** The endpoints for signing, bound to their commands and queries. */
export const signingRoutes = {
  customValues: {
    list: lists.customValues.list.handler(listing('custom_values')),
    create: os.customValues.create.handler(dealWrite(byTransaction, createCustomValue)),
    bulkSet: os.customValues.bulkSet.handler(dealWrite(byTransaction, setCustomValues)),
    update: os.customValues.update.handler(dealWrite(dealOfIts('custom_values'), updateCustomValue)),
    delete: os.customValues.delete.handler(deletion('custom_values', deleteCustomValue)),
  },
  bulkSignatoryUploads: {
    list: lists.bulkSignatoryUploads.list.handler(listing('bulk_signatory_uploads')),
    create: os.bulkSignatoryUploads.create.handler(dealWrite(byTransaction, createBulkSignatoryUpload)),
    delete: os.bulkSignatoryUploads.delete.handler(
      deletion('bulk_signatory_uploads', deleteBulkSignatoryUpload),
    ),
  },
  signatories: {
    list: lists.signatories.list.handler(dealRead(byTransaction, readSignatories)),
    get: os.signatories.get.handler(dealRead(dealOfIts('signatories'), readSignatory)),
    auditLog: os.signatories.auditLog.handler(dealRead(dealOfIts('signatories'), readSignatoryAuditLog)),
    sendReminder: os.signatories.sendReminder.handler(remindCall),
    bulkDuplicate: os.signatories.bulkDuplicate.handler(dealWrite(byTransaction, duplicateSignatories)),
    merge: os.signatories.merge.handler(deletion('signatories', mergeSignatory)),
    create: os.signatories.create.handler(
      dealWrite(byTransaction, answeringInFull(createSignatory, signatoriesInFull)),
    ),
    bulkCreate: os.signatories.bulkCreate.handler(dealWrite(byTransaction, createSignatories)),
    update: os.signatories.update.handler(
      dealWrite(dealOfIts('signatories'), answeringInFull(updateSignatory, signatoriesInFull)),
    ),
    delete: os.signatories.delete.handler(deletion('signatories', deleteSignatory)),
  },
  representatives: {
    list: lists.representatives.list.handler(listing('representatives')),
    create: os.representatives.create.handler(dealWrite(dealOfIts('signatories'), createRepresentative)),
    replace: os.representatives.replace.handler(dealWrite(dealOfEntity, replaceRepresentative)),
    update: os.representatives.update.handler(dealWrite(dealOfRelation, updateRepresentative)),
    delete: os.representatives.delete.handler(
      deletionOf('representatives', ({ rep }) => rep, deleteRepresentative),
    ),
  },
  signingGroups: {
    list: lists.signingGroups.list.handler(dealRead(byTransaction, readSigningGroups)),
    create: os.signingGroups.create.handler(
      dealWrite(byTransaction, answeringInFull(createSigningGroup, signingGroupsInFull)),
    ),
    update: os.signingGroups.update.handler(
      dealWrite(dealOfIts('signing_groups'), answeringInFull(updateSigningGroup, signingGroupsInFull)),
    ),
    delete: os.signingGroups.delete.handler(deletion('signing_groups', deleteSigningGroup)),
    copy: os.signingGroups.copy.handler(dealWrite(dealOfIts('signing_groups'), copySigningGroup)),
    assign: os.signingGroups.assign.handler(dealWrite(dealOfIts('signing_groups'), assignGroup)),
    assignDynamic: os.signingGroups.assignDynamic.handler(
      dealWrite(dealOfIts('signing_groups'), assignGroupDynamically),
    ),
  },
  signingGroupMembers: {
    list: lists.signingGroupMembers.list.handler(listing('signing_group_members')),
    create: os.signingGroupMembers.create.handler(dealWrite(dealOfGroup, createSigningGroupMember)),
    bulkCreate: os.signingGroupMembers.bulkCreate.handler(dealWrite(dealOfGroup, createSigningGroupMembers)),
    update: os.signingGroupMembers.update.handler(
      dealWrite(dealOfIts('signing_group_members'), updateSigningGroupMember),
    ),
    move: os.signingGroupMembers.move.handler(
      dealWrite(dealOfIts('signing_group_members'), moveSigningGroupMember),
    ),
    cleanUpOrder: os.signingGroupMembers.cleanUpOrder.handler(dealWrite(byId, cleanUpGroupOrder)),
    delete: os.signingGroupMembers.delete.handler(
      deletion('signing_group_members', deleteSigningGroupMember),
    ),
  },
  signatureBlocks: {
    list: lists.signatureBlocks.list.handler(listing('signature_blocks')),
    create: os.signatureBlocks.create.handler(dealWrite(byTransaction, createSignatureBlock)),
    update: os.signatureBlocks.update.handler(dealWrite(dealOfIts('signature_blocks'), updateSignatureBlock)),
    delete: os.signatureBlocks.delete.handler(deletion('signature_blocks', deleteSignatureBlock)),
  },
  signaturePages: {
    list: lists.signaturePages.list.handler(listing('signature_pages')),
    get: os.signaturePages.get.handler(dealRead(dealOfIts('signature_pages'), readSignaturePage)),
    create: os.signaturePages.create.handler(dealWrite(dealOfItem, createSignaturePage)),
    copy: os.signaturePages.copy.handler(dealWrite(dealOfIts('signature_pages'), copySignaturePage)),
    delete: os.signaturePages.delete.handler(deletion('signature_pages', deleteSignaturePage)),
    update: os.signaturePages.update.handler(dealWrite(dealOfIts('signature_pages'), updateSignaturePage)),
    pdf: os.signaturePages.pdf.handler(downloadSignaturePage),
  },
  dynamicAssignments: {
    list: lists.dynamicAssignments.list.handler(listing('dynamic_assignments')),
    update: os.dynamicAssignments.update.handler(
      dealWrite(dealOfIts('dynamic_assignments'), updateDynamicAssignment),
    ),
    delete: os.dynamicAssignments.delete.handler(deletion('dynamic_assignments', deleteDynamicAssignment)),
  },
  assignments: {
    list: lists.assignments.list.handler(dealRead(byTransaction, readAssignments)),
    create: os.assignments.create.handler(
      dealWrite(dealOfItem, answeringInFull(createAssignment, assignmentsInFull)),
    ),
    bulkCreate: os.assignments.bulkCreate.handler(dealWrite(dealOfNewAssignments, createAssignments)),
    bulkDelete: os.assignments.bulkDelete.handler(dealWrite(byTransaction, deleteAssignments)),
    bulkMove: os.assignments.bulkMove.handler(dealWrite(byTransaction, moveAssignments)),
    blank: os.assignments.blank.handler(readBlankPage),
    accept: os.assignments.accept.handler(dealWriteBy(dealOfIts('assignments'), acceptSignature)),
    bulkAccept: os.assignments.bulkAccept.handler(dealWriteBy(dealOfAssignments, acceptSignatures)),
    reject: os.assignments.reject.handler(dealWriteBy(dealOfIts('assignments'), rejectSignature)),
    rejectByGet: os.assignments.rejectByGet.handler(dealWriteBy(dealOfIts('assignments'), rejectSignature)),
    bulkReject: os.assignments.bulkReject.handler(dealWriteBy(dealOfAssignments, rejectSignatures)),
    update: os.assignments.update.handler(
      dealWrite(dealOfIts('assignments'), answeringInFull(updateAssignment, assignmentsInFull)),
    ),
    delete: os.assignments.delete.handler(deletion('assignments', deleteAssignment)),
  },
  packets: {
    list: lists.packets.list.handler(listing('packets')),
    create: os.packets.create.handler(dealWrite(byTransaction, createPackets)),
    creation: os.packets.creation.handler(dealRead(dealOfPacketRequest, readPacketCreation)),
    detail: os.packets.detail.handler(dealRead(dealOfIts('packets'), readPacketDetail)),
    page: os.packets.page.handler(readPacketPage),
    preview: os.packets.preview.handler(previewRoom),
    previewDocument: os.packets.previewDocument.handler(openPreviewDocument),
    send: os.packets.send.handler(sendOneCall),
    bulkSend: os.packets.bulkSend.handler(sendCall),
    queue: os.packets.queue.handler(dealWrite(dealOfIts('packets'), queuePacket)),
    cancel: os.packets.cancel.handler(cancelCall),
    download: os.packets.download.handler(downloadPacket),
  },
  executedDocuments: {
    list: lists.executedDocuments.list.handler(listing('executed_documents')),
    create: os.executedDocuments.create.handler(
      uploadCall({ needs: needsStagedScan, stage: stageBytesInTurn, create: createExecutedDocument }),
    ),
    get: os.executedDocuments.get.handler(
      dealRead(dealOfIts('executed_documents'), ({ tx, deal }, { id }) =>
        readRow(tx, 'executed_documents', deal.uuid, id),
      ),
    ),
    delete: os.executedDocuments.delete.handler(deletion('executed_documents', deleteExecutedDocument)),
    download: os.executedDocuments.download.handler(downloadReturnedFile),
  },
  executedDocumentPages: {
    list: lists.executedDocumentPages.list.handler(listing('executed_document_pages')),
    picture: os.executedDocumentPages.picture.handler(readReturnedPage),
    update: os.executedDocumentPages.update.handler(
      dealWriteBy(dealOfIts('executed_document_pages'), matchPage),
    ),
  },
  signing: {
    room: os.signing.room.handler(openRoom),
    unlock: os.signing.unlock.handler(unlockRoom),
    emailDeviceCode: os.signing.emailDeviceCode.handler(emailDeviceCodeCall),
    confirmDevice: os.signing.confirmDevice.handler(confirmDeviceCall),
    viewed: os.signing.viewed.handler(
      roomWrite('signing.viewed', noteViewed, { inStates: ['open', 'paper'] }),
    ),
    consent: os.signing.consent.handler(roomWrite('signing.consent', consent)),
    adopt: os.signing.adopt.handler(adoptCall),
    submitDeed: os.signing.submitDeed.handler(
      roomWrite('signing.submit_deed', submitDeed, { check: assertEntries }),
    ),
    witness: os.signing.witness.handler(witnessCall),
    witnessCode: os.signing.witnessCode.handler(witnessCodeCall),
    enterWitnessCode: os.signing.enterWitnessCode.handler(enterWitnessCode),
    sign: os.signing.sign.handler(roomWrite('signing.sign', signPages, { check: assertEntries })),
    finish: os.signing.finish.handler(roomWrite('signing.finish', finish)),
    decline: os.signing.decline.handler(
      roomWrite('signing.decline', decline, { inStates: ['open', 'paper'] }),
    ),
    delegate: os.signing.delegate.handler(
      roomWrite('signing.delegate', reportWrongPerson, { inStates: ['open', 'paper', 'elsewhere'] }),
    ),
    upload: os.signing.upload.handler(uploadFromRoom),
    returnFile: os.signing.returnFile.handler(returnFileCall),
    recipientView: os.signing.recipientView.handler(openViewCall),
    document: os.signing.document.handler(openRoomFile),
  },
  tabGroups: {
    list: lists.tabGroups.list.handler(listing('tab_groups')),
    create: os.tabGroups.create.handler(dealWrite(dealOfAssignment, createTabGroup)),
    update: os.tabGroups.update.handler(dealWrite(dealOfIts('tab_groups'), updateTabGroup)),
    delete: os.tabGroups.delete.handler(deletion('tab_groups', deleteTabGroup)),
  },
  tabs: {
    list: lists.tabs.list.handler(listing('tabs')),
    create: os.tabs.create.handler(dealWrite(dealOfAssignment, createTab)),
    update: os.tabs.update.handler(dealWrite(dealOfIts('tabs'), updateTab)),
    delete: os.tabs.delete.handler(deletion('tabs', deleteTab)),
  },
  collations: {
    retry: os.collations.retry.handler(dealWrite(byTransaction, retryCollations)),
    cancel: os.collations.cancel.handler(dealWrite(byTransaction, cancelCollations)),
  },
  releases: {
    watch: os.releases.watch.handler(watchBoard),
    list: lists.releases.list.handler(listing('releases')),
    create: os.releases.create.handler(dealWriteBy(byTransaction, createRelease)),
    update: os.releases.update.handler(dealWriteBy(dealOfIts('releases'), updateRelease)),
    meet: os.releases.meet.handler(dealWriteBy(dealOfIts('releases'), meetCondition)),
    confirm: os.releases.confirm.handler(dealWriteBy(dealOfIts('releases'), confirmRelease)),
    release: os.releases.release.handler(dealWriteBy(dealOfIts('releases'), releasePages)),
    withdraw: os.releases.withdraw.handler(dealWriteBy(dealOfIts('releases'), withdrawRelease)),
    ledger: os.releases.ledger.handler(dealRead(byTransaction, readLedger)),
    ledgerPdf: os.releases.ledgerPdf.handler(ledgerPdfCall),
  },
};

/** How each kind of deleted row is restored. */
export const signingRestores = {
  bulk_signatory_upload: restoreBulkSignatoryUpload,
  signatory: restoreSignatory,
  representative: restoreRepresentative,
  custom_value: restoreCustomValue,
  signing_group: restoreRow(signingGroupCollection),
  signing_group_member: restoreSigningGroupMember,
  signature_block: restoreRow(signatureBlockCollection),
  signature_page: restoreRow(signaturePageCollection),
  dynamic_assignment: restoreDynamicAssignment,
  assignment: restoreAssignment,
  executed_document: restoreExecutedDocument,
  tab_group: restoreRow(tabGroupCollection),
  tab: restoreTab,
};
