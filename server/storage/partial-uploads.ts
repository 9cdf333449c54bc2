import type { DataStore } from '@tus/server';

/** How long an inactive upload is kept. A lawyer may be on a plane or on vacation. After that, the device starts over. */
export const UPLOAD_KEPT_DAYS = 14;

/**
 * Chunked uploads. An id is the key of the object that the last byte completes in one step. From then on, the upload reports
 * all its bytes until the object is deleted. Creating an upload again with the same length changes nothing; with another
 * length, it starts over.
 */
export interface PartialUploads extends DataStore {
  /** Deletes uploads that have not grown since the given time. */
  removeOlderThan(before: Date): Promise<void>;
}
