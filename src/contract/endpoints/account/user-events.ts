import { newUserEventSchema } from '../../entities/account/user-event.ts';
import { endpoint, noContent } from '../endpoint.ts';

export const userEvents = {
  // A beacon has none of our headers, so it cannot have an Idempotency-Key.
  create: endpoint
    .route({
      method: 'POST',
      path: '/user-event',
      successStatus: 204,
      summary: 'Report what the user did and what failed; sent by beacon',
    })
    .meta({ policy: 'signed_in' })
    .input(newUserEventSchema)
    .output(noContent),
};
