import type { Signatory } from '../entities/signing/signatory.ts';
import { defineCollection } from './collection.ts';

export const signatoryCollection = defineCollection<Signatory>()({
  name: 'signatories',
  wire: 'signatories',
  path: '/signatory',
  command: 'signatory',
  nouns: { one: 'signatory', many: 'signatories' },
  subject: 'signatory',
  topic: 'signing',
  page: 'signatories?signatory={id}',
  restorable: 'signatory',
  title: 'full_name',
  fields: ['full_name', 'email', 'is_org', 'address', 'entity_description', 'instapages_config'],
  parents: [{ field: 'bulk_signatory_upload_id', collection: 'bulkSignatoryUploads', together: true }],
  placeFields: [],
  orderedWithin: 'transaction',
  unique: null,
  standard: ['update', 'move', 'delete'],
  indexes: ['bulkSignatoryUploadId'],
  form: 1,
});
