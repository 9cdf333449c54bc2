import { liveQuery } from 'dexie';
import { announceWork } from '../../../src/db/change-sets.ts';
import { addDocumentsToTransaction } from '../../../src/db/commands/documents/add-documents-to-transaction.ts';
import { archiveTransaction } from '../../../src/db/commands/transactions/archive-transaction.ts';
import { createHeader } from '../../../src/db/commands/checklist/create-header.ts';
import { createItem } from '../../../src/db/commands/checklist/create-item.ts';
import { createTask } from '../../../src/db/commands/checklist/create-task.ts';
import { createTransaction } from '../../../src/db/commands/transactions/create-transaction.ts';
import { deleteDocuments } from '../../../src/db/commands/documents/delete-document.ts';
import { deleteElements } from '../../../src/db/commands/checklist/delete-element.ts';
import { deleteTransaction } from '../../../src/db/commands/transactions/delete-transaction.ts';
import { discardRejected } from '../../../src/db/commands/tray/discard-rejected.ts';
import { bringVersion, setVersion } from '../../../src/db/commands/documents/file-version.ts';
import { leaveTransaction } from '../../../src/db/commands/transactions/leave-transaction.ts';
import { moveElements } from '../../../src/db/commands/checklist/move-elements.ts';
import { readNotifications } from '../../../src/db/commands/account/read-notification.ts';
import { removeFromQueue } from '../../../src/db/commands/documents/remove-from-queue.ts';
import { renameHeader } from '../../../src/db/commands/checklist/rename-header.ts';
import { restoreDeleted } from '../../../src/db/commands/checklist/restore-deleted.ts';
import { retryRejected } from '../../../src/db/commands/tray/retry-rejected.ts';
import {
  createAssignments,
  deleteAssignments,
} from '../../../src/db/commands/signing/assignments/assignments.ts';
import { addSignatoryList } from '../../../src/db/commands/signing/signatories/bulk-signatory-uploads.ts';
import { duplicateSignatories } from '../../../src/db/commands/signing/signatories/duplicate-signatories.ts';
import { mergeSignatories } from '../../../src/db/commands/signing/signatories/merge-signatories.ts';
import { takeOver } from '../../../src/db/commands/signing/signatories/take-over.ts';
import { setCustomValues } from '../../../src/db/commands/signing/signatories/custom-values.ts';
import { markPages, unmarkPage } from '../../../src/db/commands/signing/pages/mark-pages.ts';
import { createPackets } from '../../../src/db/commands/signing/packets/create-packets.ts';
import { queuePackets, unqueuePacket } from '../../../src/db/commands/signing/packets/send-packets.ts';
import {
  createRepresentative,
  deleteRepresentative,
  moveRepresentative,
  updateRepresentative,
} from '../../../src/db/commands/signing/signatories/representatives.ts';
import {
  createSignatory,
  deleteSignatories,
} from '../../../src/db/commands/signing/signatories/signatories.ts';
import { assignDocumentsToGroup } from '../../../src/db/commands/signing/assignments/assign-documents.ts';
import {
  addSigningGroupMembers,
  copySigningGroup,
} from '../../../src/db/commands/signing/signatories/change-signing-groups.ts';
import { updateDynamicAssignment } from '../../../src/db/commands/signing/assignments/dynamic-assignments.ts';
import {
  moveSigningGroupMember,
  moveToSigningGroup,
  updateSigningGroupMember,
} from '../../../src/db/commands/signing/signatories/signing-groups.ts';
import {
  saveBlockDesign,
  updateBlockDesign,
} from '../../../src/db/commands/signing/pages/signature-blocks.ts';
import { editSignaturePages } from '../../../src/db/commands/signing/pages/signature-pages.ts';
import {
  createTabs,
  deleteTabs,
  groupTabs,
  ungroupTabs,
} from '../../../src/db/commands/signing/pages/tabs.ts';
import { undoSteps } from '../../../src/db/commands/tray/undo-steps.ts';
import { updateDocument } from '../../../src/db/commands/documents/update-document.ts';
import { updateParticipants } from '../../../src/db/commands/transactions/update-participants.ts';
import { updateTask } from '../../../src/db/commands/checklist/update-task.ts';
import { updateTransaction } from '../../../src/db/commands/transactions/update-transaction.ts';
import { isOutdated, openDatabase } from '../../../src/db/open-database.ts';
import { deviceDatabase } from '../../../src/db/device-database.ts';
import { Draft } from '../../../src/db/outbox/draft.ts';
import { decodeMutation, readCommand } from '../../../src/db/outbox/mutations.ts';
import { noteKept } from '../../../src/db/offline/offline-deals.ts';
import { signatoriesToCopy } from '../../../src/db/queries/signing/signatories/contacts.ts';
import { syncStatus } from '../../../src/db/queries/status/sync-status.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { openChecklistView } from '../../../src/db/views/checklist-view.ts';
import { uncommittedEdits } from '../../../src/db/views/uncommitted-edits.ts';
import { setbackOf, unreachable } from '../../../src/sync/push/classify.ts';
import { createEngine } from '../../../src/sync/engine/engine.ts';
import { sendOwedSignOuts, signIn } from '../../../src/sync/transport/session.ts';
import { setAside } from '../../../src/sync/push/set-aside.ts';
import { exportUnsentWork } from '../../../src/sync/unsent-work/export-unsent-work.ts';
import { importUnsentWork } from '../../../src/sync/unsent-work/import-unsent-work.ts';
import { EngineSeat } from '../../../src/workers/engine-seat.ts';
import { forgetLeftOver, signOut } from '../../../src/workers/sign-out.ts';
import {
  createRow,
  deleteRow,
  moveRow,
  updateRow,
  updateRows,
} from '../../../src/db/commands/collections/standard-commands.ts';

