import { RESTORABLE_KINDS } from '../../contract/collections/deal-collections.ts';
import * as z from 'zod';
import { binderFormatStructureSchema } from '../../contract/entities/transactions/binder-format.ts';
import type { BinderFormat } from '../../contract/rules/checklist/numbering.ts';
import { ESIGNING_SERVICES } from '../../contract/rules/transactions/esigning-services.ts';
import { SIGNING_TYPES } from '../../contract/rules/documents/upload-checks.ts';
import type { ChangeSet } from '../change-sets.ts';
import {
  bindMutation,
  declared,
  OUTBOX_FORMAT,
  type CommandDefinition,
  type Declared,
  type Mutation,
} from './command.ts';
import { addDocumentsDefinition } from '../commands/documents/add-documents-to-transaction.ts';
import { addParticipantDefinition } from '../commands/transactions/add-participant.ts';
import { archiveTransactionDefinition } from '../commands/transactions/archive-transaction.ts';
import { createHeaderDefinition } from '../commands/checklist/create-header.ts';
import { createItemDefinition } from '../commands/checklist/create-item.ts';
import { createTaskDefinition } from '../commands/checklist/create-task.ts';
import { createTransactionDefinition } from '../commands/transactions/create-transaction.ts';
import {
  deleteDocumentDefinition,
  restoreDocumentDefinition,
  WAITS,
} from '../commands/documents/delete-document.ts';
import {
  deleteHeaderDefinition,
  deleteItemDefinition,
  deleteTaskDefinition,
  restoreElementDefinition,
} from '../commands/checklist/delete-element.ts';
import { deleteTransactionDefinition } from '../commands/transactions/delete-transaction.ts';
import { fileVersionDefinition, setVersionDefinition } from '../commands/documents/file-version.ts';
import { leaveTransactionDefinition } from '../commands/transactions/leave-transaction.ts';
import { moveElementsDefinition } from '../commands/checklist/move-elements.ts';
import { readNotificationDefinition } from '../commands/account/read-notification.ts';
import { removeParticipantDefinition } from '../commands/transactions/remove-participant.ts';
import { renameHeaderDefinition } from '../commands/checklist/rename-header.ts';
import { restoreDeletedDefinition } from '../commands/checklist/restore-deleted.ts';
import {
  createAssignmentsDefinition,
  deleteAssignmentsDefinition,
  moveAssignmentsDefinition,
  restoreAssignmentDefinition,
} from '../commands/signing/assignments/assignments.ts';
import { duplicateSignatoriesDefinition } from '../commands/signing/signatories/duplicate-signatories.ts';
import {
  createDynamicAssignmentDefinition,
  updateDynamicAssignmentDefinition,
} from '../commands/signing/assignments/dynamic-assignments.ts';
import { createBulkSignatoryUploadDefinition } from '../commands/signing/signatories/bulk-signatory-uploads.ts';
import { setCustomValuesDefinition } from '../commands/signing/signatories/custom-values.ts';
import {
  markPageDefinition,
  restoreMarkedPageDefinition,
  unmarkPageDefinition,
} from '../commands/signing/pages/mark-pages.ts';
import {
  createRepresentativeDefinition,
  deleteRepresentativeDefinition,
  moveRepresentativeDefinition,
  restoreRepresentativeDefinition,
  updateRepresentativeDefinition,
} from '../commands/signing/signatories/representatives.ts';
import { createSignatoryDefinition } from '../commands/signing/signatories/signatories.ts';
import { editBlocksDefinition } from '../commands/signing/pages/signature-pages.ts';
import {
  createSigningGroupMemberDefinition,
  moveSigningGroupMemberDefinition,
  updateSigningGroupMemberDefinition,
} from '../commands/signing/signatories/signing-groups.ts';
import { createPacketsDefinition } from '../commands/signing/packets/create-packets.ts';
import { sendPacketDefinition } from '../commands/signing/packets/send-packets.ts';
import { mergeSignatoryDefinition } from '../commands/signing/signatories/merge-signatories.ts';
import { takeOverDefinition } from '../commands/signing/signatories/take-over.ts';
import { createTabDefinition, createTabGroupDefinition } from '../commands/signing/pages/tabs.ts';
import { updateDocumentDefinition } from '../commands/documents/update-document.ts';
import { updateTaskDefinition } from '../commands/checklist/update-task.ts';
import { updateTransactionDefinition } from '../commands/transactions/update-transaction.ts';
import type { MirrorDatabase } from '../database.ts';
import { newUploadSchema } from './uploaded-row-schema.ts';
import { mutateIn } from './mutate.ts';
import { outboxRowSchema } from './outbox-row.ts';
import {
  assignedSchema,
  movedAssignmentsSchema,
  blockEditsSchema,
  createdPacketsSchema,
  duplicatedSchema,
  sentPacketSchema,
  setValuesSchema,
  signatoryFacts,
  tabFacts,
  tabGroupFacts,
  takenOverSchema,
} from './signing-args.ts';
import {
  camelOf,
  deletedSchema,
  id,
  inDeal,
  movedSchema,
  restoredSchema,
  rowIn,
  standardArgs,
} from './stored-args.ts';
import type { OutboxRow } from '../rows.ts';

