import type { Packet } from '../entities/signing/packet.ts';
import { defineCollection } from './collection.ts';

export const packetCollection = defineCollection<Packet>()({
  name: 'packets',
  wire: 'packets',
  path: '/packet',
  command: 'packet',
  nouns: { one: 'packet', many: 'packets' },
  subject: 'packet',
  topic: 'signing',
  page: 'packets/{id}',
  restorable: null,
  title: null,
  fields: [],
  parents: [{ field: 'signatory', collection: 'signatories', together: true }],
  placeFields: [],
  orderedWithin: null,
  unique: null,
  standard: [],
  indexes: ['signatory'],
  form: 8,
});
