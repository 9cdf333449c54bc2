import * as z from 'zod';
import { FLAGS, SWITCHES } from '../../rules/account/features.ts';

const stateSchema = z.object({ is_active: z.boolean() });

/** The features that are on for everyone. */
export const switchesSchema = z.object({ switches: z.record(z.enum(SWITCHES), stateSchema) });
export type Switches = z.infer<typeof switchesSchema>;

/** The features that are on in one deal. */
export const flagsSchema = z.object({ flags: z.record(z.enum(FLAGS), stateSchema) });
export type Flags = z.infer<typeof flagsSchema>;
