import * as z from 'zod';
import { uuidSchema } from './row.ts';

/** Someone of an organization (spec 3 "Organization" of the second document). */
export const memberSchema = z.object({
  uuid: uuidSchema,
  email: z.email(),
  full_name: z.string(),
  is_org_admin: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

/** A firm, as its members see it. */
export const organizationSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  /** By name. */
  members: z.array(memberSchema),
});
export type Organization = z.infer<typeof organizationSchema>;