/** Binds an outbox row to its command; throws a ZodError if its arguments don't match the command's schema. */
type Decode = (row: OutboxRow, userId: string) => Mutation;

/** A command that was read back with its arguments, to be applied as a new edit. */
export interface StoredCommand {
  lane: string;
  /** Ids of rows that it creates. */
  creates: string[];
  /** The content of its outbox row. It includes only the arguments that the command knows. */
  declared(): Declared;
  /** See `CommandDefinition`. */
  batchSuccess: CommandDefinition<unknown>['batchSuccess'];
  /** The text that the user typed. */
  wording: string | undefined;
  /** The same with a different text; unchanged if it has none. */
  reword(text: string): StoredCommand;
  /** See `mutateIn`. */
  carryOutIn(
    db: MirrorDatabase,
    options: { upon?: number | undefined; uponIfGone?: number | undefined; called?: string | undefined },
  ): Promise<ChangeSet>;
}

const decoders = new Map<string, Decode>();
const commands = new Map<string, (args: unknown) => StoredCommand | null>();

/**
 * Registers a command. Its schema is checked against the command's type at compile time. `name` is the one under which its
 * edits are stored.
 */
function register<Args>(
  definition: CommandDefinition<Args>,
  schema: z.ZodType<Args>,
  name = definition.name,
): void {
  decoders.set(name, (row, userId) => bindMutation(definition, schema.parse(row.args), row, userId));
  commands.set(name, (args) => {
    const parsed = schema.safeParse(args);
    return parsed.success ? bindCommand(definition, parsed.data) : null;
  });
}

function bindCommand<Args>(definition: CommandDefinition<Args>, args: Args): StoredCommand {
  const { wording } = definition;
  return {
    lane: definition.lane(args),
    creates: definition.creates(args),
    declared: () => declared(definition, args),
    batchSuccess: definition.batchSuccess,
    wording: wording?.of(args),
    reword: (text) =>
      bindCommand(definition, wording?.of(args) === undefined ? args : wording.with(args, text)),
    carryOutIn: async (db, options) => mutateIn(db, definition, args, options),
  };
}

/** Reads a command back by its name; null if the name is unknown here or its arguments don't match its schema. */
export function readCommand({ name, args }: { name: string; args: unknown }): StoredCommand | null {
  return commands.get(name)?.(args) ?? null;
}

for (const { definition, schema, name } of standardArgs()) register(definition, schema, name);

const place = { parent: z.union([z.literal('top'), id]), after: id.nullable() };
/** Without `after`, it goes to the end. */
const newPlace = { parent: place.parent, after: id.nullable().optional() };
const date = z.string().nullable();
const binderFormat = camelOf<BinderFormat>(binderFormatStructureSchema);

