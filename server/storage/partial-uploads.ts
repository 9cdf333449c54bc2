import type { DataStore } from '@tus/server';

/**
 * How long an inactive upload is kept: a lawyer may be on a plane or on vacation. After that, the device starts over.
 */
export const UPLOAD_KEPT_DAYS = 14;

/**
 * Uploads in chunks. An id is the key of the object that the last byte completes, all at once; from then on the
 * upload reports all its bytes until the object is deleted. Creating it again with the same length changes nothing,
 * and with another length starts over.
 */
export interface PartialUploads extends DataStore {
  /** Deletes uploads that have not grown since. */
  removeOlderThan(before: Date): Promise<void>;
}
