import { bulkSignatoryUploadCollection } from '../../collections/bulk-signatory-uploads.ts';
import {
  bulkSignatoryUploadSchema,
  newBulkSignatoryUploadSchema,
} from '../../entities/signing/bulk-signatory-upload.ts';
import { deleteEndpoint, listEndpoint } from '../collection-endpoints.ts';
import { endpoint } from '../endpoint.ts';

export const bulkSignatoryUploads = {
  list: listEndpoint(bulkSignatoryUploadCollection, bulkSignatoryUploadSchema),
  /** All rows or none. If any row is invalid, the response has `errors` by row. */
  create: endpoint
    .route({
      method: 'POST',
      path: bulkSignatoryUploadCollection.path,
      successStatus: 201,
      summary: 'Add a list of signatories with their capacities and values',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(newBulkSignatoryUploadSchema)
    .output(bulkSignatoryUploadSchema),
  /** Deletes the list together with its signatories. */
  delete: deleteEndpoint(bulkSignatoryUploadCollection),
};
