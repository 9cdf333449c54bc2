import { documentCollection } from '../../../contract/collections/documents.ts';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import type { MirrorDatabase } from '../../database.ts';
import { requestTo, type Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { defineEdit, inEdits } from '../collections/edit-row.ts';

export interface UpdateDocumentArgs {
  transaction: string;
  uuid: string;
  edits: { name?: string | undefined; signingType?: SigningType | undefined };
  /** The document is on the checklist, and no longer in the upload queue. */
  placed?: boolean | undefined;
}

export const updateDocumentDefinition = defineEdit(documentCollection, {
  ...inEdits<UpdateDocumentArgs>(),
  request: ({ uuid, edits, placed = false }) =>
    requestTo('documents', 'update', {
      id: uuid,
      name: edits.name,
      signing_type: edits.signingType,
      // By the time this arrives, somebody may have added the document to the checklist. Then its item also changes.
      ...(!placed && { in_queue: true }),
    }),
  refreshes: ['documents', 'items'],
  // The checklist and the upload queue use different messages.
  failure: ({ placed = false }) =>
    placed
      ? 'There was a problem attempting to update the document'
      : 'There was a problem saving your changes',
});

/** Changes a document that is on the server. */
export async function updateDocument(db: MirrorDatabase, args: UpdateDocumentArgs): Promise<Step[]> {
  return mutate(db, updateDocumentDefinition, args);
}
