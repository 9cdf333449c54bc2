import * as z from 'zod';
import { signingGroupSchema } from './signing-group.ts';
import { signingGroupMemberSchema } from './signing-group-member.ts';

/** A signing group as in the list of groups: with its members in order. */
export const listedSigningGroupSchema = signingGroupSchema.extend({
  members: z.array(
    signingGroupMemberSchema.pick({ uuid: true, group: true, signatory: true, auth_rep: true, order: true }),
  ),
});
export type ListedSigningGroup = z.infer<typeof listedSigningGroupSchema>;
