import * as z from 'zod';
import { flagsSchema, switchesSchema } from '../entities/feature-status.ts';
import { uuidSchema } from '../entities/row.ts';
import { endpoint } from './endpoint.ts';

export const featureStatus = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/feature-status',
      summary:
        'What is switched on: for everybody, or with `transaction` in that deal, which others get 404 for',
    })
    .meta({ policy: 'signed_in' })
    .input(z.object({ transaction: uuidSchema.optional() }))
    .output(z.union([switchesSchema, flagsSchema])),
};
