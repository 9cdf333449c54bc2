import { liveQuery } from 'dexie';
import { announceWork } from '../../../src/db/change-sets.ts';
import { addDocumentsToTransaction } from '../../../src/db/commands/add-documents-to-transaction.ts';
import { archiveTransaction } from '../../../src/db/commands/archive-transaction.ts';
import { createCustomKey } from '../../../src/db/commands/create-custom-key.ts';
import { createHeader } from '../../../src/db/commands/create-header.ts';
import { createItem } from '../../../src/db/commands/create-item.ts';
import { createNote } from '../../../src/db/commands/create-note.ts';
import { createTask } from '../../../src/db/commands/create-task.ts';
import { createTransaction } from '../../../src/db/commands/create-transaction.ts';
import { deleteCustomKey } from '../../../src/db/commands/delete-custom-key.ts';
import { deleteDocuments } from '../../../src/db/commands/delete-document.ts';
import { deleteElements } from '../../../src/db/commands/delete-element.ts';
import { deleteTransaction } from '../../../src/db/commands/delete-transaction.ts';
import { discardRejected } from '../../../src/db/commands/discard-rejected.ts';
import { bringVersion, setVersion } from '../../../src/db/commands/file-version.ts';
import { leaveTransaction } from '../../../src/db/commands/leave-transaction.ts';
import { moveCustomKey } from '../../../src/db/commands/move-custom-key.ts';
import { moveElements } from '../../../src/db/commands/move-elements.ts';
import { readNotifications } from '../../../src/db/commands/read-notification.ts';
import { removeFromQueue } from '../../../src/db/commands/remove-from-queue.ts';
import { renameCustomKey } from '../../../src/db/commands/rename-custom-key.ts';
import { renameHeader } from '../../../src/db/commands/rename-header.ts';
import { restoreDeleted } from '../../../src/db/commands/restore-deleted.ts';
import { retryRejected } from '../../../src/db/commands/retry-rejected.ts';
import { takeBack } from '../../../src/db/commands/take-back.ts';
import { updateDocument } from '../../../src/db/commands/update-document.ts';
import { updateItem } from '../../../src/db/commands/update-item.ts';
import { updateParticipants } from '../../../src/db/commands/update-participants.ts';
import { updateTask } from '../../../src/db/commands/update-task.ts';
import { updateTransaction } from '../../../src/db/commands/update-transaction.ts';
import { isOutdated, openDatabase } from '../../../src/db/open-database.ts';
import { deviceDatabase } from '../../../src/db/device-database.ts';
import { Draft } from '../../../src/db/draft.ts';
import { decodeMutation, readCommand } from '../../../src/db/mutations.ts';
import { noteKept } from '../../../src/db/kept-deals.ts';
import { syncStatus } from '../../../src/db/queries/sync-status.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { openChecklistView } from '../../../src/db/views/checklist-view.ts';
import { setbackOf, unreachable } from '../../../src/sync/classify.ts';
import { createEngine } from '../../../src/sync/engine.ts';
import { sendOwedSignOuts, signIn } from '../../../src/sync/session.ts';
import { setAside } from '../../../src/sync/set-aside.ts';
import { exportUnsentWork } from '../../../src/sync/unsent-work/export-unsent-work.ts';
import { importUnsentWork } from '../../../src/sync/unsent-work/import-unsent-work.ts';
import { EngineSeat } from '../../../src/workers/engine-seat.ts';
import { forgetLeftOver, signOut } from '../../../src/workers/sign-out.ts';

/** What a page or a worker of the simulation runs: the product's own code, one copy for each. */
const program = {
  commands: {
    createHeader,
    createItem,
    createTask,
    updateTask,
    createNote,
    createCustomKey,
    renameCustomKey,
    moveCustomKey,
    deleteCustomKey,
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
    updateItem,
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
    takeBack,
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
  unreachable,
};
export type Program = typeof program;

/** Given by whoever runs the program. */
declare const enter: (entered: Program) => void;
enter(program);
