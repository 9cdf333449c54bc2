import type { DataStore } from '@tus/server';

/** How long an upload that has stood still is kept: a lawyer may be on a plane or a holiday; then it begins again from the device. */
export const UPLOAD_KEPT_DAYS = 14;

/**
 * Uploads in chunks. An id is the key of the object that the last byte completes, whole or not at all; from then on the upload
 * reports all its bytes until the object is deleted. Creating it again with the same length changes nothing, and with another
 * length starts over.
 */
export interface PartialUploads extends DataStore {
  /** Forgets those that nothing was added to since. */
  removeOlderThan(before: Date): Promise<void>;
}
