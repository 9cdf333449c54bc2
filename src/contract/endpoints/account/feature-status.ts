import * as z from 'zod';
import { flagsSchema, switchesSchema } from '../../entities/account/feature-status.ts';
import { uuidSchema } from '../../entities/row.ts';
import { endpoint } from '../endpoint.ts';

export const featureStatus = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/feature-status',
      summary:
        'The features that are on for everyone or, with `transaction`, in that deal (404 for people without access)',
    })
    .meta({ policy: 'signed_in' })
    .input(z.object({ transaction: uuidSchema.optional() }))
    .output(z.union([switchesSchema, flagsSchema])),
};
