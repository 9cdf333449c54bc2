import * as z from 'zod';

/** Of a whole event, in characters of JSON. */
const EVENT_MAX = 8000;

const factSchema = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

/**
 * What is told of the use of Counterpart (core spec 7: `event` plus fields). `kind`: what was done; who did it; for which
 * firm; what broke.
 */
export const newUserEventSchema = z
  .strictObject({
    event: z.string().regex(/^[\w.]{1,100}$/, 'An event is named by letters, digits, dots and underscores.'),
    kind: z.enum(['event', 'person', 'company', 'error']).default('event'),
    fields: z.record(z.string().regex(/^\w{1,60}$/), factSchema).default({}),
  })
  .refine((event) => JSON.stringify(event).length <= EVENT_MAX, {
    error: `An event may have at most ${EVENT_MAX} characters.`,
  });
export type NewUserEvent = z.output<typeof newUserEventSchema>;
