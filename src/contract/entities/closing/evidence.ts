import * as z from 'zod';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

const eventSchema = z.object({
  packet: z.string(),
  seq: z.int().positive(),
  kind: z.string(),
  at: z.string(),
  device_at: z.string().nullable(),
  actor: z.string().nullable(),
  address: z.string(),
  user_agent: z.string(),
  details: z.record(z.string(), z.unknown()),
  previous_hash: sha256Schema,
  hash: sha256Schema,
});
/** A row of a packet's evidence. `hash` covers all of its other fields. */
export type EvidenceEvent = z.infer<typeof eventSchema>;

/** The part of a row that its hash covers. */
export type HashedEvent = Omit<EvidenceEvent, 'hash'>;

/** The file in a sealed packet: its events up to the seal, and the end of their chain. */
export const evidenceSchema = z.object({
  format: z.literal(1),
  packet: z.string(),
  events: z.array(eventSchema),
  head: z.object({ count: z.int().nonnegative(), hash: sha256Schema }),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** The name of that file. */
export const EVIDENCE_FILE = 'evidence.json';
