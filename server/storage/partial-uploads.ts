import type { DataStore } from '@tus/server';

/** How long an upload that has stood still is kept: a lawyer may be on a plane or a holiday; then it begins again from the device. */
export const UPLOAD_KEPT_DAYS = 14;

/**
 * Uploads that come in chunks. An id is the key of the object that the last byte makes, whole or not at all; from then on
 * the upload is told of as having all its bytes, until the object is removed.
 * A creation of what is there with the same length changes nothing; of another length, it begins anew.
 */
export interface PartialUploads extends DataStore {
  /** Forgets those that nothing was added to since. */
  removeOlderThan(before: Date): Promise<void>;
}
