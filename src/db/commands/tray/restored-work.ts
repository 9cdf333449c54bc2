import * as z from 'zod';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { signingFlags } from '../../../contract/rules/documents/signing-type.ts';
import { SIGNING_TYPES } from '../../../contract/rules/documents/upload-checks.ts';
import type { RejectedRow } from '../../rows.ts';
import { FILE_UPLOAD, shelvedFileSchema, type ShelvedFile } from '../../files/shelved-file.ts';
import { addDocumentsDefinition } from '../documents/add-documents-to-transaction.ts';
import { createItemDefinition, type CreateItemArgs } from '../checklist/create-item.ts';
import { deleteDocumentDefinition } from '../documents/delete-document.ts';
import { updateDocumentDefinition } from '../documents/update-document.ts';
import { STANDARD, type UpdateArgs } from '../collections/standard-commands.ts';

const signingType = z.enum(SIGNING_TYPES).optional();
const aboutDocumentSchema = z.object({ uuid: z.string() });
const documentEditsSchema = aboutDocumentSchema.extend({
  edits: z.object({ name: z.string().optional(), signingType }),
});
const addedSchema = z.object({
  transaction: z.string(),
  documents: z.array(
    z.object({
      documentId: z.string(),
      itemUuid: z.string(),
      elementUuid: z.string(),
      file: z.object({ name: z.string(), signingType }).optional(),
    }),
  ),
});

/** Edits that a restore of the server has undone, in a form that can be sent again. */
export interface RestoredWork {
  /** In their order. */
  edits: RejectedRow[];
  /** Files for the upload queue, each with its later edits. */
  files: RejectedRow[];
  /** Rows that are now part of another edit. */
  merged: RejectedRow[];
}

/**
 * Rewrites lost edits whose documents the server has lost as well: a document on the checklist first becomes an item without
 * a file, and its file is uploaded as a version; edits of a document become edits of its file. `there` are the documents that
 * are back on this device.
 */
export function restoredWork(rows: readonly RejectedRow[], there: ReadonlySet<string>): RestoredWork {
  const files = new Map<string, ShelvedFile>();
  for (const row of rows) {
    const file = row.name === FILE_UPLOAD ? shelvedFileSchema.safeParse(row.args).data : undefined;
    if (file && !there.has(row.id)) files.set(row.id, file);
  }
  const deleted = new Set(rows.filter(isDeletion).flatMap(({ args }) => documentOf(args) ?? []));
  const work: RestoredWork = { edits: [], files: [], merged: [] };
  for (const row of rows) {
    if (row.name === FILE_UPLOAD) continue;
    const edits = rewritten(row, files);
    work.edits.push(...edits);
    if (edits.length === 0) work.merged.push(row);
  }
  for (const row of rows) {
    if (row.name !== FILE_UPLOAD) continue;
    const file = files.get(row.id);
    if (there.has(row.id) || deleted.has(row.id)) work.merged.push(row);
    else work.files.push(file ? { ...row, args: file } : row);
  }
  return work;
}

function isDeletion({ name }: RejectedRow): boolean {
  return name === deleteDocumentDefinition.name;
}

function documentOf(args: unknown): string | undefined {
  return aboutDocumentSchema.safeParse(args).data?.uuid;
}

function rewritten(row: RejectedRow, files: Map<string, ShelvedFile>): RejectedRow[] {
  switch (row.name) {
    case addDocumentsDefinition.name:
      return addedAsItems(row, files);
    case deleteDocumentDefinition.name:
      return files.has(documentOf(row.args) ?? '') ? [] : [row];
    case updateDocumentDefinition.name: {
      const { uuid = '', edits = {} } = documentEditsSchema.safeParse(row.args).data ?? {};
      const file = files.get(uuid);
      if (!file) return [row];
      files.set(uuid, {
        ...file,
        ...(edits.name !== undefined && { name: edits.name }),
        ...(edits.signingType && { signingType: edits.signingType }),
      });
      return [];
    }
    default:
      return [row];
  }
}

function addedAsItems(row: RejectedRow, files: Map<string, ShelvedFile>): RejectedRow[] {
  const args = addedSchema.safeParse(row.args).data;
  if (!args) return [row];
  const { transaction } = args;
  const there = args.documents.filter(({ documentId }) => !files.has(documentId));
  const made: RejectedRow[] = [];
  for (const { documentId, itemUuid, elementUuid, file: added } of args.documents) {
    const file = files.get(documentId);
    if (!file) continue;
    const item = {
      transaction,
      uuid: itemUuid,
      elementUuid,
      name: added?.name ?? file.name ?? file.fileName,
    };
    const create: CreateItemArgs = { ...item, parent: TOP };
    const flags: UpdateArgs<'items'> = {
      transaction,
      uuid: itemUuid,
      edits: signingFlags(added?.signingType ?? file.signingType ?? 'to_be_signed'),
    };
    made.push({ ...row, name: createItemDefinition.name, args: create });
    made.push({ ...row, name: STANDARD.items.update.name, args: flags });
    files.set(documentId, { ...file, versionOf: itemUuid });
  }
  if (made.length === 0) return [row];
  return there.length > 0 ? [{ ...row, args: { ...args, documents: there } }, ...made] : made;
}
