import * as z from 'zod';
import { uuidSchema } from './entities/row.ts';

/**
 * The event stream, server-sent events below `/api`: it says only which deal has changed and up to which version. An event is
 * a hint to pull and has no data. A comment line comes at least every `EVENT_SILENCE_MS` / 3: a longer silence is a dead
 * connection.
 */
export const EVENTS_PATH = '/events';

/** How long a stream may be silent before it counts as dead, milliseconds. */
export const EVENT_SILENCE_MS = 45_000;

/** The data of an event: a deal that the reader can see, or could until just now, and its counter. */
export const dealMovedSchema = z.object({
  deal: uuidSchema,
  version: z.int().nonnegative(),
  /** People wait for this change, as in a closing call: devices that show the deal pull it without a random delay. */
  urgent: z.literal(true).optional(),
});
export type DealMoved = z.infer<typeof dealMovedSchema>;
