import * as z from 'zod';
import { signingGroupSchema } from './signing-group.ts';
import { signingGroupMemberSchema } from './signing-group-member.ts';

/** A signing group as the list of groups has it: with its members, in their order. */
export const listedSigningGroupSchema = signingGroupSchema.extend({
  members: z.array(
    signingGroupMemberSchema.pick({ uuid: true, group: true, signatory: true, auth_rep: true, order: true }),
  ),
});
export type ListedSigningGroup = z.infer<typeof listedSigningGroupSchema>;
