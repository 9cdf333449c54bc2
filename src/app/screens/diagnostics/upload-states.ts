import type { FileRow } from '../../../db/rows.ts';

/** Where a queued file stands, in words. */
export const UPLOAD_STATES: Record<FileRow['status'], string> = {
  REMOVED: 'Taken off the queue',
  SELECTED_FROM_DMS: 'Chosen in the document management system',
  WAITING_ON_DMS: 'Fetched from the document management system',
  QUEUED: 'Waiting',
  IN_PROGRESS: 'Being prepared',
  FETCHING_PRESIGNED_URL: 'Asking where to send it',
  SUCCESS_FETCHING_PRESIGNED_URL: 'Ready to send',
  UPLOADING_FILE_TO_STORE: 'Being sent',
  SUCCESS_UPLOADING_FILE_TO_STORE: 'Sent',
  CREATING_DOCUMENT: 'Becoming a document',
  SUCCESS_CREATING_DOCUMENT: 'Saved',
  FAILED_DROP: 'Not taken in',
  FAILED_FILE_TOO_SMALL: 'Too small',
  FAILED_FETCHING_PRESIGNED_URL: 'Failed before it was sent',
  FAILED_UPLOADING_FILE_TO_STORE: 'Failed while it was sent',
  FAILED_CREATING_DOCUMENT: 'Failed to become a document',
};
