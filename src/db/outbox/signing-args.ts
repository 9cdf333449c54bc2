import { COLLECTION_SCHEMAS } from '../../contract/entities/collection-schemas.ts';
import { signaturePageSchema } from '../../contract/entities/signing/signature-page.ts';
import { TAB_GROUP_RULES } from '../../contract/rules/signing/fields/tab-groups.ts';
import { TAB_TYPES } from '../../contract/rules/signing/fields/tabs.ts';
import * as z from 'zod';
import type {
  AssignedPage,
  AssignmentsArgs,
  MoveAssignmentsArgs,
} from '../commands/signing/assignments/assignments.ts';
import type { DuplicateSignatoriesArgs } from '../commands/signing/signatories/duplicate-signatories.ts';
import type { CreatePacketsArgs } from '../commands/signing/packets/create-packets.ts';
import type { SendPacketArgs } from '../commands/signing/packets/send-packets.ts';
import type { TakeOverArgs } from '../commands/signing/signatories/take-over.ts';
import type { CollectionRow } from '../rows.ts';
import { camelOf, id, rowIn } from './stored-args.ts';

// The fields of signing rows that several commands have in their arguments.

export const signatoryFacts = {
  fullName: z.string(),
  email: z.string(),
  isOrg: z.boolean(),
  address: z.string(),
  entityDescription: z.string(),
  instapagesConfig: camelOf<CollectionRow<'signatories'>['instapagesConfig']>(
    COLLECTION_SCHEMAS.signatories.row.shape.instapages_config,
  ),
};

/** Signatories that are copied from another deal. */
export const duplicatedSchema: z.ZodType<DuplicateSignatoriesArgs> = z.object({
  transaction: id,
  copied: z.array(z.object({ source: id, uuid: id })),
  signatories: z.array(z.object({ uuid: id, order: z.number(), ...signatoryFacts })),
  representatives: z.array(
    z.object({ source: id, uuid: id, entity: id, signatory: id, title: z.string(), order: z.number() }),
  ),
});

/** Values of signatories that are set together. */
export const setValuesSchema = z.object({
  transaction: id,
  values: z.array(z.object({ uuid: id, signatory: id, customKey: id, value: z.string() })).min(1),
});

const takenOver = z.array(z.object({ uuid: id, was: id.nullable() }));

/** What a new representative takes over. */
export const takenOverSchema: z.ZodType<TakeOverArgs> = z.object({
  transaction: id,
  entity: id,
  from: id,
  to: id,
  assignments: takenOver,
  members: takenOver,
});

/** Packets that are made. */
export const createdPacketsSchema: z.ZodType<CreatePacketsArgs> = z.object({
  transaction: id,
  uuid: id,
  packets: z
    .array(z.object({ uuid: id, signatory: id, needsPaper: z.boolean(), assignments: z.array(id) }))
    .min(1),
  replaced: z.array(id),
  isAgain: z.boolean().optional(),
  options: z.object({ coverAndIndex: z.boolean().optional(), slipPages: z.boolean().optional() }).optional(),
});

const sending = z.object({
  message: z.string(),
  expiresOn: z.string().nullable(),
  after: z.array(id),
  seen: z.object({ version: z.number(), assignments: z.array(id), warnings: z.array(z.string()) }),
});

/** A packet that is sent once it is made. */
export const sentPacketSchema: z.ZodType<SendPacketArgs> = z.object({
  transaction: id,
  uuid: id,
  to: z.string(),
  sending: sending.nullable(),
  was: sending.optional(),
});

export const tabFacts = {
  tabType: z.enum(TAB_TYPES),
  // Edits that an earlier version of the app stored have none.
  sheet: z.number().default(1),
  xPosition: z.number(),
  yPosition: z.number(),
  width: z.number(),
  height: z.number(),
  label: z.string(),
  required: z.boolean(),
  value: z.string().nullable(),
  tabGroup: id.nullable(),
};

export const tabGroupFacts = {
  groupRule: z.enum(TAB_GROUP_RULES),
  minimumRequired: z.number().nullable(),
  maximumAllowed: z.number().nullable(),
};

export const blockEditsSchema = z.object({
  put: z.array(
    z.union([signaturePageSchema.shape.blocks.element, z.object({ id: z.string(), grid: z.unknown() })]),
  ),
  removed: z.array(z.string()),
});

/** Assignments that are created or removed. */
export const assignedSchema: z.ZodType<AssignmentsArgs> = z.object({
  transaction: id,
  assignments: z
    .array(
      z.object({
        uuid: id,
        item: id,
        page: id,
        pageOrder: z.number(),
        newConsolidates: z.boolean().optional(),
        signatory: id,
        authRep: id.nullable(),
        pageStays: z.boolean().optional(),
      } satisfies Record<keyof AssignedPage, z.ZodType>),
    )
    .min(1),
});

/** Signatures that move to other pages. */
export const movedAssignmentsSchema: z.ZodType<MoveAssignmentsArgs> = z.object({
  transaction: id,
  moves: z.array(z.object({ uuid: id, from: id, to: id })).min(1),
  emptied: z.array(id),
  restored: z.array(rowIn('signaturePages')),
});
