import { signatureBlockCollection } from '../../collections/signature-blocks.ts';
import {
  newSavedBlockSchema,
  savedBlockEditsSchema,
  savedBlockSchema,
} from '../../entities/signing/signature-block.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from '../collection-endpoints.ts';

export const signatureBlocks = {
  list: listEndpoint(signatureBlockCollection, savedBlockSchema),
  create: createEndpoint(signatureBlockCollection, { input: newSavedBlockSchema, row: savedBlockSchema }),
  update: updateEndpoint(signatureBlockCollection, { edits: savedBlockEditsSchema, row: savedBlockSchema }),
  delete: deleteEndpoint(signatureBlockCollection),
};
