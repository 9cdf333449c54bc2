import * as z from 'zod';

// Shared by the server and the process that compares versions.

const areaSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

/** A page of one version and its page of the other. Without words and areas, they look alike. */
const comparedPageSchema = z.object({
  before: z.int().positive().nullable(),
  after: z.int().positive().nullable(),
  words: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  areas: z.array(areaSchema),
});

export const comparedVersionsSchema = z.array(comparedPageSchema);
export type ComparedVersions = z.infer<typeof comparedVersionsSchema>;
