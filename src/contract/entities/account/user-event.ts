import * as z from 'zod';

/** The limit of a whole event, in characters of JSON. */
const EVENT_MAX = 8000;

const factSchema = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]);

const fieldsSchema = z.record(z.string().regex(/^\w{1,60}$/), factSchema);

/**
 * A usage event (docs/product/api.md, "Usage events"). `kind` says what it describes: an action, the user, the
 * organization, or an error. Fields can be in `fields` or next to `event`.
 */
export const newUserEventSchema = z
  .object({
    event: z
      .string()
      .regex(/^[\w.]{1,100}$/, 'An event name consists of letters, digits, dots and underscores.'),
    kind: z.enum(['event', 'person', 'company', 'error']).default('event'),
    fields: fieldsSchema.default({}),
  })
  .catchall(factSchema)
  .refine((sent) => JSON.stringify(sent).length <= EVENT_MAX, {
    error: `An event can have at most ${EVENT_MAX} characters.`,
  })
  .transform(({ event, kind, fields, ...beside }) => ({ event, kind, fields: { ...beside, ...fields } }))
  .refine(({ fields }) => fieldsSchema.safeParse(fields).success, {
    error: 'A field name consists of at most 60 letters, digits and underscores.',
  });
export type NewUserEvent = z.output<typeof newUserEventSchema>;
