import * as z from 'zod';
import { customValueSchema } from './custom-value.ts';
import { listedAssignmentSchema } from './listed-assignment.ts';
import { packetSchema } from './packet.ts';
import { representativeSchema } from './representative.ts';
import { instantSchema, uuidSchema } from '../row.ts';
import { signatorySchema } from './signatory.ts';

/** A signatory as in the list of signatories: with all of its related rows. */
export const listedSignatorySchema = signatorySchema.extend({
  /** The entities that the signatory represents. */
  organizations: z.array(z.object({ uuid: uuidSchema, full_name: z.string(), title: z.string() })),
  /** The representatives of the entity, in order. Its uuid is the `auth_rep` of an assignment. */
  organization_relations: z.array(
    z.object({
      uuid: uuidSchema,
      representative: representativeSchema.pick({ uuid: true, signatory: true, title: true, order: true }),
    }),
  ),
  custom_values: z.array(customValueSchema),
  assignments: z.array(listedAssignmentSchema),
  packets: z.array(packetSchema),
  /** Where participants see what the signatory sees: the room of the newest packet that has pages and wasn't canceled. */
  read_only_signing_url: z.string().nullable(),
});
export type ListedSignatory = z.infer<typeof listedSignatorySchema>;

/** What someone did to a signatory or its related rows; `actor` null = the server. */
export const signatoryActSchema = z.object({
  at: instantSchema,
  actor: z.object({ uuid: uuidSchema, name: z.string() }).nullable(),
  /** The command, such as `signatories.update`. */
  command: z.string(),
  /** What the act was about: `signatory`, `representative`, `assignment`, … and its row. */
  subject: z.string(),
  uuid: uuidSchema,
  op: z.enum(['put', 'delete']),
  /** The fields that changed. None = the row was added or deleted. */
  fields: z.array(z.string()),
});
export type SignatoryAct = z.infer<typeof signatoryActSchema>;

/** Signatories of any deals that the caller can see. */
export const duplicatedSignatoriesSchema = z.strictObject({
  transaction: uuidSchema,
  signatories: z.array(uuidSchema).min(1, 'Choose at least one signatory.').max(2000),
  /** Ids for the copies of signatories and of relations among them. The server creates the rest. */
  copies: z
    .array(z.strictObject({ source: uuidSchema, uuid: uuidSchema }))
    .max(20_000)
    .optional(),
});

export const replacedRepresentativeSchema = z.strictObject({
  entity_pk: uuidSchema,
  existing_representative_pk: uuidSchema,
  new_representative_pk: uuidSchema,
  /** Leaves assignments that were sent or signed as they are. Without it, the call is refused if there is one. */
  open_only: z.boolean().optional(),
});
export type ReplacedRepresentative = z.infer<typeof replacedRepresentativeSchema>;
