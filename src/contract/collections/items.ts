import type { Item } from '../entities/checklist/item.ts';
import { defineCollection } from './collection.ts';

export const itemCollection = defineCollection<Item>()({
  name: 'items',
  wire: 'items',
  path: '/transactions/item',
  command: 'item',
  nouns: { one: 'document', many: 'documents' },
  subject: 'item',
  topic: 'checklist',
  page: 'checklist?itemId={id}',
  restorable: 'item',
  title: 'name',
  fields: [
    'name',
    'description',
    'document',
    'complete',
    'for_signing',
    'fully_executed',
    'is_deed',
    'is_supplemental',
    'is_template',
    'name_alt',
    'name_alt_enabled',
    'requires_original_signatures',
  ],
  parents: [],
  placeFields: ['element_order', 'element_parent'],
  orderedWithin: null,
  indexes: [],
  form: 3,
});