/**
 * The program of the simulation's pages and workers: the product's own code, with a copy for each of them.
 */
const program = {
  commands: {
    createRow,
    deleteRow,
    moveRow,
    updateRow,
    updateRows,
    createHeader,
    createItem,
    createTask,
    updateTask,
    createTransaction,
    addDocumentsToTransaction,
    bringVersion,
    setVersion,
    updateDocument,
    deleteDocuments,
    removeFromQueue,
    deleteElements,
    moveElements,
    renameHeader,
    updateTransaction,
    archiveTransaction,
    deleteTransaction,
    leaveTransaction,
    updateParticipants,
    discardRejected,
    exportUnsentWork,
    importUnsentWork,
    noteKept,
    readNotifications,
    restoreDeleted,
    retryRejected,
    setAside,
    undoSteps,
    createAssignments,
    deleteAssignments,
    setCustomValues,
    duplicateSignatories,
    signatoriesToCopy,
    takeOver,
    mergeSignatories,
    createPackets,
    unqueuePacket,
    queuePackets,
    addSignatoryList,
    saveBlockDesign,
    updateBlockDesign,
    createTabs,
    deleteTabs,
    groupTabs,
    ungroupTabs,
    editSignaturePages,
    markPages,
    unmarkPage,
    createRepresentative,
    deleteRepresentative,
    moveRepresentative,
    updateRepresentative,
    createSignatory,
    deleteSignatories,
    addSigningGroupMembers,
    moveSigningGroupMember,
    moveToSigningGroup,
    assignDocumentsToGroup,
    copySigningGroup,
    updateDynamicAssignment,
    updateSigningGroupMember,
  },
  announceWork,
  createEngine,
  decodeMutation,
  deviceDatabase,
  Draft,
  EngineSeat,
  forgetLeftOver,
  isOutdated,
  liveQuery,
  newUuid,
  openChecklistView,
  openDatabase,
  readCommand,
  sendOwedSignOuts,
  setbackOf,
  signIn,
  signOut,
  syncStatus,
  uncommittedEdits,
  unreachable,
};
export type Program = typeof program;

/** Provided by the code that runs the program. */
declare const enter: (entered: Program) => void;
enter(program);
