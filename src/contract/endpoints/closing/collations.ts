import * as z from 'zod';
import { itemCollection } from '../../collections/items.ts';
import { itemSchema } from '../../entities/checklist/item.ts';
import { uuidSchema } from '../../entities/row.ts';
import { endpoint } from '../endpoint.ts';

const askedSchema = z.strictObject({
  transaction: uuidSchema,
  item_uuids: z.array(uuidSchema).min(1, 'Choose at least one document.').max(5000),
});

function act(name: string, summary: string) {
  return endpoint
    .route({ method: 'POST', path: `${itemCollection.path}/${name}`, summary })
    .meta({ policy: 'deal', idempotent: true })
    .input(askedSchema)
    .output(z.array(itemSchema));
}

/** The creation of executed documents (docs/product/downloads.md). A release starts it. */
export const collations = {
  retry: act('collate', 'Create the executed documents of released documents again'),
  cancel: act('cancel_collation', 'Stop creating the executed documents of released documents'),
};
