import type { BulkSignatoryUpload } from '../entities/signing/bulk-signatory-upload.ts';
import { defineCollection } from './collection.ts';

export const bulkSignatoryUploadCollection = defineCollection<BulkSignatoryUpload>()({
  name: 'bulkSignatoryUploads',
  wire: 'bulk_signatory_uploads',
  path: '/bulk_signatory_upload',
  command: 'bulk-signatory-upload',
  nouns: { one: 'list of signatories', many: 'lists of signatories' },
  subject: 'bulk_signatory_upload',
  topic: 'signing',
  page: 'signatories',
  restorable: 'bulk_signatory_upload',
  title: 'file_name',
  fields: [],
  parents: [],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: ['delete'],
  indexes: [],
  form: 1,
});
