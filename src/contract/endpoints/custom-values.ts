import { customValueCollection } from '../collections/custom-values.ts';
import { customValueEditsSchema, customValueSchema, newCustomValueSchema } from '../entities/custom-value.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from './collection-endpoints.ts';

export const customValues = {
  list: listEndpoint(customValueCollection, customValueSchema),
  create: createEndpoint(customValueCollection, { input: newCustomValueSchema, row: customValueSchema }),
  update: updateEndpoint(customValueCollection, { edits: customValueEditsSchema, row: customValueSchema }),
  delete: deleteEndpoint(customValueCollection),
};