register(createHeaderDefinition, z.object({ ...inDeal, label: z.string(), ...newPlace }));
register(renameHeaderDefinition, z.object({ ...inDeal, label: z.string() }));
register(deleteHeaderDefinition, z.object(inDeal));
register(deleteItemDefinition, z.object({ ...inDeal, item: id, document: id.nullable().default(null) }));
register(moveElementsDefinition, z.object({ transaction: id, ids: z.array(id).min(1), ...place }));
// At the end, if it was created by a version without places.
const placeOrEnd = { parent: place.parent.default('top'), after: id.nullable().optional() };
register(createItemDefinition, z.object({ ...inDeal, elementUuid: id, name: z.string(), ...placeOrEnd }));
register(createTaskDefinition, z.object({ ...inDeal, elementUuid: id, name: z.string(), ...newPlace }));
register(
  updateTaskDefinition,
  z.object({
    ...inDeal,
    edits: z.object({
      name: z.string().optional(),
      description: z.string().optional(),
      isComplete: z.boolean().optional(),
      assignee: id.nullable().optional(),
      dueDate: date.optional(),
    }),
  }),
);
register(deleteTaskDefinition, z.object({ ...inDeal, task: id }));
register(
  restoreElementDefinition,
  z.object({
    transaction: id,
    element: rowIn('elements'),
    item: rowIn('items').nullable(),
    document: rowIn('documents').nullable(),
    task: rowIn('tasks').nullable(),
    ...place,
  }),
);
register(createBulkSignatoryUploadDefinition, newUploadSchema);
register(createSignatoryDefinition, z.object({ ...inDeal, ...signatoryFacts, order: z.number() }));
register(duplicateSignatoriesDefinition, duplicatedSchema);
register(
  createRepresentativeDefinition,
  z.object({ ...inDeal, entity: id, signatory: id, title: z.string(), order: z.number() }),
);
register(
  updateRepresentativeDefinition,
  z.object({ ...inDeal, edits: z.object({ title: z.string().optional(), signatory: id.optional() }) }),
);
register(moveRepresentativeDefinition, movedSchema);
register(deleteRepresentativeDefinition, deletedSchema);
register(restoreRepresentativeDefinition, restoredSchema('representatives'));
register(takeOverDefinition, takenOverSchema);
register(mergeSignatoryDefinition, deletedSchema.extend({ kept: id, moved: z.array(id) }));
register(createPacketsDefinition, createdPacketsSchema);
register(sendPacketDefinition, sentPacketSchema);
register(setCustomValuesDefinition, setValuesSchema);
register(
  createSigningGroupMemberDefinition,
  z.object({ ...inDeal, group: id, signatory: id, authRep: id.nullable(), order: z.number() }),
);
register(updateSigningGroupMemberDefinition, z.object({ ...inDeal, authRep: id.nullable() }));
register(
  moveSigningGroupMemberDefinition,
  movedSchema.extend({ group: id.optional(), left: z.array(id).optional() }),
);
register(
  markPageDefinition,
  z.object({ ...inDeal, item: id, document: id, refPageNumber: z.number(), order: z.number() }),
);
register(unmarkPageDefinition, deletedSchema.extend({ item: id }));
register(restoreMarkedPageDefinition, restoredSchema('signaturePages'));
register(createAssignmentsDefinition, assignedSchema);
register(deleteAssignmentsDefinition, assignedSchema);
register(moveAssignmentsDefinition, movedAssignmentsSchema);
register(restoreAssignmentDefinition, restoredSchema('assignments'));
register(editBlocksDefinition, z.object({ ...inDeal, edits: z.object({ blocks: blockEditsSchema }) }));
register(
  createDynamicAssignmentDefinition,
  z.object({ ...inDeal, signingGroup: id, item: id, page: id, pageOrder: z.number() }),
);
register(updateDynamicAssignmentDefinition, z.object({ ...inDeal, header: z.string().nullable() }));
register(createTabDefinition, z.object({ ...inDeal, assignment: id, ...tabFacts }));
register(createTabGroupDefinition, z.object({ ...inDeal, assignmentId: id, ...tabGroupFacts }));
register(
  restoreDeletedDefinition,
  z.object({ ...inDeal, kind: z.enum(RESTORABLE_KINDS), called: z.string() }),
);
register(
  createTransactionDefinition,
  z.object({
    uuid: id,
    name: z.string(),
    // Absent if it was created by a version without descriptions.
    description: z.string().default(''),
    clientName: z.string(),
    clientNumber: z.string().default(''),
    matterNumber: z.string(),
    closingDate: date,
    creator: z.object({ uuid: id, name: z.string(), organization: z.string() }),
    binderFormatStructure: binderFormat.optional(),
  }),
);
register(
  updateTransactionDefinition,
  z.object({
    uuid: id,
    edits: z.object({
      name: z.string().optional(),
      description: z.string().optional(),
      clientName: z.string().optional(),
      clientNumber: z.string().optional(),
      matterNumber: z.string().optional(),
      closingDate: date.optional(),
      isDeedTransaction: z.boolean().optional(),
      signingInstructions: z.string().optional(),
      esigningService: z.enum(ESIGNING_SERVICES).optional(),
      binderFormatStructure: binderFormat.optional(),
      paperSize: z.enum(['letter', 'a4']).optional(),
      signatureBlock: id.nullable().optional(),
    }),
  }),
);
register(deleteTransactionDefinition, z.object({ uuid: id }));
register(archiveTransactionDefinition, z.object({ uuid: id, archived: z.boolean() }));
register(leaveTransactionDefinition, z.object({ uuid: id, stays: z.boolean() }));
const participant = { transaction: id, uuid: id, fullName: z.string() };
register(addParticipantDefinition, z.object({ ...participant, user: id, email: z.string() }));
register(removeParticipantDefinition, z.object(participant));
register(
  addDocumentsDefinition,
  z.object({
    transaction: id,
    documents: z
      .array(
        z.object({
          documentId: id,
          itemUuid: id,
          elementUuid: id,
          file: z.object({ name: z.string(), signingType: z.enum(SIGNING_TYPES) }).optional(),
        }),
      )
      .min(1),
  }),
);
register(
  updateDocumentDefinition,
  z.object({
    ...inDeal,
    edits: z.object({ name: z.string().optional(), signingType: z.enum(SIGNING_TYPES).optional() }),
    placed: z.boolean().optional(),
  }),
);
register(
  deleteDocumentDefinition,
  z.object({
    ...inDeal,
    item: id.optional(),
    together: z.boolean().optional(),
    inQueue: z.boolean().optional(),
  }),
);
register(
  restoreDocumentDefinition,
  z.object({
    transaction: id,
    row: rowIn('documents'),
    item: id.nullable(),
    waits: z.enum(WAITS).optional(),
  }),
);
register(fileVersionDefinition, z.object({ ...inDeal, item: id, filed: z.boolean() }));
register(setVersionDefinition, z.object({ ...inDeal, document: id }));
register(readNotificationDefinition, z.object({ uuid: id }));

export type Decoded = { ok: true; mutation: Mutation } | { ok: false; row: OutboxRow; reason: string };

/** Reads an outbox row back from disk, as strictly as data from the wire. Rows that do not parse stay visible. */
export function decodeMutation(row: OutboxRow, userId: string): Decoded {
  const decode = decoders.get(row.name);
  if (!decode || (typeof row.format === 'number' && row.format !== OUTBOX_FORMAT)) {
    return {
      ok: false,
      row,
      reason: 'This change was made by another version of Counterpart and can’t be read here.',
    };
  }
  try {
    return { ok: true, mutation: decode(outboxRowSchema.parse(row), userId) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { ok: false, row, reason: 'This change was damaged on the device and can’t be sent.' };
  }
}
