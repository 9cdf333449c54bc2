import * as z from 'zod';

/** A uuid made by the client (UUIDv7) or, if it sends none, by the server. */
export const uuidSchema = z.uuid().toLowerCase();

/** A time, ISO 8601 in UTC with milliseconds. */
export const instantSchema = z.iso.datetime();

/**
 * The fields that every row has in addition to its own: the deal's counter at its last change, its time and its
 * author (a user's uuid; null = the server itself, as in a conversion).
 */
export const rowFields = {
  version: z.int().nonnegative(),
  modified_at: instantSchema,
  modified_by: uuidSchema.nullable(),
};
