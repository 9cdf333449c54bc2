import * as z from 'zod';
import { signInSchema } from '../../entities/account/sign-in.ts';
import { endpoint, idParam, noContent } from '../endpoint.ts';

const path = '/auth/sessions';

export const sessions = {
  list: endpoint
    .route({ method: 'GET', path, summary: 'Where the user is signed in, most recently used first' })
    .meta({ policy: 'signed_in' })
    .output(z.array(signInSchema)),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      summary: 'End one of your own sessions; 404 for another person’s',
    })
    .meta({ policy: 'signed_in' })
    .input(z.object(idParam))
    .output(noContent),
  deleteOthers: endpoint
    .route({ method: 'DELETE', path, successStatus: 204, summary: 'End all of your other sessions' })
    .meta({ policy: 'signed_in' })
    .output(noContent),
};
